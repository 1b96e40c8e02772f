/** IK rules: `Studio_IKSequenceError`, `CIKContext::UpdateTargets` and `SolveDependencies`, on a flat floor at z 0. */

import type {
  AnimationRules,
  MdlIkRule,
} from "../../../src/formats/studio/animation/animation-types.ts";
import type { MotionInfo } from "../../../src/model/files/studio-model.ts";
import type { Chain } from "./chain.ts";
import { type Limb, solveLimbTo } from "./limbs.ts";
import {
  add,
  align,
  blend,
  column,
  concat,
  cross,
  fromColumns,
  invert,
  type Local,
  len,
  localOf,
  type Mat,
  matrixOf,
  mix,
  mul,
  type Quat,
  qscale,
  slerp,
  slice,
  spline,
  sub,
  unit,
} from "./math.ts";

const [SELF, , GROUND, RELEASE, ATTACHMENT, UNLATCH] = [1, 2, 3, 4, 5, 6];

/** An IK rule, weighted by its animations. */
export interface Rule extends Local {
  readonly type: number;
  readonly chain: number;
  readonly bone: number;
  readonly slot: number;
  readonly weight: number;
  readonly ruleWeight: number;
  readonly floor: number;
  readonly height: number;
  readonly radius: number;
  readonly attachment: string;
}

type Span = readonly number[];

function spanWeight([start, peak, tail, end]: Span, at: number): number {
  const cycle = end > 1 && at < start ? at + 1 : at;
  if (cycle < start || cycle >= end) return 0;
  if (cycle < peak) return spline((cycle - start) / (peak - start));
  return cycle < tail ? 1 : spline(1 - (cycle - tail) / (end - tail));
}

/** Returns the interpolated IK error of the chain's end. */
function errorAt({ type, span, track }: MdlIkRule, frameCount: number, at: number): Local | null {
  const [start, , , end] = span;
  const cycle = end > 1 && at < start ? at + 1 : at;
  if (track === null || (type !== GROUND && spanWeight(span, at) < 0.0001)) return null;
  const inside = Math.max(start, Math.min(cycle, end));
  const frame = (frameCount - 1) * (inside - start);
  const last = track.position.length / 3 - 1;
  const [a, b] = [Math.floor(frame), Math.floor(frame) + 1].map((row) => Math.min(row, last));
  const s = a === b || frame - a < 0.001 ? 0 : frame - a;
  const { position, quaternion } = track;
  return {
    p: mix(slice(position, a, 3), slice(position, b, 3), s),
    q:
      s === 0
        ? slice(quaternion, a, 4)
        : blend(slice(quaternion, a, 4), slice(quaternion, b, 4), s),
  };
}

type RuledInfo = MotionInfo & AnimationRules;

/** Adds a sequence's rules to those of its chains. */
export function addRules(
  rules: Map<number, Rule[]>,
  limbs: readonly (Limb | null)[],
  corners: readonly { readonly info: RuledInfo; readonly weight: number }[],
  isLooping: boolean,
  cycle: number,
  ruleWeight: number,
): void {
  const played = corners.filter(({ weight }) => weight !== 0);
  const first = corners[0].info;
  if (played.some(({ info }) => info.ikRules.length !== first.ikRules.length)) return;
  const at = isLooping ? cycle - Math.floor(cycle) : Math.max(0, Math.min(cycle, 0.9999));
  first.ikRules.forEach((_, row) => {
    const rule = blendRule(played, first, row, cycle >= 0 && cycle < 1 ? cycle : at, ruleWeight);
    if (rule === null || !limbs[rule.chain]) return;
    const isWhole = rule.weight * ruleWeight > 0.999 && rule.type !== UNLATCH;
    const before = isWhole ? [] : (rules.get(rule.chain) ?? []);
    rules.set(rule.chain, isWhole && rule.type === RELEASE ? [] : [...before, rule]);
  });
}

