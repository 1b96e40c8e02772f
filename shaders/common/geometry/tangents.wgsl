// The frame that normal maps are in: along a texture's s, along its t (which runs down), and out.

struct TangentFrame {
  tangent: vec3f,
  binormal: vec3f,
  normal: vec3f,
}

// Of a vertex: `tangent` has the sign of the binormal in w.
fn tangentFrame(normal: vec3f, tangent: vec4f) -> TangentFrame {
  return TangentFrame(tangent.xyz, cross(normal, tangent.xyz) * tangent.w, normal);
}
