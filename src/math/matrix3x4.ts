/** 3x4 row-major affine matrices, as the studio formats store them; column 3 is the translation. */

/** out = a * b. `out` may be `a` or `b`. */
export function multiply3x4(
  out: Float32Array,
  outOffset: number,
  a: Float32Array,
  aOffset: number,
  b: Float32Array,
  bOffset: number,
): void {
  const b00 = b[bOffset];
  const b01 = b[bOffset + 1];
  const b02 = b[bOffset + 2];
  const b03 = b[bOffset + 3];
  const b10 = b[bOffset + 4];
  const b11 = b[bOffset + 5];
  const b12 = b[bOffset + 6];
  const b13 = b[bOffset + 7];
  const b20 = b[bOffset + 8];
  const b21 = b[bOffset + 9];
  const b22 = b[bOffset + 10];
  const b23 = b[bOffset + 11];
  for (let row = 0; row < 3; row++) {
    const i = aOffset + row * 4;
    const x = a[i];
    const y = a[i + 1];
    const z = a[i + 2];
    const w = a[i + 3];
    const o = outOffset + row * 4;
    out[o] = x * b00 + y * b10 + z * b20;
    out[o + 1] = x * b01 + y * b11 + z * b21;
    out[o + 2] = x * b02 + y * b12 + z * b22;
    out[o + 3] = x * b03 + y * b13 + z * b23 + w;
  }
}

/** Writes the matrix of a unit quaternion (x, y, z, w) and a position. */
export function writeMatrixFromQuaternion(
  out: Float32Array,
  outOffset: number,
  quaternion: Float32Array,
  quaternionOffset: number,
  position: Float32Array,
  positionOffset: number,
): void {
  const x = quaternion[quaternionOffset];
  const y = quaternion[quaternionOffset + 1];
  const z = quaternion[quaternionOffset + 2];
  const w = quaternion[quaternionOffset + 3];
  out[outOffset] = 1 - 2 * (y * y + z * z);
  out[outOffset + 1] = 2 * (x * y - z * w);
  out[outOffset + 2] = 2 * (x * z + y * w);
  out[outOffset + 3] = position[positionOffset];
  out[outOffset + 4] = 2 * (x * y + z * w);
  out[outOffset + 5] = 1 - 2 * (x * x + z * z);
  out[outOffset + 6] = 2 * (y * z - x * w);
  out[outOffset + 7] = position[positionOffset + 1];
  out[outOffset + 8] = 2 * (x * z - y * w);
  out[outOffset + 9] = 2 * (y * z + x * w);
  out[outOffset + 10] = 1 - 2 * (x * x + y * y);
  out[outOffset + 11] = position[positionOffset + 2];
}
