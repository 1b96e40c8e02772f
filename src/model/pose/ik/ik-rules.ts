import type { MdlSequence, PoseTrack } from "../../../formats/studio/animation/animation-types.ts";
import type { Motions } from "../../files/studio-model.ts";
import {
  addQuaternion,
  blendQuaternion,
  normalizeQuaternion,
  scaleQuaternion,
} from "../quaternion.ts";
import { easeInOut, STUDIO_LOOPING } from "../sequence-flags.ts";
import type { IkLimb } from "./solve-ik.ts";

/** Types of IK rules, from `IK_RULE_TYPES`. */
export const IK_SELF = 1;
export const IK_WORLD = 2;
export const IK_GROUND = 3;
export const IK_RELEASE = 4;
export const IK_ATTACHMENT = 5;
export const IK_UNLATCH = 6;
/**
 * Maximum number of rules a chain. A rule of full weight replaces earlier ones, so real chains have
 * one or two.
 */
const MAX_RULES = 16;
/** Number of IK targets, as in the engine. */
export const MAX_TARGETS = 12;

/** Span of a rule, blended over its animations by their weights. */
interface Blended {
  start: number;
  peak: number;
  tail: number;
  end: number;
}

/** IK rules of the sequences being played, in order, to be solved once the pose is complete. */
export class IkRules {
  readonly count: Int32Array;
  readonly type: Uint8Array;
  readonly bone: Int32Array;
  readonly slot: Int32Array;
  readonly height: Float32Array;
  readonly floor: Float32Array;
  readonly radius: Float32Array;
  /** Weight of the rule by its span, and weight of its sequence. */
  readonly weight: Float32Array;
  readonly ruleWeight: Float32Array;
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
  readonly attachment: string[];
  readonly #motions: Motions;
  readonly #span: Blended = { start: 0, peak: 0, tail: 0, end: 0 };
  readonly #place = new Float32Array(3);
  readonly #turn = new Float32Array(4);
  readonly #ownPlace = new Float32Array(3);
  readonly #ownTurn = new Float32Array(4);

  readonly #limbs: readonly (IkLimb | null)[];

  /** @param limbs of all chains; null limbs take no rules */
  constructor(motions: Motions, limbs: readonly (IkLimb | null)[]) {
    const chainCount = limbs.length;
    const rows = chainCount * MAX_RULES;
    this.#motions = motions;
    this.#limbs = limbs;
    this.count = new Int32Array(chainCount);
    this.type = new Uint8Array(rows);
    this.bone = new Int32Array(rows);
    this.slot = new Int32Array(rows);
    this.height = new Float32Array(rows);
    this.floor = new Float32Array(rows);
    this.radius = new Float32Array(rows);
    this.weight = new Float32Array(rows);
    this.ruleWeight = new Float32Array(rows);
    this.position = new Float32Array(rows * 3);
    this.quaternion = new Float32Array(rows * 4);
    this.attachment = new Array<string>(rows).fill("");
  }

  reset(): void {
    this.count.fill(0);
  }

  firstOf(chain: number): number {
    return chain * MAX_RULES;
  }

  /**
   * Adds the rules of a sequence: `CIKContext::AddDependencies`.
   * @param animations the four around its grid place
   * @param weights of the four animations
   */
  add(
    sequence: MdlSequence,
    animations: Int32Array,
    weights: Float64Array,
    cycle: number,
    sequenceWeight: number,
  ): void {
    const motions = this.#motions;
    const ruleCount = motions.rules(animations[0]).ikRules.length;
    if (ruleCount === 0 || this.count.length === 0) return;
    let at = cycle;
    if (at < 0 || at >= 1) {
      if (sequence.flags & STUDIO_LOOPING) at -= Math.floor(at);
      else at = Math.max(0, Math.min(at, 0.9999));
    }
    for (let i = 0; i < 4; i++) {
      if (weights[i] !== 0 && motions.rules(animations[i]).ikRules.length !== ruleCount) return;
    }
    for (let rule = 0; rule < ruleCount; rule++) {
      this.#addRule(animations, weights, rule, at, sequenceWeight);
    }
  }

