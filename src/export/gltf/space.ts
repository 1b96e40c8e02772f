/**
 * Conversion from Source's space to glTF's: x forward, y left, z up becomes z forward, x left, y
 * up. Both are right-handed, so every vector, and the vector part of every quaternion, is only
 * permuted (x, y, z to y, z, x), and lengths are scaled. All data is written in glTF's space,
 * without correcting nodes.
 */

/** Meters per inch. */
export const METRES_PER_INCH = 0.0254;

/** Source axis of each axis of glTF. */
const FROM = [1, 2, 0] as const;

/**
 * Returns `source` with vectors of 3 converted and scaled; scale 1 for directions. `stride` is the
 * number of floats per vector.
 */
export function turnVectors(source: Float32Array, scale: number, stride = 3): Float32Array {
  const out = new Float32Array(source.length);
  for (let i = 0; i + 3 <= source.length; i += stride) {
    out[i] = source[i + 1] * scale;
    out[i + 1] = source[i + 2] * scale;
    out[i + 2] = source[i] * scale;
    for (let k = 3; k < stride; k++) out[i + k] = source[i + k];
  }
  return out;
}

/** Converts a point or a size. */
export function turnVector(vector: ArrayLike<number>, at: number, scale: number): number[] {
  return [vector[at + 1] * scale, vector[at + 2] * scale, vector[at] * scale];
}

/** Converts and normalizes a quaternion (x, y, z, w). */
export function turnQuaternion(quaternion: ArrayLike<number>, at: number): number[] {
  const [x, y, z, w] = [quaternion[at], quaternion[at + 1], quaternion[at + 2], quaternion[at + 3]];
  const length = Math.hypot(x, y, z, w);
  return length > 0 ? [y / length, z / length, x / length, w / length] : [0, 0, 0, 1];
}

/** Writes a 3x4 row-major matrix as a column-major 4x4 matrix of glTF. */
export function writeTurnedMatrix(
  out: Float32Array,
  outOffset: number,
  matrix: Float32Array,
  at: number,
  scale: number,
): void {
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 3; row++) {
      const from = column < 3 ? FROM[column] : 3;
      const value = matrix[at + FROM[row] * 4 + from];
      out[outOffset + column * 4 + row] = column < 3 ? value : value * scale;
    }
    out[outOffset + column * 4 + 3] = column < 3 ? 0 : 1;
  }
}

/**
 * Returns the rotation of a 4x4 column-major matrix, by Shepperd's method; approximate if the
 * matrix scales.
 */
export function quaternionOf(m: Float32Array): number[] {
  const [xx, yy, zz] = [m[0], m[5], m[10]];
  let q: number[];
  if (xx + yy + zz > 0) q = [m[6] - m[9], m[8] - m[2], m[1] - m[4], 1 + xx + yy + zz];
  else if (xx >= yy && xx >= zz) q = [1 + xx - yy - zz, m[1] + m[4], m[8] + m[2], m[6] - m[9]];
  else if (yy >= zz) q = [m[1] + m[4], 1 + yy - xx - zz, m[6] + m[9], m[8] - m[2]];
  else q = [m[8] + m[2], m[6] + m[9], 1 + zz - xx - yy, m[1] - m[4]];
  const length = Math.hypot(...q);
  return length > 0 ? q.map((value) => value / length) : [0, 0, 0, 1];
}
