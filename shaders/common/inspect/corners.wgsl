// Barycentric corners of triangles, for drawing edges. The vertex shader counts through the index
// list and reads indices and vertices itself.

@group(3) @binding(2) var<storage, read> edgeIndices: array<u32>;
@group(3) @binding(3) var<storage, read> edgeVertices: array<u32>;

fn cornerOf(index: u32) -> vec3f {
  let corner = index % 3u;
  return vec3f(select(0.0, 1.0, corner == 0u), select(0.0, 1.0, corner == 1u), select(0.0, 1.0, corner == 2u));
}

// Returns how much of an edge a place shows, 0 to 1. An edge is a little over a pixel wide on
// either side.
fn edgeAt(corner: vec3f) -> f32 {
  let pixels = corner / max(fwidth(corner), vec3f(1e-6));
  return saturate(1.2 - min(pixels.x, min(pixels.y, pixels.z)));
}
