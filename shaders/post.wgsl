// Linear light to what a display takes: exposure, clamp, sRGB.

import package::common::frame::frame;
import package::common::screen::screenTriangle;

@group(1) @binding(0) var linearColor: texture_2d<f32>;

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return screenTriangle(vertex);
}

fn encodeSrgb(linear: vec3f) -> vec3f {
  let low = linear * 12.92;
  let high = 1.055 * pow(linear, vec3f(1.0 / 2.4)) - 0.055;
  return select(high, low, linear <= vec3f(0.0031308));
}

@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let light = textureLoad(linearColor, vec2u(position.xy), 0).rgb;
  return vec4f(encodeSrgb(saturate(light * frame.exposure)), 1.0);
}
