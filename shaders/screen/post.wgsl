// Converts linear light for the display: exposure, clamp, sRGB.

import package::common::view::frame::frame;
import package::common::view::screen::screenTriangle;
import package::common::light::srgb::encodeSrgb;

@group(1) @binding(0) var linearColor: texture_2d<f32>;

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return screenTriangle(vertex);
}

@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let light = textureLoad(linearColor, vec2u(position.xy), 0).rgb;
  return vec4f(encodeSrgb(saturate(light * frame.exposure)), 1.0);
}
