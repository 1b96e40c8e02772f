import type {
  BlendAxis,
  LocalHierarchy,
  MdlSequence,
} from "../../formats/studio/animation/animation-types.ts";
import type { PoseParameters } from "../../formats/studio/rig/rig-types.ts";
import type { Bones } from "../../formats/studio/types.ts";
import { multiply3x4, writeMatrixFromQuaternion } from "../../math/matrix3x4.ts";
import type { Motions } from "../files/studio-model.ts";
import {
  type BoneChain,
  blendPoses,
  createPose,
  type PoseColumns,
  sampleFrames,
  scalePose,
} from "./blend-poses.ts";
import { copyMatrix } from "./matrix.ts";
import { blendQuaternion, slerpQuaternion } from "./quaternion.ts";
import {
  easeInOut,
  STUDIO_ALLZEROS,
  STUDIO_CYCLEPOSE,
  STUDIO_LOOPING,
  STUDIO_REALTIME,
} from "./sequence-flags.ts";

/** Position of the pose parameters in a sequence's grid of blends. */
export interface GridPlace {
  column: number;
  row: number;
  /** Fractions from 0 to 1 towards the next column, and towards the next row. */
  s0: number;
  s1: number;
}

/** @param settings values of all pose parameters, 0 to 1 */
function placeInGrid(
  out: GridPlace,
  { blendAxes, blendSize }: MdlSequence,
  parameters: PoseParameters,
  settings: Float32Array,
): void {
  out.s0 = placeOnAxis(blendAxes[0], blendSize[0], parameters, settings);
  out.column = indexOf(blendAxes[0], blendSize[0], out.s0);
  out.s0 -= out.column;
  out.s1 = placeOnAxis(blendAxes[1], blendSize[1], parameters, settings);
  out.row = indexOf(blendAxes[1], blendSize[1], out.s1);
  out.s1 -= out.row;
}

/**
 * Returns the position on an axis, counted in blends: `Studio_LocalPoseParameter`, its index plus
 * its setting.
 */
function placeOnAxis(
  axis: BlendAxis | null,
  size: number,
  { start, end }: PoseParameters,
  settings: Float32Array,
): number {
  if (axis === null) return 0;
  const { poseParameter, keys } = axis;
  if (!(poseParameter < settings.length)) return 0;
  const first = start[poseParameter];
  const range = end[poseParameter] - first;
  if (keys === null) {
    const from = (axis.start - first) / range;
    const to = (axis.end - first) / range;
    const place = clamp((settings[poseParameter] - from) / (to - from));
    return size > 2 ? place * (size - 1) : place;
  }
  if (size < 2) return 0;
  const value = settings[poseParameter] * range + first;
  for (let index = 0; ; index++) {
    const place = (value - keys[index]) / (keys[index + 1] - keys[index]);
    if (index >= size - 2 || !(place > 1)) return index + clamp(place);
  }
}

function indexOf(axis: BlendAxis | null, size: number, place: number): number {
  if (axis === null || size <= 2) return 0;
  return Math.min(Math.floor(place), size - 2);
}

/** Clamps to 0 to 1; NaN becomes 0. */
function clamp(value: number): number {
  return value > 0 ? Math.min(1, value) : 0;
}

/** Returns the animation at a grid place, clamped to the last column and row. */
function animationAt({ blends, blendSize }: MdlSequence, column: number, row: number): number {
  const x = Math.min(column, blendSize[0] - 1);
  const y = Math.min(row, blendSize[1] - 1);
  return blends[y * blendSize[0] + x];
}

/**
 * Writes the four animations around a place, and their weights: `Studio_SeqAnims`. All weights are
 * 0 in an empty sequence.
 */
