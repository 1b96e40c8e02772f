// Seamless mapping: a texture projected along three axes, weighted by the surface's direction.

// Returns the weights of the three axes from the squared normal, which may have any length.
fn seamlessShare(normal: vec3f) -> vec3f {
  let facing = normal * normal;
  return facing / max(facing.x + facing.y + facing.z, 1e-12);
}

// Texture coordinates along each axis, and the weights.
struct SeamlessPlace {
  x: vec2f,
  y: vec2f,
  z: vec2f,
  share: vec3f,
}

// Returns the weighted texel. Call from uniform control flow.
fn readSeamless(image: texture_2d_array<f32>, filtering: sampler, layer: u32, at: SeamlessPlace) -> vec4f {
  return at.share.x * textureSample(image, filtering, at.x, layer)
    + at.share.y * textureSample(image, filtering, at.y, layer)
    + at.share.z * textureSample(image, filtering, at.z, layer);
}
