/**
 * Quaternions as columns of x, y, z, w: Valve's formulas (`mathlib_base.cpp`), in double precision
 * between columns. `out` may be any of the inputs.
 */

/**
 * Returns -1 if the negated quaternion, which is the same rotation, is nearer; else 1:
 * `QuaternionAlign`.
 */
function sideOf(p: Float32Array, at: number, q: Float32Array, qAt: number): number {
  const dot =
    p[at] * q[qAt] + p[at + 1] * q[qAt + 1] + p[at + 2] * q[qAt + 2] + p[at + 3] * q[qAt + 3];
  return dot < 0 ? -1 : 1;
}

function writeUnit(out: Float32Array, to: number, x: number, y: number, z: number, w: number) {
  const square = x * x + y * y + z * z + w * w;
  const scale = square > 0 ? 1 / Math.sqrt(square) : 1;
  out[to] = x * scale;
  out[to + 1] = y * scale;
  out[to + 2] = z * scale;
  out[to + 3] = w * scale;
}

/** Interpolates from p at 0 to q at 1 along the chord, aligned like `QuaternionBlend` or not. */
export function blendQuaternion(
  out: Float32Array,
  to: number,
  p: Float32Array,
  at: number,
  q: Float32Array,
  qAt: number,
  t: number,
  isAligned = true,
): void {
  const a = 1 - t;
  const b = isAligned ? t * sideOf(p, at, q, qAt) : t;
  writeUnit(
    out,
    to,
    a * p[at] + b * q[qAt],
    a * p[at + 1] + b * q[qAt + 1],
    a * p[at + 2] + b * q[qAt + 2],
    a * p[at + 3] + b * q[qAt + 3],
  );
}

/** Interpolates from p at 0 to q at 1 along the arc, aligned like `QuaternionSlerp` or not. */
export function slerpQuaternion(
  out: Float32Array,
  to: number,
  p: Float32Array,
  at: number,
  q: Float32Array,
  qAt: number,
  t: number,
  isAligned = true,
): void {
  const dot =
    p[at] * q[qAt] + p[at + 1] * q[qAt + 1] + p[at + 2] * q[qAt + 2] + p[at + 3] * q[qAt + 3];
  const side = isAligned && dot < 0 ? -1 : 1;
  const cosine = side * dot;
  if (1 + cosine <= 0.000001) {
    slerpOpposite(out, to, p, at, q, qAt, t);
    return;
  }
  let a = 1 - t;
  let b = t;
  if (1 - cosine > 0.000001) {
    const angle = Math.acos(cosine);
    const scale = 1 / Math.sin(angle);
    a = Math.sin(a * angle) * scale;
    b = Math.sin(b * angle) * scale;
  }
  b *= side;
  out[to] = a * p[at] + b * q[qAt];
  out[to + 1] = a * p[at + 1] + b * q[qAt + 1];
  out[to + 2] = a * p[at + 2] + b * q[qAt + 2];
  out[to + 3] = a * p[at + 3] + b * q[qAt + 3];
}

/**
 * Interpolates between opposite quaternions by way of a quarter turn. As in the engine, w is q's z.
 */
function slerpOpposite(
  out: Float32Array,
  to: number,
  p: Float32Array,
  at: number,
  q: Float32Array,
  qAt: number,
  t: number,
): void {
  const a = Math.sin((1 - t) * (Math.PI / 2));
  const b = Math.sin(t * (Math.PI / 2));
  const x = a * p[at] - b * q[qAt + 1];
  const y = a * p[at + 1] + b * q[qAt];
  const z = a * p[at + 2] - b * q[qAt + 3];
  const w = q[qAt + 2];
  out[to] = x;
  out[to + 1] = y;
  out[to + 2] = z;
  out[to + 3] = w;
}

/** Writes p * q, normalized, with q aligned to p: `QuaternionMult`. */
export function multiplyUnit(
  out: Float32Array,
  to: number,
  p: Float32Array,
  at: number,
  q: Float32Array,
  qAt: number,
): void {
  const side = sideOf(p, at, q, qAt);
  const px = p[at];
  const py = p[at + 1];
  const pz = p[at + 2];
  const pw = p[at + 3];
  const x = side * q[qAt];
  const y = side * q[qAt + 1];
  const z = side * q[qAt + 2];
  const w = side * q[qAt + 3];
  writeUnit(
    out,
    to,
    px * w + py * z - pz * y + pw * x,
    -px * z + py * w + pz * x + pw * y,
    px * y - py * x + pz * w + pw * z,
    -px * x - py * y - pz * z + pw * w,
  );
}

/** Scales a rotation's angle: `QuaternionScale`. */
export function scaleQuaternion(
  out: Float32Array,
  to: number,
  p: Float32Array,
  at: number,
  t: number,
): void {
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  const sine = Math.min(1, Math.sqrt(x * x + y * y + z * z));
  const scaled = Math.sin(Math.asin(sine) * t);
  const scale = scaled / (sine + FLT_EPSILON);
  const w = Math.sqrt(Math.max(0, 1 - scaled * scaled));
  out[to + 3] = p[at + 3] < 0 ? -w : w;
  out[to] = x * scale;
  out[to + 1] = y * scale;
  out[to + 2] = z * scale;
}

export const FLT_EPSILON = 1.1920929e-7;

/** Blends towards the identity: `QuaternionIdentityBlend`. */
export function fadeQuaternion(q: Float32Array, at: number, t: number): void {
  const scale = 1 - t;
  const w = q[at + 3] * scale + (q[at + 3] < 0 ? -t : t);
  writeUnit(q, at, q[at] * scale, q[at + 1] * scale, q[at + 2] * scale, w);
}

export function normalizeQuaternion(q: Float32Array, at: number): void {
  writeUnit(q, at, q[at], q[at + 1], q[at + 2], q[at + 3]);
}

/** Adds t * q to `out`, with q aligned to it: `QuaternionAccumulate`. */
export function addQuaternion(
  out: Float32Array,
  to: number,
  q: Float32Array,
  at: number,
  t: number,
): void {
  const b = t * sideOf(out, to, q, at);
  for (let k = 0; k < 4; k++) out[to + k] += b * q[at + k];
}

/** Writes the rotation of a matrix as a unit quaternion: `MatrixAngles`. */
export function writeQuaternionOf(
  out: Float32Array,
  to: number,
  m: Float32Array,
  at: number,
): void {
  const xx = m[at];
  const yy = m[at + 5];
  const zz = m[at + 10];
  if (xx + yy + zz > FLT_EPSILON) {
    const x = m[at + 9] - m[at + 6];
    const y = m[at + 2] - m[at + 8];
    const z = m[at + 4] - m[at + 1];
    writeUnit(out, to, x, y, z, xx + yy + zz + 1);
  } else if (xx > yy && xx > zz) {
    const w = m[at + 9] - m[at + 6];
    writeUnit(out, to, 1 + xx - yy - zz, m[at + 4] + m[at + 1], m[at + 2] + m[at + 8], w);
  } else if (yy > zz) {
    const w = m[at + 2] - m[at + 8];
    writeUnit(out, to, m[at + 1] + m[at + 4], 1 + yy - xx - zz, m[at + 9] + m[at + 6], w);
  } else {
    const w = m[at + 4] - m[at + 1];
    writeUnit(out, to, m[at + 2] + m[at + 8], m[at + 9] + m[at + 6], 1 + zz - xx - yy, w);
  }
}
