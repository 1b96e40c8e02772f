/** Axis-aligned boxes transformed by 3x4 row-major affine matrices. */

/** Writes the axis-aligned box (mins, maxs) around a transformed box. */
export function writeTransformedBox(
  out: Float32Array,
  outOffset: number,
  matrix: Float32Array,
  matrixOffset: number,
  mins: ArrayLike<number>,
  maxs: ArrayLike<number>,
): void {
  for (let row = 0; row < 3; row++) {
    const i = matrixOffset + row * 4;
    let low = matrix[i + 3];
    let high = low;
    for (let axis = 0; axis < 3; axis++) {
      const a = matrix[i + axis] * mins[axis];
      const b = matrix[i + axis] * maxs[axis];
      low += Math.min(a, b);
      high += Math.max(a, b);
    }
    out[outOffset + row] = low;
    out[outOffset + 3 + row] = high;
  }
}
