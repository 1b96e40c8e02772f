/** Two-bone IK: `Studio_SolveIK`, with Perlin's solution that the engine uses. */

import type { IkChains, IkLinks } from "../../../formats/studio/rig/rig-types.ts";
import { normalizeVector, rotateVector } from "../matrix.ts";

/** Fraction of a straight limb's length: about a degree short of straight. */
const NEARLY_STRAIGHT = 0.9998;

/** First three links of a chain: rows of the bones, and the direction in which the knee bends. */
export interface IkLimb {
  readonly thigh: number;
  readonly knee: number;
  readonly foot: number;
  /** Direction in the thigh's space, or null to keep the current bend. */
  readonly kneeDirection: Float32Array | null;
}

const hip = new Float32Array(3);
const toFoot = new Float32Array(3);
const toKnee = new Float32Array(3);
const toTarget = new Float32Array(3);
const bend = new Float32Array(3);
const kneeAt = new Float32Array(3);

/**
 * Rotates thigh and knee so that the foot reaches `target`. Returns false if there is no solution.
 */
export function solveLimb(m: Float32Array, limb: IkLimb, target: Float32Array): boolean {
  const { thigh, knee, foot, kneeDirection } = limb;
  if (kneeDirection !== null) {
    rotateVector(bend, kneeDirection, 0, m, thigh * 12);
    for (let k = 0; k < 3; k++) kneeAt[k] = m[knee * 12 + k * 4 + 3];
    return solveTowards(m, limb, target, kneeAt, bend);
  }
  for (let k = 0; k < 3; k++) {
    const at = k * 4 + 3;
    kneeAt[k] = m[knee * 12 + at];
    toKnee[k] = kneeAt[k] - m[thigh * 12 + at];
    toFoot[k] = m[foot * 12 + at] - m[thigh * 12 + at];
    bend[k] = m[foot * 12 + at] - kneeAt[k];
  }
  const upper = lengthOf(toKnee);
  const whole = lengthOf(toFoot);
  // Too straight to determine the bend direction.
  if (whole > (upper + lengthOf(bend)) * NEARLY_STRAIGHT) return false;
  for (let k = 0; k < 3; k++) bend[k] = toKnee[k] - toFoot[k] * (upper / whole);
  normalizeVector(bend);
  return solveTowards(m, limb, target, kneeAt, bend);
}

/**
 * Solves the limb with a knee that bends towards a direction.
 * @param kneePlace in model space, as `kneeDirection`
 */
export function solveTowards(
  m: Float32Array,
  { thigh, knee, foot }: IkLimb,
  target: Float32Array,
  kneePlace: Float32Array,
  kneeDirection: Float32Array,
): boolean {
  for (let k = 0; k < 3; k++) {
    const at = k * 4 + 3;
    hip[k] = m[thigh * 12 + at];
    toTarget[k] = target[k] - hip[k];
    toKnee[k] = m[knee * 12 + at] - hip[k];
    toFoot[k] = m[foot * 12 + at] - m[knee * 12 + at];
  }
  const upper = lengthOf(toKnee);
  const lower = lengthOf(toFoot);
  const reach = Math.max(upper + lower, lengthOf(toTarget) - Math.min(upper, lower));
  // Far away, so that it determines the direction of the knee only.
  for (let k = 0; k < 3; k++) toKnee[k] = kneePlace[k] - hip[k] + kneeDirection[k] * reach * 100;
  const longest = (upper + lower) * NEARLY_STRAIGHT;
  if (lengthOf(toTarget) > longest) setLength(toTarget, longest);
  const shortest = Math.max(Math.abs(upper - lower) * 1.15, Math.min(upper, lower) * 0.15);
  if (lengthOf(toTarget) < shortest) {
    for (let k = 0; k < 3; k++) toTarget[k] = m[foot * 12 + k * 4 + 3] - hip[k];
    setLength(toTarget, shortest);
  }
  if (!placeKnee(upper, lower)) return false;
  alignTo(m, thigh * 12, toKnee);
  for (let k = 0; k < 3; k++) bend[k] = toTarget[k] - toKnee[k];
  alignTo(m, knee * 12, bend);
  for (let k = 0; k < 3; k++) {
    m[knee * 12 + k * 4 + 3] = hip[k] + toKnee[k];
    m[foot * 12 + k * 4 + 3] = hip[k] + toTarget[k];
  }
  return true;
}

/**
 * Writes `toKnee`, which has the length of the upper bone, ends at the lower bone's length from
 * `toTarget`, and points as near as possible to its earlier direction. Returns false if that is
 * impossible.
 */
function placeKnee(upper: number, lower: number): boolean {
  const r = lengthOf(toTarget);
  const x = toTarget[0] / r;
  const y = toTarget[1] / r;
  const z = toTarget[2] / r;
  const along = toKnee[0] * x + toKnee[1] * y + toKnee[2] * z;
  bend[0] = toKnee[0] - along * x;
  bend[1] = toKnee[1] - along * y;
  bend[2] = toKnee[2] - along * z;
  const aside = lengthOf(bend);
  const d = (r + (upper * upper - lower * lower) / r) / 2;
  if (!(d > r - lower && d < upper) || !(aside > 0)) return false;
  const e = Math.sqrt(upper * upper - d * d) / aside;
  toKnee[0] = d * x + e * bend[0];
  toKnee[1] = d * y + e * bend[1];
  toKnee[2] = d * z + e * bend[2];
  return true;
}

const column = new Float32Array(3);

/**
 * Rotates a matrix so that its x axis points along a direction, and its z axis stays as near as
 * possible: `Studio_AlignIKMatrix`.
 */
function alignTo(m: Float32Array, at: number, direction: Float32Array): void {
  for (let k = 0; k < 3; k++) column[k] = direction[k];
  normalizeVector(column);
  const x0 = column[0];
  const x1 = column[1];
  const x2 = column[2];
  const z0 = m[at + 2];
  const z1 = m[at + 6];
  const z2 = m[at + 10];
  column[0] = z1 * x2 - z2 * x1;
  column[1] = z2 * x0 - z0 * x2;
  column[2] = z0 * x1 - z1 * x0;
  normalizeVector(column);
  const y0 = column[0];
  const y1 = column[1];
  const y2 = column[2];
  m[at] = x0;
  m[at + 4] = x1;
  m[at + 8] = x2;
  m[at + 1] = y0;
  m[at + 5] = y1;
  m[at + 9] = y2;
  m[at + 2] = x1 * y2 - x2 * y1;
  m[at + 6] = x2 * y0 - x0 * y2;
  m[at + 10] = x0 * y1 - x1 * y0;
}

function lengthOf(v: Float32Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

function setLength(v: Float32Array, length: number): void {
  normalizeVector(v);
  for (let k = 0; k < 3; k++) v[k] *= length;
}

/** Lists the limb of each chain; null for chains without thigh, knee and foot. */
export function listLimbs(
  { count, firstLink, linkCount }: IkChains,
  { bone }: IkLinks,
  kneeDirection: Float32Array,
): (IkLimb | null)[] {
  return Array.from({ length: count }, (_, chain) => {
    if (linkCount[chain] < 3) return null;
    const first = firstLink[chain];
    const knee = kneeDirection.slice(first * 3, first * 3 + 3);
    return {
      thigh: bone[first],
      knee: bone[first + 1],
      foot: bone[first + 2],
      kneeDirection: knee.some((value) => value !== 0) ? knee : null,
    };
  });
}
