import type { MdlSequence } from "../../formats/studio/animation/animation-types.ts";
import type { Bones } from "../../formats/studio/types.ts";
import type { Motions } from "../studio-model.ts";
import {
  animationAt,
  cyclesPerSecond,
  type GridPlace,
  placeInGrid,
  weighCorners,
} from "./blend-grid.ts";
import { blendPoses, sampleFrames, scalePose } from "./blend-poses.ts";
import { type BoneChain, createPose, type PoseColumns } from "./bone-chain.ts";
import { followHierarchies } from "./local-hierarchies.ts";
import {
  STUDIO_ALLZEROS,
  STUDIO_CYCLEPOSE,
  STUDIO_LOOPING,
  STUDIO_REALTIME,
} from "./sequence-flags.ts";

/** Nearer than that to a blend it is that one alone. */
const NEAR = 0.001;

/** Poses of single sequences, blended of their grids: `CalcPoseSingle`. */
export class PoseCalculator {
  /** Seconds; what sequences that go by the clock go by. */
  time = 0;
  /** Of all pose parameters, 0 to 1. */
  readonly settings: Float32Array;
  /** The four animations around the place of `weigh`, and how much it is of each. */
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

  /** Writes `corners` and `cornerWeights`. */
  weigh(sequence: MdlSequence): void {
    placeInGrid(this.#place, sequence, this.#motions.poseParameters, this.settings);
    weighCorners(this.corners, this.cornerWeights, sequence, this.#place);
  }

  /** Cycles a second of a sequence, with the pose parameters as they are. */
  rateOf(sequence: MdlSequence): number {
    this.weigh(sequence);
    return cyclesPerSecond(this.#motions, this.corners, this.cornerWeights);
  }

  /** Where in its cycle a sequence is, of one that is `cycle` through it. */
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

  /** False where it moves nothing, and nothing is written. */
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

  /** Four blends are two triangles, whose common side is turned from one to the next: `Calc3WayBlendIndices`. */
  #writeTriangle(out: PoseColumns, sequence: MdlSequence, cycle: number): void {
    const { column, row, s0, s1 } = this.#place;
    const isEven = ((column + row) & 1) === 0;
    const isLower = isEven ? s0 > s1 : s0 + s1 > 1;
    // A digit a corner: 1 of it is a column on, 2 a row.
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
    // Bones are hung onto others, also onto those that the sequence does not move.
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