function weighCorners(
  animations: Int32Array,
  weights: Float64Array,
  sequence: MdlSequence,
  { column, row, s0, s1 }: GridPlace,
): void {
  if (sequence.blends.length === 0) {
    animations.fill(0);
    weights.fill(0);
    return;
  }
  animations[0] = animationAt(sequence, column, row);
  weights[0] = (1 - s0) * (1 - s1);
  animations[1] = animationAt(sequence, column + 1, row);
  weights[1] = s0 * (1 - s1);
  animations[2] = animationAt(sequence, column, row + 1);
  weights[2] = (1 - s0) * s1;
  animations[3] = animationAt(sequence, column + 1, row + 1);
  weights[3] = s0 * s1;
}

/** Returns the cycles per second: `Studio_CPS`. */
function cyclesPerSecond(
  { animations: infos }: Pick<Motions, "animations">,
  animations: Int32Array,
  weights: Float64Array,
): number {
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    if (!(weights[i] > 0)) continue;
    const { fps, frameCount } = infos[animations[i]];
    if (frameCount > 1) sum += (fps / (frameCount - 1)) * weights[i];
  }
  return sum;
}

const local = new Float32Array(12);
const place = new Float32Array(3);
const turn = new Float32Array(4);

/** Attaches bones to bones other than their parents: `CalcLocalHierarchyAnimation`. */
function followHierarchies(
  pose: PoseColumns,
  rows: readonly LocalHierarchy[],
  cycle: number,
  frameCount: number,
  chain: BoneChain,
): void {
  chain.reset();
  for (let i = 0; i < rows.length; i++) {
    const weight = weightOf(rows[i], cycle);
    if (weight > 0 && readTrack(rows[i], cycle * (frameCount - 1))) {
      follow(pose, rows[i], weight, chain);
    }
  }
}

/** Returns the weight of a row; 1 if its span has no ramps. */
function weightOf({ span }: LocalHierarchy, cycle: number): number {
  const start = span[0];
  const peak = span[1];
  const tail = span[2];
  const end = span[3];
  if (tail - peak >= 1) return 1;
  const at = end > 1 && cycle < start ? cycle + 1 : cycle;
  if (at < start || at >= end) return 0;
  if (at < peak && start !== peak) return easeInOut((at - start) / (peak - start));
  if (at > tail && end !== tail) return easeInOut((end - at) / (end - tail));
  return 1;
}

function readTrack({ track }: LocalHierarchy, at: number): boolean {
  const { position, quaternion, firstFrame } = track;
  const last = position.length / 3 - 1;
  if (last < 0) return false;
  const row = Math.max(0, Math.min(Math.floor(at) - firstFrame, last));
  const next = Math.min(row + 1, last);
  const s = at - Math.floor(at);
  for (let k = 0; k < 3; k++) {
    place[k] = position[row * 3 + k] * (1 - s) + position[next * 3 + k] * s;
  }
  blendQuaternion(turn, 0, quaternion, row * 4, quaternion, next * 4, s);
  return true;
}

function follow(
  pose: PoseColumns,
  { bone, parent }: LocalHierarchy,
  weight: number,
  chain: BoneChain,
): void {
  const { position, quaternion } = pose;
  const m = chain.modelFromBone;
  writeMatrixFromQuaternion(local, 0, turn, 0, place, 0);
  chain.build(pose, bone);
  if (parent >= 0) {
    chain.build(pose, parent);
    multiply3x4(m, bone * 12, m, parent * 12, local, 0);
  } else {
    copyMatrix(m, bone * 12, local, 0);
  }
  for (let k = 0; k < 3; k++) place[k] = position[bone * 3 + k];
  for (let k = 0; k < 4; k++) turn[k] = quaternion[bone * 4 + k];
  chain.solve(pose, bone);
  if (weight === 1) return;
  slerpQuaternion(quaternion, bone * 4, turn, 0, quaternion, bone * 4, weight);
  // Positions are blended with the opposite weight, as in the engine.
  for (let k = 0; k < 3; k++) {
    const there = position[bone * 3 + k];
    position[bone * 3 + k] = there + (place[k] - there) * weight;
  }
}

/** Distance from a grid line within which only one blend is used. */
const NEAR = 0.001;

