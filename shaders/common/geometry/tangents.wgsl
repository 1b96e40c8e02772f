// Tangent space of normal maps: axes along a texture's s, along its t (which runs down), and the
// normal.

struct TangentFrame {
  tangent: vec3f,
  binormal: vec3f,
  normal: vec3f,
}

// Builds the frame of a vertex. `tangent.w` is the sign of the binormal.
fn tangentFrame(normal: vec3f, tangent: vec4f) -> TangentFrame {
  return TangentFrame(tangent.xyz, cross(normal, tangent.xyz) * tangent.w, normal);
}
