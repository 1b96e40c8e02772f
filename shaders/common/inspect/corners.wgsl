// Triangles that know their corners: lists of indices are counted through, and read here.

@group(3) @binding(2) var<storage, read> edgeIndices: array<u32>;
@group(3) @binding(3) var<storage, read> edgeVertices: array<u32>;

fn cornerOf(index: u32) -> vec3f {
  let corner = index % 3u;
  return vec3f(select(0.0, 1.0, corner == 0u), select(0.0, 1.0, corner == 1u), select(0.0, 1.0, corner == 2u));
}

// How much of an edge, a good pixel wide on either side, a place shows.
fn edgeAt(corner: vec3f) -> f32 {
  let pixels = corner / max(fwidth(corner), vec3f(1e-6));
  return saturate(1.2 - min(pixels.x, min(pixels.y, pixels.z)));
}
