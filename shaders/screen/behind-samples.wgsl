// The same of a picture with several samples a pixel: the farthest, as water is seen through any of them.

import package::common::view::screen::screenTriangle;

@group(0) @binding(0) var depth: texture_depth_multisampled_2d;

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return screenTriangle(vertex);
}

@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) f32 {
  var farthest = 1.0;
  for (var i = 0u; i < textureNumSamples(depth); i++) {
    farthest = min(farthest, textureLoad(depth, vec2u(position.xy), i));
  }
  return farthest;
}
