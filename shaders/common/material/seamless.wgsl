// Textures that are laid over a place from three axes, each as much as the surface faces it.

// By the square of where a surface faces, of any length.
fn seamlessShare(normal: vec3f) -> vec3f {
  let facing = normal * normal;
  return facing / max(facing.x + facing.y + facing.z, 1e-12);
}

// Where a texture is read along each axis.
struct SeamlessPlace {
  x: vec2f,
  y: vec2f,
  z: vec2f,
  share: vec3f,
}

// From uniform control flow.
fn readSeamless(image: texture_2d_array<f32>, filtering: sampler, layer: u32, at: SeamlessPlace) -> vec4f {
  return at.share.x * textureSample(image, filtering, at.x, layer)
    + at.share.y * textureSample(image, filtering, at.y, layer)
    + at.share.z * textureSample(image, filtering, at.z, layer);
}
