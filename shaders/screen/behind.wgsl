// The depth of what was drawn, for what reads that while it draws into it.

import package::common::view::screen::screenTriangle;

@group(0) @binding(0) var depth: texture_depth_2d;

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return screenTriangle(vertex);
}

@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) f32 {
  return textureLoad(depth, vec2u(position.xy), 0);
}
