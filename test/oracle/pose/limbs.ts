/** `Studio_SolveIK`, `CIKSolver` and `CIKContext::SolveLock` of Valve's public bone_setup.cpp. */

import type { Chain } from "./chain.ts";
import {
  add,
  column,
  cross,
  dot,
  fromColumns,
  len,
  localOf,
  type Mat,
  matrixOf,
  mix,
  mul,
  type Quat,
  rotate,
  slerp,
  sub,
  unit,
  type Vec,
} from "./math.ts";

export interface Limb {
  readonly bones: readonly number[];
  readonly knee: Vec;
}

export interface Lock {
  readonly limb: Limb;
  readonly positionWeight: number;
  readonly turnWeight: number;
}

interface Held {
  readonly p: Vec;
  readonly q: Quat;
  readonly kneeDirection: Vec;
  readonly kneePlace: Vec;
}

const STRAIGHT = 0.9998;

function alignMatrix(m: Mat, to: Vec): Mat {
  const x = unit(to);
  const y = unit(cross(column(m, 2), x));
  return fromColumns(x, y, cross(x, y), column(m, 3));
}

/** Returns the point at distance `a` from the origin and `b` from P that is closest to D. */
function solveKnee(a: number, b: number, P: Vec, D: Vec): Vec | null {
  const x = unit(P);
  const y = unit(sub(D, mul(x, dot(D, x))));
  const c = len(P);
  const d = (c + (a * a - b * b) / c) / 2;
  if (!(d > c - b && d < a)) return null;
  return add(mul(x, d), mul(y, Math.sqrt(a * a - d * d)));
}

export function solveLimbTo(chain: Chain, { bones, knee }: Limb, target: Vec): boolean {
  const [thigh, calf, foot] = bones.map((bone) => column(chain.get(bone), 3));
  if (len(knee) > 0) {
    return solveTowards(chain, bones, target, calf, rotate(chain.get(bones[0]), knee));
  }
  const [l1, l2, l3] = [len(sub(calf, thigh)), len(sub(foot, calf)), len(sub(foot, thigh))];
  if (l3 > (l1 + l2) * STRAIGHT) return false;
  const half = mul(sub(foot, thigh), l1 / l3);
  return solveTowards(chain, bones, target, calf, unit(sub(sub(calf, thigh), half)));
}

function solveTowards(
  chain: Chain,
  bones: readonly number[],
  target: Vec,
  kneePlace: Vec,
  kneeDirection: Vec,
): boolean {
  const [m1, m2, m3] = bones.map((bone) => chain.get(bone));
  const [thigh, calf, foot] = [m1, m2, m3].map((m) => column(m, 3));
  const [l1, l2] = [len(sub(calf, thigh)), len(sub(foot, calf))];
  let reach = sub(target, thigh);
  const d = Math.max(l1 + l2, len(reach) - Math.min(l1, l2)) * 100;
  const towards = add(sub(kneePlace, thigh), mul(kneeDirection, d));
  if (len(reach) > (l1 + l2) * STRAIGHT) reach = mul(unit(reach), (l1 + l2) * STRAIGHT);
  const least = Math.max(Math.abs(l1 - l2) * 1.15, Math.min(l1, l2) * 0.15);
  if (len(reach) < least) reach = mul(unit(sub(foot, thigh)), least);
  const knee = solveKnee(l1, l2, reach, towards);
  if (knee === null) return false;
  chain.known.set(bones[0], alignMatrix(m1, knee));
  const turned = alignMatrix(m2, sub(reach, knee));
  const at = (m: Mat, p: Vec) => fromColumns(...[0, 1, 2].map((i) => column(m, i)), p);
  chain.known.set(bones[1], at(turned, add(knee, thigh)));
  chain.known.set(bones[2], at(m3, add(reach, thigh)));
  return true;
}

/** Records the limbs before another sequence is layered. */
export function holdLimbs(chain: Chain, locks: readonly Lock[], keepsKnees: boolean): Held[] {
  return locks.map(({ limb: { bones, knee } }) => ({
    ...localOf(chain.get(bones[2])),
    kneeDirection: len(knee) > 0 ? rotate(chain.get(bones[0]), knee) : [0, 0, 0],
    kneePlace: keepsKnees ? column(chain.get(bones[1]), 3) : [0, 0, 0],
  }));
}

export function takeBack(chain: Chain, locks: readonly Lock[], held: readonly Held[]): void {
  locks.forEach(({ limb, positionWeight, turnWeight }, i) => {
    const { bones } = limb;
    const { p, q, kneeDirection, kneePlace } = held[i];
    const target = mix(column(chain.get(bones[2]), 3), p, positionWeight);
    if (len(kneeDirection) > 0) solveTowards(chain, bones, target, kneePlace, kneeDirection);
    else solveLimbTo(chain, limb, target);
    chain.known.set(bones[2], matrixOf({ p: column(chain.get(bones[2]), 3), q }));
    const before = chain.pose[bones[2]].q;
    chain.solve(bones[2]);
    const foot = chain.pose[bones[2]];
    chain.pose[bones[2]] = { p: foot.p, q: slerp(foot.q, before, turnWeight) };
    chain.solve(bones[1]);
    chain.solve(bones[0]);
  });
}
