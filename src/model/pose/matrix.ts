/** 3x4 row-major matrices of a rotation and a translation, in columns of 12 floats. */

/** Writes the inverse of a rotation and translation: `MatrixInvert`. `out` may be `m`. */
export function invertRigid(out: Float32Array, to: number, m: Float32Array, at: number): void {
  const a = m[at];
  const b = m[at + 1];
  const c = m[at + 2];
  const d = m[at + 4];
  const e = m[at + 5];
  const f = m[at + 6];
  const g = m[at + 8];
  const h = m[at + 9];
  const i = m[at + 10];
  const x = m[at + 3];
  const y = m[at + 7];
  const z = m[at + 11];
  out[to] = a;
  out[to + 1] = d;
  out[to + 2] = g;
  out[to + 3] = -(a * x + d * y + g * z);
  out[to + 4] = b;
  out[to + 5] = e;
  out[to + 6] = h;
  out[to + 7] = -(b * x + e * y + h * z);
  out[to + 8] = c;
  out[to + 9] = f;
  out[to + 10] = i;
  out[to + 11] = -(c * x + f * y + i * z);
}

export function copyMatrix(out: Float32Array, to: number, m: Float32Array, at: number): void {
  for (let k = 0; k < 12; k++) out[to + k] = m[at + k];
}

/** Normalizes a vector; a zero vector stays zero. */
export function normalizeVector(v: Float32Array, at = 0): void {
  const length = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
  if (!(length > 0)) return;
  v[at] /= length;
  v[at + 1] /= length;
  v[at + 2] /= length;
}

/** Rotates a direction by a matrix, out of its space: `VectorRotate`. */
export function rotateVector(
  out: Float32Array,
  v: Float32Array,
  vAt: number,
  m: Float32Array,
  at: number,
): void {
  const x = v[vAt];
  const y = v[vAt + 1];
  const z = v[vAt + 2];
  out[0] = m[at] * x + m[at + 1] * y + m[at + 2] * z;
  out[1] = m[at + 4] * x + m[at + 5] * y + m[at + 6] * z;
  out[2] = m[at + 8] * x + m[at + 9] * y + m[at + 10] * z;
}
