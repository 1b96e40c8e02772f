// Draws the colour of a fade over the picture: `env_fade`. The engine blends light, not stored
// colours.

import package::common::view::screen::screenTriangle;
import package::common::light::srgb::decodeSrgb;
import package::common::light::srgb::encodeSrgb;

struct Fade {
  // Linear light.
  color: vec3f,
  alpha: f32,
  isModulating: u32,
}

@group(1) @binding(0) var picture: texture_2d<f32>;
@group(1) @binding(1) var<uniform> fade: Fade;

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return screenTriangle(vertex);
}

@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) vec4f {
  let light = decodeSrgb(textureLoad(picture, vec2u(position.xy), 0).rgb);
  let covered = mix(light, fade.color, fade.alpha);
  let multiplied = light * mix(vec3f(1.0), fade.color, fade.alpha);
  return vec4f(encodeSrgb(select(covered, multiplied, fade.isModulating != 0u)), 1.0);
}