function blendRule(
  played: readonly { readonly info: RuledInfo; readonly weight: number }[],
  first: RuledInfo,
  row: number,
  at: number,
  ruleWeight: number,
): Rule | null {
  let span: number[] = [0, 0, 0, 0];
  const start = played[0].info.ikRules[row].span[0];
  for (const { info, weight } of played) {
    const own = info.ikRules[row].span;
    const turn = own[0] - start > 0.5 ? -1 : own[0] - start < -0.5 ? 1 : 0;
    span = span.map((v, i) => v + (own[i] + turn) * weight);
  }
  if (span[0] > 1) span = span.map((v) => v - 1);
  else if (span[0] < 0) span = span.map((v) => v + 1);
  let weight = spanWeight(span, at);
  let cycle = at;
  if (weight <= 0.001) {
    const isRound = (first.flags & 1) !== 0 && first.ikRules[row].type === GROUND;
    if (!isRound || span[3] - span[0] <= 0.75) return null;
    [weight, cycle] = [0.001, span[3] - 0.001];
  }
  let [p, q, total] = [[0, 0, 0], [0, 0, 0, 0] as Quat, 0];
  let [height, floor, radius] = [0, 0, 0];
  for (const { info, weight: part } of played) {
    const rule = info.ikRules[row];
    height += rule.height * part;
    floor += rule.floor * part;
    radius += rule.radius * part;
    const holds = rule.type !== RELEASE && rule.type !== UNLATCH;
    const error = holds ? errorAt(rule, info.frameCount, cycle) : null;
    if (holds && error === null) continue;
    total += part;
    if (error === null) continue;
    p = add(p, mul(error.p, part));
    q = add(q, mul(align(q, error.q), part));
  }
  if (total <= 0.0001) return null;
  if (total < 0.999) [p, q] = [mul(p, 1 / total), qscale(q, 1 / total)];
  const rule = played[played.length - 1].info.ikRules[row];
  return { ...rule, p, q: unit(q), weight, ruleWeight, height, floor, radius };
}

interface Target {
  rule: Rule;
  p: number[];
  q: Quat;
  weight: number;
  height: number;
  floor: number;
  radius: number;
}

export function solveRules(
  rules: ReadonlyMap<number, readonly Rule[]>,
  limbs: readonly (Limb | null)[],
  chain: Chain,
  attachments: ReadonlyMap<string, Mat>,
): void {
  const order = limbs.flatMap((_, i) => rules.get(i) ?? []);
  const targets = new Map<number, Target>();
  for (const rule of order) {
    const held = targets.get(rule.slot);
    if (rule.type === RELEASE && held) held.weight *= 1 - rule.weight * rule.ruleWeight;
    if (rule.type !== GROUND && rule.type !== ATTACHMENT) continue;
    const t = rule.ruleWeight;
    const { p, q, height, floor, radius } = rule;
    if (t === 1 || held === undefined || held.weight === 0) {
      const weight = rule.weight * t;
      targets.set(rule.slot, { rule, p: [...p], q, weight, height, floor, radius });
      continue;
    }
    held.rule = rule;
    held.q = slerp(held.q, q, t);
    held.p = mix(held.p, p, t);
    for (const name of ["height", "floor", "radius", "weight"] as const) {
      held[name] += (rule[name] - held[name]) * t;
    }
  }
  const ends = limbs.map((limb) => limb && { weight: 0, ...localOf(chain.get(limb.bones[2])) });
  const move = (end: { p: readonly number[]; q: Quat }, to: Mat, t: number) => {
    const there = localOf(to);
    end.p = mix(end.p, there.p, t);
    end.q = slerp(end.q, there.q, t);
  };
  for (const rule of order) {
    const end = ends[rule.chain];
    const t = rule.weight * rule.ruleWeight;
    if (end && rule.type === SELF) {
      const own = matrixOf(rule);
      end.weight = end.weight * (1 - t) + t;
      move(end, rule.bone < 0 ? own : concat(chain.get(rule.bone), own), t);
    } else if (end && rule.type === RELEASE) {
      move(end, chain.get((limbs[rule.chain] as Limb).bones[2]), t);
    }
  }
  for (const slot of [...targets.keys()].sort((a, b) => a - b)) {
    const { rule, p, q, weight, floor, height, radius } = targets.get(slot) as Target;
    const end = ends[rule.chain];
    if (!(weight > 0) || !end) continue;
    const off = matrixOf({ p, q });
    const pad = concat(chain.get((limbs[rule.chain] as Limb).bones[2]), invert(off));
    let there: Mat | null;
    if (rule.type === GROUND) {
      there = Math.abs(floor) > height ? null : onFloor(pad);
    } else {
      const place = attachments.get(rule.attachment) ?? null;
      const isNear = place !== null && len(sub(column(place, 3), column(pad, 3))) < radius;
      there = isNear ? place : null;
    }
    if (there === null) continue;
    end.weight = weight;
    move(end, concat(there, off), weight);
  }
  limbs.forEach((limb, i) => {
    const end = ends[i];
    if (!limb || !end || !(end.weight > 0) || !solveLimbTo(chain, limb, end.p)) return;
    const [thigh, knee, foot] = limb.bones;
    chain.known.set(foot, matrixOf({ p: column(chain.get(foot), 3), q: end.q }));
    for (const bone of [foot, knee, thigh]) chain.solve(bone);
  });
}

/** Returns the foot placed flat on the floor below it. */
function onFloor(pad: Mat): Mat {
  const up = [0, 0, 1];
  const forward = cross(column(pad, 1), up);
  const [x, y] = column(pad, 3);
  const { q } = localOf(fromColumns(forward, cross(up, forward), up, [0, 0, 0]));
  return matrixOf({ p: [x, y, 0], q });
}