/** Computes poses of single sequences, blended over their grids: `CalcPoseSingle`. */
export class PoseCalculator {
  /** Seconds, which drive the sequences with `STUDIO_REALTIME`. */
  time = 0;
  /** Values of all pose parameters, 0 to 1. */
  readonly settings: Float32Array;
  /** Four animations around the grid place set by `weigh`, and their weights. */
  readonly corners = new Int32Array(4);
  readonly cornerWeights = new Float64Array(4);
  readonly #motions: Motions;
  readonly #bones: Bones;
  readonly #isFixed: Uint8Array;
  readonly #chain: BoneChain;
  readonly #second: PoseColumns;
  readonly #third: PoseColumns;
  readonly #place: GridPlace = { column: 0, row: 0, s0: 0, s1: 0 };

  constructor(motions: Motions, bones: Bones, isFixed: Uint8Array, chain: BoneChain) {
    this.#motions = motions;
    this.#bones = bones;
    this.#isFixed = isFixed;
    this.#chain = chain;
    this.settings = new Float32Array(motions.poseParameters.count);
    this.#second = createPose(bones.count);
    this.#third = createPose(bones.count);
  }

  /** Updates `corners` and `cornerWeights`. */
  weigh(sequence: MdlSequence): void {
    placeInGrid(this.#place, sequence, this.#motions.poseParameters, this.settings);
    weighCorners(this.corners, this.cornerWeights, sequence, this.#place);
  }

  /** Returns the cycles per second of a sequence at the current pose parameters. */
  rateOf(sequence: MdlSequence): number {
    this.weigh(sequence);
    return cyclesPerSecond(this.#motions, this.corners, this.cornerWeights);
  }

  /** Returns the cycle used for a sequence, which flags may replace or wrap. */
  #cycleOf(sequence: MdlSequence, cycle: number): number {
    const { flags, cyclePose } = sequence;
    if (flags & STUDIO_REALTIME) return this.clockCycle(sequence);
    if (flags & STUDIO_CYCLEPOSE) return cyclePose < 0 ? 0 : this.settings[cyclePose];
    if (cycle >= 0 && cycle < 1) return cycle;
    if (flags & STUDIO_LOOPING) return cycle - Math.floor(cycle);
    return cycle > 0 ? 1 : 0;
  }

  clockCycle(sequence: MdlSequence): number {
    const cycle = this.time * this.rateOf(sequence);
    return cycle - Math.floor(cycle);
  }

  /** Writes a pose. Returns false, and writes nothing, if the sequence moves no bone. */
  write(out: PoseColumns, sequence: MdlSequence, at: number): boolean {
    if (sequence.blends.length === 0) return false;
    const cycle = this.#cycleOf(sequence, at);
    const place = this.#place;
    placeInGrid(place, sequence, this.#motions.poseParameters, this.settings);
    const { column, row, s0, s1 } = place;
    const first = s0 > 1 - NEAR ? column + 1 : column;
    const isBetween0 = s0 >= NEAR && s0 <= 1 - NEAR;
    const top = s1 > 1 - NEAR ? row + 1 : row;
    const isBetween1 = s1 >= NEAR && s1 <= 1 - NEAR;
    if (!isBetween0 && !isBetween1) {
      if (s1 < NEAR && this.#isStill(sequence, first, row)) return false;
      this.#sample(out, sequence, first, top, cycle);
    } else if (!isBetween0) {
      this.#sample(out, sequence, first, row, cycle);
      this.#sample(this.#second, sequence, first, row + 1, cycle);
      blendPoses(out, this.#second, s1, sequence.boneWeights, this.#isFixed);
    } else if (!isBetween1) {
      this.#writeAlong(out, sequence, top, cycle, s1 < NEAR);
    } else {
      this.#writeTriangle(out, sequence, cycle);
    }
    return true;
  }

  #writeAlong(
    out: PoseColumns,
    sequence: MdlSequence,
    row: number,
    cycle: number,
    looksForStill: boolean,
  ): void {
    const { column, s0 } = this.#place;
    if (looksForStill && this.#isStill(sequence, column + 1, row)) {
      this.#sample(out, sequence, column, row, cycle);
      scalePose(out, 1 - s0, sequence.boneWeights);
    } else if (looksForStill && this.#isStill(sequence, column, row)) {
      this.#sample(out, sequence, column + 1, row, cycle);
      scalePose(out, s0, sequence.boneWeights);
    } else {
      this.#sample(out, sequence, column, row, cycle);
      this.#sample(this.#second, sequence, column + 1, row, cycle);
      blendPoses(out, this.#second, s0, sequence.boneWeights, this.#isFixed);
    }
  }

  /**
   * Blends three of four corners: the grid cell is split into triangles, whose diagonal alternates
   * from cell to cell: `Calc3WayBlendIndices`.
   */
  #writeTriangle(out: PoseColumns, sequence: MdlSequence, cycle: number): void {
    const { column, row, s0, s1 } = this.#place;
    const isEven = ((column + row) & 1) === 0;
    const isLower = isEven ? s0 > s1 : s0 + s1 > 1;
    // One hex digit a corner: bit 0 is the next column, bit 1 the next row.
    let corners: number;
    let a: number;
    let b: number;
    if (isEven) {
      a = isLower ? 1 - s0 : s0;
      b = isLower ? s0 - s1 : s1 - s0;
      corners = isLower ? 0x013 : 0x320;
    } else {
      a = isLower ? 1 - s1 : s1;
      b = isLower ? s0 - 1 + s1 : 1 - s0 - s1;
      corners = isLower ? 0x132 : 0x201;
    }
    if (b < NEAR) b = 0;
    const c = 1 - a - b;
    const { boneWeights } = sequence;
    this.#sampleCorner(out, sequence, corners >> 8, cycle);
    if (b === 0) {
      this.#sampleCorner(this.#second, sequence, corners & 3, cycle);
      blendPoses(out, this.#second, c / (a + c), boneWeights, this.#isFixed);
    } else {
      this.#sampleCorner(this.#second, sequence, (corners >> 4) & 3, cycle);
      blendPoses(out, this.#second, b / (a + b), boneWeights, this.#isFixed);
      this.#sampleCorner(this.#third, sequence, corners & 3, cycle);
      blendPoses(out, this.#third, c, boneWeights, this.#isFixed);
    }
  }

  #sampleCorner(out: PoseColumns, sequence: MdlSequence, corner: number, cycle: number): void {
    const { column, row } = this.#place;
    this.#sample(out, sequence, column + (corner & 1), row + (corner >> 1), cycle);
  }

  #isStill(sequence: MdlSequence, column: number, row: number): boolean {
    const animation = animationAt(sequence, column, row);
    return (this.#motions.animations[animation].flags & STUDIO_ALLZEROS) !== 0;
  }

  #sample(
    out: PoseColumns,
    sequence: MdlSequence,
    column: number,
    row: number,
    cycle: number,
  ): void {
    const animation = animationAt(sequence, column, row);
    const { frameCount } = this.#motions.animations[animation];
    const { hierarchies } = this.#motions.rules(animation);
    const { boneWeights } = sequence;
    // Hierarchies may attach to bones that the sequence does not move, so these need their rest
    // pose.
    if (hierarchies.length > 0) this.#rest(out, boneWeights);
    sampleFrames(out, this.#motions.frames(animation), frameCount, boneWeights, cycle);
    if (hierarchies.length > 0) {
      followHierarchies(out, hierarchies, cycle, frameCount, this.#chain);
    }
  }

  #rest(out: PoseColumns, weights: Float32Array): void {
    const { position, quaternion } = this.#bones;
    for (let i = 0; i < weights.length; i++) {
      if (weights[i] > 0) continue;
      for (let k = i * 3; k < i * 3 + 3; k++) out.position[k] = position[k];
      for (let k = i * 4; k < i * 4 + 4; k++) out.quaternion[k] = quaternion[k];
    }
  }
}
