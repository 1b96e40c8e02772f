/**
 * Returns the ray parameter (0 or more, in lengths of the direction) at which a ray hits either
 * side of a triangle, or Infinity if it misses.
 * After Moeller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection".
 * @param corners 9 numbers for each triangle
 * @param t index of the triangle's first number in `corners`
 */
export function meetTriangle(
  corners: ArrayLike<number>,
  t: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const e1x = corners[t + 3] - corners[t];
  const e1y = corners[t + 4] - corners[t + 1];
  const e1z = corners[t + 5] - corners[t + 2];
  const e2x = corners[t + 6] - corners[t];
  const e2y = corners[t + 7] - corners[t + 1];
  const e2z = corners[t + 8] - corners[t + 2];
  const px = dy * e2z - dz * e2y;
  const py = dz * e2x - dx * e2z;
  const pz = dx * e2y - dy * e2x;
  const determinant = e1x * px + e1y * py + e1z * pz;
  if (determinant === 0) return Number.POSITIVE_INFINITY;
  const sx = ox - corners[t];
  const sy = oy - corners[t + 1];
  const sz = oz - corners[t + 2];
  const u = (sx * px + sy * py + sz * pz) / determinant;
  if (u < 0 || u > 1) return Number.POSITIVE_INFINITY;
  const qx = sy * e1z - sz * e1y;
  const qy = sz * e1x - sx * e1z;
  const qz = sx * e1y - sy * e1x;
  const v = (dx * qx + dy * qy + dz * qz) / determinant;
  if (v < 0 || u + v > 1) return Number.POSITIVE_INFINITY;
  const distance = (e2x * qx + e2y * qy + e2z * qz) / determinant;
  return distance >= 0 ? distance : Number.POSITIVE_INFINITY;
}
