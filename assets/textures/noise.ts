/** Noise on the torus: all functions have period 1 in u and v. */

/** Returns a hash from 0 to 1 of two integers and a seed, the same on every machine. */
export function hash(x: number, y: number, seed: number): number {
  let h =
    Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(seed | 0, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 0x100000000;
}

function wrap(x: number, period: number): number {
  const rest = x % period;
  return rest < 0 ? rest + period : rest;
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

const SLOPE_X = Float64Array.from({ length: 16 }, (_, i) => Math.cos((i * Math.PI) / 8));
const SLOPE_Y = Float64Array.from({ length: 16 }, (_, i) => Math.sin((i * Math.PI) / 8));

function slope(x: number, y: number, dx: number, dy: number, seed: number): number {
  const i = (hash(x, y, seed) * 16) | 0;
  return SLOPE_X[i] * dx + SLOPE_Y[i] * dy;
}

/** Returns gradient noise with `columns` x `rows` cells, about −1 to 1. */
export function gradientNoise(
  u: number,
  v: number,
  columns: number,
  rows: number,
  seed: number,
): number {
  const x = u * columns;
  const y = v * rows;
  const fx = Math.floor(x);
  const fy = Math.floor(y);
  const dx = x - fx;
  const dy = y - fy;
  const x0 = wrap(fx, columns);
  const y0 = wrap(fy, rows);
  const x1 = x0 + 1 === columns ? 0 : x0 + 1;
  const y1 = y0 + 1 === rows ? 0 : y0 + 1;
  const tx = fade(dx);
  const top0 = slope(x0, y0, dx, dy, seed);
  const top = top0 + (slope(x1, y0, dx - 1, dy, seed) - top0) * tx;
  const low0 = slope(x0, y1, dx, dy - 1, seed);
  const low = low0 + (slope(x1, y1, dx - 1, dy - 1, seed) - low0) * tx;
  return (top + (low - top) * fade(dy)) * 1.45;
}

/**
 * Returns a sum of octaves of gradient noise, each twice as fine and half as strong; about −1 to 1.
 */
export function fbm(
  u: number,
  v: number,
  columns: number,
  rows: number,
  octaves: number,
  seed: number,
): number {
  let sum = 0;
  let total = 0;
  for (let octave = 0, weight = 1; octave < octaves; octave++, weight /= 2) {
    sum += weight * gradientNoise(u, v, columns << octave, rows << octave, seed + octave * 101);
    total += weight;
  }
  return (sum / total) * 1.3;
}

/** Returns noise with sharp crests: 0 in valleys, 1 on ridges. */
export function ridges(u: number, v: number, cells: number, octaves: number, seed: number): number {
  let sum = 0;
  let total = 0;
  for (let octave = 0, weight = 1; octave < octaves; octave++, weight /= 2) {
    const crest =
      1 - Math.abs(gradientNoise(u, v, cells << octave, cells << octave, seed + octave));
    sum += weight * crest * crest;
    total += weight;
  }
  return sum / total;
}

export interface CellPoint {
  /** Distances to the nearest and second nearest points, in cells. */
  near: number;
  next: number;
  /** Random number of the point, 0 to 1. */
  id: number;
}

/** Returns Worley noise: a point in each of `columns` x `rows` cells. */
export function cells(
  u: number,
  v: number,
  columns: number,
  rows: number,
  seed: number,
  jitter = 1,
): CellPoint {
  const x = u * columns;
  const y = v * rows;
  const cx = Math.floor(x);
  const cy = Math.floor(y);
  const found = { near: 9, next: 9, id: 0 };
  for (let j = -1; j <= 1; j++) {
    for (let i = -1; i <= 1; i++) {
      const wx = wrap(cx + i, columns);
      const wy = wrap(cy + j, rows);
      const px = cx + i + 0.5 + (hash(wx, wy, seed) - 0.5) * jitter;
      const py = cy + j + 0.5 + (hash(wx, wy, seed + 1) - 0.5) * jitter;
      const distance = Math.sqrt((px - x) ** 2 + (py - y) ** 2);
      if (distance < found.near) {
        found.next = found.near;
        found.near = distance;
        found.id = hash(wx, wy, seed + 2);
      } else if (distance < found.next) {
        found.next = distance;
      }
    }
  }
  return found;
}
