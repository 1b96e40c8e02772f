/**
 * Rotations and matrices of Valve's public mathlib_base.cpp in 64 bits. Each result is a new list.
 */

export type Vec = readonly number[];
/** x, y, z, w. */
export type Quat = readonly number[];
/** Three rows of four. */
export type Mat = readonly (readonly number[])[];

export interface Local {
  readonly p: Vec;
  readonly q: Quat;
}

const EPSILON = 1.1920929e-7;

export const add = (a: Vec, b: Vec): number[] => a.map((v, i) => v + b[i]);
export const sub = (a: Vec, b: Vec): number[] => a.map((v, i) => v - b[i]);
export const mul = (a: Vec, s: number): number[] => a.map((v) => v * s);
export const dot = (a: Vec, b: Vec): number => a.reduce((sum, v, i) => sum + v * b[i], 0);
export const len = (a: Vec): number => Math.sqrt(dot(a, a));
export const unit = (a: Vec): number[] => (len(a) > 0 ? mul(a, 1 / len(a)) : [...a]);
export const mix = (a: Vec, b: Vec, t: number): number[] => add(mul(a, 1 - t), mul(b, t));
export const cross = (a: Vec, b: Vec): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** `QuaternionAlign`: the nearer of q and −q. */
export function align(p: Quat, q: Quat): Quat {
  return len(sub(p, q)) > len(add(p, q)) ? mul(q, -1) : q;
}

export const blendNoAlign = (p: Quat, q: Quat, t: number): Quat => unit(mix(p, q, t));
export const blend = (p: Quat, q: Quat, t: number): Quat => blendNoAlign(p, align(p, q), t);

export function slerpNoAlign(p: Quat, q: Quat, t: number): Quat {
  const cosine = dot(p, q);
  if (1 + cosine <= 0.000001) {
    const r = [-q[1], q[0], -q[3], q[2]];
    const a = Math.sin((1 - t) * 0.5 * Math.PI);
    const b = Math.sin(t * 0.5 * Math.PI);
    return [0, 1, 2].map((i) => a * p[i] + b * r[i]).concat(r[3]);
  }
  if (1 - cosine <= 0.000001) return mix(p, q, t);
  const omega = Math.acos(cosine);
  const a = Math.sin((1 - t) * omega) / Math.sin(omega);
  const b = Math.sin(t * omega) / Math.sin(omega);
  return add(mul(p, a), mul(q, b));
}

export const slerp = (p: Quat, q: Quat, t: number): Quat => slerpNoAlign(p, align(p, q), t);

export function qmul(p: Quat, qq: Quat): Quat {
  const q = align(p, qq);
  const [px, py, pz, pw] = p;
  const [x, y, z, w] = q;
  return [
    px * w + py * z - pz * y + pw * x,
    -px * z + py * w + pz * x + pw * y,
    px * y - py * x + pz * w + pw * z,
    -px * x - py * y - pz * z + pw * w,
  ];
}

export function qscale(p: Quat, t: number): Quat {
  const sine = Math.min(1, len(p.slice(0, 3)));
  const scaled = Math.sin(Math.asin(sine) * t);
  const w = Math.sqrt(Math.max(0, 1 - scaled * scaled));
  return [...mul(p.slice(0, 3), scaled / (sine + EPSILON)), p[3] < 0 ? -w : w];
}

export const axisTurn = (axis: Vec, radians: number): Quat => [
  ...mul(axis, Math.sin(radians / 2)),
  Math.cos(radians / 2),
];

/** `QuaternionMatrix` */
export function matrixOf({ p, q: [x, y, z, w] }: Local): Mat {
  return [
    [1 - 2 * y * y - 2 * z * z, 2 * x * y - 2 * w * z, 2 * x * z + 2 * w * y, p[0]],
    [2 * x * y + 2 * w * z, 1 - 2 * x * x - 2 * z * z, 2 * y * z - 2 * w * x, p[1]],
    [2 * x * z - 2 * w * y, 2 * y * z + 2 * w * x, 1 - 2 * x * x - 2 * y * y, p[2]],
  ];
}

/** `MatrixAngles` */
export function localOf(m: Mat): Local {
  const p = m.map((row) => row[3]);
  const [a, b, c] = [m[0][0], m[1][1], m[2][2]];
  const [yz, zx, xy] = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]];
  const [sx, sy, sz] = [m[1][0] + m[0][1], m[0][2] + m[2][0], m[2][1] + m[1][2]];
  let q: number[];
  if (a + b + c + 1 > 1 + EPSILON) q = [yz, zx, xy, a + b + c + 1];
  else if (a > b && a > c) q = [1 + a - b - c, sx, sy, yz];
  else if (b > c) q = [sx, 1 + b - a - c, sz, zx];
  else q = [sy, sz, 1 + c - a - b, xy];
  return { p, q: unit(q) };
}

export const IDENTITY: Mat = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
];

export const column = (m: Mat, i: number): number[] => m.map((row) => row[i]);
export const fromColumns = (...columns: Vec[]): Mat =>
  [0, 1, 2].map((row) => columns.map((c) => c[row]));
export const rotate = (m: Mat, v: Vec): number[] => m.map((row) => dot(row.slice(0, 3), v));
export const transform = (m: Mat, v: Vec): number[] => add(rotate(m, v), column(m, 3));

export function concat(a: Mat, b: Mat): Mat {
  return fromColumns(...[0, 1, 2].map((i) => rotate(a, column(b, i))), transform(a, column(b, 3)));
}

/** Inverts a rotation with translation. */
export function invert(m: Mat): Mat {
  const turned = [0, 1, 2].map((i) => column(m, i));
  const back = turned.map((row) => -dot(row, column(m, 3)));
  return turned.map((row, i) => [...row, back[i]]);
}

export const spline = (t: number): number => 3 * t * t - 2 * t * t * t;
export const clamp = (v: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, v));

/** Returns a row of a typed array as a list. */
export const slice = (a: ArrayLike<number>, row: number, size: number): number[] =>
  Array.from({ length: size }, (_, i) => a[row * size + i]);

export function matrixRow(a: ArrayLike<number>, row: number): Mat {
  const flat = slice(a, row, 12);
  return [flat.slice(0, 4), flat.slice(4, 8), flat.slice(8, 12)];
}
