// Copies the depth buffer for surfaces that read depth while they draw into it.

import package::common::view::screen::screenTriangle;

@if(!multisampled) @group(0) @binding(0) var depth: texture_depth_2d;
@if(multisampled) @group(0) @binding(0) var depth: texture_depth_multisampled_2d;

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  return screenTriangle(vertex);
}

@if(!multisampled)
@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) f32 {
  return textureLoad(depth, vec2u(position.xy), 0);
}

// Returns the farthest sample, because water may be visible through any of them.
@if(multisampled)
@fragment fn fragmentMain(@builtin(position) position: vec4f) -> @location(0) f32 {
  var farthest = 1.0;
  for (var i = 0u; i < textureNumSamples(depth); i++) {
    farthest = min(farthest, textureLoad(depth, vec2u(position.xy), i));
  }
  return farthest;
}
