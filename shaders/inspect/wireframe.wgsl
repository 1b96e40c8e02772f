// Triangle edges of the world, pulled from the buffers that draw the triangles.

import constants::WORLD_VERTEX_STRIDE_WORDS;
import package::common::view::frame::clipPosition;

// Bind group 1. Each vertex starts with its position as three floats.
@group(1) @binding(0) var<storage, read> indices: array<u32>;
@group(1) @binding(1) var<storage, read> vertexWords: array<u32>;

// Six vertices per triangle, for its three edges.
@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
  let triangle = vertex / 6u;
  // Corners 0 1, 1 2, 2 0.
  let corner = ((vertex % 6u + 1u) / 2u) % 3u;
  let word = indices[triangle * 3u + corner] * WORLD_VERTEX_STRIDE_WORDS;
  let position = bitcast<vec3f>(
    vec3u(vertexWords[word], vertexWords[word + 1u], vertexWords[word + 2u]),
  );
  var clip = clipPosition(position);
  // Moved nearer by a thousandth, because lines have no depth bias.
  clip.z *= 1.001;
  return clip;
}

@fragment fn fragmentMain() -> @location(0) vec4f {
  return vec4f(0.1, 1.0, 0.4, 1.0);
}