  /** `Studio_IKSequenceError` */
  #addRule(
    animations: Int32Array,
    weights: Float64Array,
    row: number,
    at: number,
    sequenceWeight: number,
  ): void {
    const motions = this.#motions;
    this.#blendSpan(animations, weights, row);
    let cycle = at;
    let weight = weightOf(this.#span, cycle);
    const first = motions.rules(animations[0]).ikRules[row];
    if (weight <= 0.001) {
      const { start, end } = this.#span;
      const isLooping = (motions.animations[animations[0]].flags & STUDIO_LOOPING) !== 0;
      const goesOn = isLooping && first.type === IK_GROUND;
      if (!goesOn || end - start <= 0.75) return;
      weight = 0.001;
      cycle = end - 0.001;
    }
    let last = first;
    let height = 0;
    let floor = 0;
    let radius = 0;
    let total = 0;
    this.#place.fill(0);
    this.#turn.fill(0);
    for (let i = 0; i < 4; i++) {
      const part = weights[i];
      if (part === 0) continue;
      const { frameCount } = motions.animations[animations[i]];
      const rule = motions.rules(animations[i]).ikRules[row];
      last = rule;
      height += rule.height * part;
      floor += rule.floor * part;
      radius += rule.radius * part;
      if (rule.type === IK_RELEASE || rule.type === IK_UNLATCH) {
        total += part;
        continue;
      }
      if (!this.#readError(rule.type, rule.span, rule.track, frameCount, cycle)) continue;
      for (let k = 0; k < 3; k++) this.#place[k] += this.#ownPlace[k] * part;
      addQuaternion(this.#turn, 0, this.#ownTurn, 0, part);
      total += part;
    }
    if (total <= 0.0001) return;
    if (last.chain < 0 || !this.#limbs[last.chain]) return;
    if (last.slot < 0 || last.slot >= MAX_TARGETS) return;
    if (total < 0.999) scaleQuaternion(this.#turn, 0, this.#turn, 0, 1 / total);
    normalizeQuaternion(this.#turn, 0);
    // A rule of full weight replaces all before it.
    if (sequenceWeight * weight > 0.999 && last.type !== IK_UNLATCH) {
      this.count[last.chain] = 0;
      if (last.type === IK_RELEASE) return;
    }
    if (this.count[last.chain] === MAX_RULES) return;
    const to = this.firstOf(last.chain) + this.count[last.chain]++;
    this.type[to] = last.type;
    this.bone[to] = last.bone;
    this.slot[to] = last.slot;
    this.height[to] = height;
    this.floor[to] = floor;
    this.radius[to] = radius;
    this.weight[to] = weight;
    this.ruleWeight[to] = sequenceWeight;
    this.attachment[to] = last.attachment;
    const scale = total < 0.999 ? 1 / total : 1;
    for (let k = 0; k < 3; k++) this.position[to * 3 + k] = this.#place[k] * scale;
    for (let k = 0; k < 4; k++) this.quaternion[to * 4 + k] = this.#turn[k];
  }

  /**
   * Blends the spans of a rule. Spans that start more than half a cycle apart are shifted by a
   * cycle, since they belong to a loop.
   */
  #blendSpan(animations: Int32Array, weights: Float64Array, row: number): void {
    const span = this.#span;
    span.start = span.peak = span.tail = span.end = 0;
    let before = Number.NaN;
    for (let i = 0; i < 4; i++) {
      const part = weights[i];
      if (part === 0) continue;
      const own = this.#motions.rules(animations[i]).ikRules[row].span;
      let turn = 0;
      if (own[0] - before > 0.5) turn = -1;
      else if (own[0] - before < -0.5) turn = 1;
      if (Number.isNaN(before)) before = own[0];
      span.start += (own[0] + turn) * part;
      span.peak += (own[1] + turn) * part;
      span.tail += (own[2] + turn) * part;
      span.end += (own[3] + turn) * part;
    }
    const whole = span.start > 1 ? -1 : span.start < 0 ? 1 : 0;
    span.start += whole;
    span.peak += whole;
    span.tail += whole;
    span.end += whole;
  }

  /**
   * Reads a rule's offset of the chain's end at a cycle: `Studio_IKAnimationError`. Returns false
   * if there is none.
   */
  #readError(
    type: number,
    span: readonly [number, number, number, number],
    track: PoseTrack | null,
    frameCount: number,
    at: number,
  ): boolean {
    const cycle = span[3] > 1 && at < span[0] ? at + 1 : at;
    if (track === null) return false;
    const { position, quaternion } = track;
    const last = position.length / 3 - 1;
    if (last < 0) return false;
    let place = (frameCount - 1) * (cycle - span[0]);
    if (cycle < span[0]) place = 0;
    else if (cycle >= span[3]) place = (frameCount - 1) * (span[3] - span[0]);
    if (type !== IK_GROUND && spanWeight(span[0], span[1], span[2], span[3], cycle) < 0.0001) {
      return false;
    }
    const frame = Math.min(Math.floor(place), last);
    const next = Math.min(frame + 1, last);
    const s = place - frame;
    if (s < 0.001 || frame === next) {
      for (let k = 0; k < 3; k++) this.#ownPlace[k] = position[frame * 3 + k];
      for (let k = 0; k < 4; k++) this.#ownTurn[k] = quaternion[frame * 4 + k];
    } else {
      for (let k = 0; k < 3; k++) {
        this.#ownPlace[k] = position[frame * 3 + k] * (1 - s) + position[next * 3 + k] * s;
      }
      blendQuaternion(this.#ownTurn, 0, quaternion, frame * 4, quaternion, next * 4, s);
    }
    return true;
  }
}

/** Returns the weight of a rule at a cycle: `Studio_IKRuleWeight`. */
function weightOf({ start, peak, tail, end }: Blended, at: number): number {
  return spanWeight(start, peak, tail, end, end > 1 && at < start ? at + 1 : at);
}

function spanWeight(start: number, peak: number, tail: number, end: number, cycle: number): number {
  if (cycle < start) return 0;
  if (cycle < peak) return easeInOut((cycle - start) / (peak - start));
  if (cycle < tail) return 1;
  return cycle < end ? easeInOut(1 - (cycle - tail) / (end - tail)) : 0;
}
