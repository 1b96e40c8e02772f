// Affine 3x4 matrices stored as rows, and skinning with up to three bones.

struct Affine {
  row0: vec4f,
  row1: vec4f,
  row2: vec4f,
}

fn transformPoint(m: Affine, p: vec3f) -> vec3f {
  let q = vec4f(p, 1.0);
  return vec3f(dot(m.row0, q), dot(m.row1, q), dot(m.row2, q));
}

fn transformDirection(m: Affine, d: vec3f) -> vec3f {
  return vec3f(dot(m.row0.xyz, d), dot(m.row1.xyz, d), dot(m.row2.xyz, d));
}

// Returns the weighted sum of three bones. The weights sum to 1.
fn blendBones(a: Affine, b: Affine, c: Affine, weight: vec3f) -> Affine {
  return Affine(
    a.row0 * weight.x + b.row0 * weight.y + c.row0 * weight.z,
    a.row1 * weight.x + b.row1 * weight.y + c.row1 * weight.z,
    a.row2 * weight.x + b.row2 * weight.y + c.row2 * weight.z,
  );
}

// Returns the transform that applies `b` first, then `a`.
fn multiplyAffine(a: Affine, b: Affine) -> Affine {
  return Affine(multiplyRow(a.row0, b), multiplyRow(a.row1, b), multiplyRow(a.row2, b));
}

fn multiplyRow(row: vec4f, b: Affine) -> vec4f {
  return row.x * b.row0 + row.y * b.row1 + row.z * b.row2 + vec4f(0.0, 0.0, 0.0, row.w);
}
