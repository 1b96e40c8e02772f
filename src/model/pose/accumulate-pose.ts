import type { AutoLayer, MdlSequence } from "../../formats/studio/animation/animation-types.ts";
import type { Bones } from "../../formats/studio/types.ts";
import { multiply3x4, writeMatrixFromQuaternion } from "../../math/matrix3x4.ts";
import type { Motions } from "../files/studio-model.ts";
import { MAX_LAYER_DEPTH } from "../motions/cut-layers.ts";
import { BoneChain, createPose, layPose, type PoseColumns } from "./blend-poses.ts";
import { PoseCalculator } from "./calc-pose.ts";
import { IkLocks } from "./ik/ik-locks.ts";
import type { IkRules } from "./ik/ik-rules.ts";
import type { IkLimb } from "./ik/solve-ik.ts";
import { copyMatrix, invertRigid } from "./matrix.ts";
import { slerpQuaternion, writeQuaternionOf } from "./quaternion.ts";
import {
  BONE_FIXED_ALIGNMENT,
  easeInOut,
  STUDIO_AL_LOCAL,
  STUDIO_AL_NOBLEND,
  STUDIO_AL_POSE,
  STUDIO_AL_SPLINE,
  STUDIO_AL_XFADE,
  STUDIO_LOCAL,
  STUDIO_REALTIME,
  STUDIO_WORLD,
} from "./sequence-flags.ts";

/** Blends two poses by the rotations of bones in model space: `WorldSpaceSlerp`. */
class WorldBlend {
  readonly #parent: Int32Array;
  readonly #under: BoneChain;
  readonly #over: BoneChain;
  /** Resulting bones in model space; for bones that keep their rotation, their current matrix. */
  readonly #target: Float32Array;
  readonly #turn = new Float32Array(4);
  readonly #place = new Float32Array(3);
  readonly #local = new Float32Array(12);

  constructor(parent: Int32Array) {
    this.#parent = parent;
    this.#under = new BoneChain(parent);
    this.#over = new BoneChain(parent);
    this.#target = new Float32Array(parent.length * 12);
  }

  lay(out: PoseColumns, other: PoseColumns, weight: number, weights: Float32Array): void {
    this.#under.reset();
    this.#over.reset();
    for (let i = 0; i < weights.length; i++) {
      const parent = this.#parent[i];
      const own = weight * weights[i];
      const above = parent < 0 ? 0 : weight * weights[parent];
      if (above === 1 && own === 1) this.#take(out, other, i);
      else if (own > 0) this.#mix(out, other, i, own);
      else this.#keep(out, i);
    }
  }

  #keep(out: PoseColumns, i: number): void {
    this.#under.build(out, i);
    copyMatrix(this.#target, i * 12, this.#under.modelFromBone, i * 12);
  }

  /** Copies a bone of full weight. Its parent has full weight too, so its local pose applies. */
  #take(out: PoseColumns, other: PoseColumns, i: number): void {
    for (let k = i * 3; k < i * 3 + 3; k++) out.position[k] = other.position[k];
    for (let k = i * 4; k < i * 4 + 4; k++) out.quaternion[k] = other.quaternion[k];
    const target = this.#target;
    writeMatrixFromQuaternion(target, i * 12, out.quaternion, i * 4, out.position, i * 3);
    const parent = this.#parent[i];
    if (parent >= 0) multiply3x4(target, i * 12, target, parent * 12, target, i * 12);
  }

  #mix(out: PoseColumns, other: PoseColumns, i: number, s: number): void {
    const under = this.#under.modelFromBone;
    const target = this.#target;
    const turn = this.#turn;
    const at = i * 12;
    this.#under.build(out, i);
    this.#over.build(other, i);
    writeQuaternionOf(turn, 0, under, at);
    writeQuaternionOf(out.quaternion, i * 4, this.#over.modelFromBone, at);
    slerpQuaternion(turn, 0, turn, 0, out.quaternion, i * 4, s);
    for (let k = 0; k < 3; k++) this.#place[k] = under[at + k * 4 + 3];
    writeMatrixFromQuaternion(target, at, turn, 0, this.#place, 0);
    const parent = this.#parent[i];
    if (parent < 0) {
      writeQuaternionOf(out.quaternion, i * 4, target, at);
      return;
    }
    invertRigid(this.#local, 0, target, parent * 12);
    multiply3x4(this.#local, 0, this.#local, 0, target, at);
    writeQuaternionOf(out.quaternion, i * 4, this.#local, 0);
    for (let k = i * 3; k < i * 3 + 3; k++) {
      out.position[k] += (other.position[k] - out.position[k]) * s;
    }
  }
}

/** Buffers for one sequence while others are layered over it. */
interface Level {
  readonly pose: PoseColumns;
  readonly locks: IkLocks;
}

/** Layers sequences over each other, with their autolayers: `CBoneSetup::AccumulatePose`. */
export class PoseAccumulator {
  readonly calculator: PoseCalculator;
  readonly #motions: Motions;
  readonly #bones: Bones;
  readonly #rules: IkRules;
  readonly #isFixed: Uint8Array;
  readonly #levels: readonly Level[];
  readonly #world: WorldBlend | null;
  readonly #scratch = new Float32Array(4);

  /** @param chain scratch: its contents are not kept */
  constructor(
    motions: Motions,
    bones: Bones,
    limbs: readonly (IkLimb | null)[],
    rules: IkRules,
    chain: BoneChain,
  ) {
    this.#motions = motions;
    this.#bones = bones;
    this.#rules = rules;
    this.#isFixed = Uint8Array.from(bones.flags, (flags) =>
      (flags & BONE_FIXED_ALIGNMENT) === 0 ? 0 : 1,
    );
    this.calculator = new PoseCalculator(motions, bones, this.#isFixed, chain);
    const hasLayers = motions.sequences.some(({ autoLayers }) => autoLayers.length > 0);
    this.#levels = Array.from({ length: hasLayers ? MAX_LAYER_DEPTH : 1 }, () => ({
      pose: createPose(bones.count),
      locks: new IkLocks(limbs, chain),
    }));
    const isWorld = motions.sequences.some(({ flags }) => (flags & STUDIO_WORLD) !== 0);
    this.#world = isWorld ? new WorldBlend(bones.parent) : null;
  }

  /** Writes the rest pose, with which every pose begins. */
  rest(out: PoseColumns): void {
    out.position.set(this.#bones.position);
    out.quaternion.set(this.#bones.quaternion);
  }

  /**
   * @param takesRules whether the sequence's IK rules are kept for `IkTargets`
   * @param depth nesting level of the layer
   */
  add(
    out: PoseColumns,
    row: number,
    cycle: number,
    playedWeight: number,
    takesRules: boolean,
    depth = 0,
  ): void {
    const sequence = this.#motions.sequences[row];
    const weight = playedWeight > 0 ? Math.min(1, playedWeight) : 0;
    const { pose, locks } = this.#levels[depth];
    const { ikLocks, flags } = sequence;
    if (ikLocks.length > 0) locks.add(ikLocks, out, false);
    // In the engine, bones that such a sequence does not move are uninitialized memory.
    if (flags & (STUDIO_LOCAL | STUDIO_WORLD)) this.rest(pose);
    if (this.calculator.write(pose, sequence, cycle)) {
      if (flags & STUDIO_LOCAL) {
        this.#addLayers(pose, sequence, cycle, 1, takesRules, depth, STUDIO_AL_LOCAL);
      }
      this.#lay(out, sequence, pose, weight);
    }
    if (takesRules) this.#takeRules(sequence, cycle, weight);
    this.#addLayers(out, sequence, cycle, weight, takesRules, depth, 0);
    if (ikLocks.length > 0) locks.solve(ikLocks, out);
  }

  #lay(out: PoseColumns, sequence: MdlSequence, pose: PoseColumns, weight: number): void {
    if (weight <= 0) return;
    if (sequence.flags & STUDIO_WORLD && this.#world !== null) {
      this.#world.lay(out, pose, weight, sequence.boneWeights);
    } else {
      layPose(out, sequence, pose, weight, this.#isFixed, this.#scratch);
    }
  }

  #takeRules(sequence: MdlSequence, cycle: number, weight: number): void {
    if (sequence.blends.length === 0) return;
    const { calculator } = this;
    const at = sequence.flags & STUDIO_REALTIME ? calculator.clockCycle(sequence) : cycle;
    calculator.weigh(sequence);
    this.#rules.add(sequence, calculator.corners, calculator.cornerWeights, at, weight);
  }

  /** Adds the autolayers of a sequence: `AddSequenceLayers`, or `AddLocalLayers` for local ones. */
  #addLayers(
    out: PoseColumns,
    { autoLayers }: MdlSequence,
    cycle: number,
    weight: number,
    takesRules: boolean,
    depth: number,
    kind: 0 | typeof STUDIO_AL_LOCAL,
  ): void {
    for (let i = 0; i < autoLayers.length; i++) {
      const layer = autoLayers[i];
      const { flags, sequence, span } = layer;
      if ((flags & STUDIO_AL_LOCAL) !== kind) continue;
      // Real files have spans of NaN: like empty spans, they apply throughout.
      if (!(span[0] < span[3] || span[0] > span[3])) {
        this.add(out, sequence, cycle, weight, takesRules, depth + 1);
        continue;
      }
      const isOfPose = kind === 0 && (flags & STUDIO_AL_POSE) !== 0;
      const at = isOfPose ? this.#poseOf(layer) : cycle;
      if (!(at >= span[0]) || at >= span[3]) continue;
      const own = weightOf(layer, at, weight);
      const from = isOfPose ? cycle : (cycle - span[0]) / (span[3] - span[0]);
      this.add(out, sequence, from, own, takesRules, depth + 1);
    }
  }

  /** Returns a layer's pose parameter in its own range. */
  #poseOf({ poseParameter }: AutoLayer): number {
    const { start, end } = this.#motions.poseParameters;
    if (!(poseParameter >= 0 && poseParameter < start.length)) return 0;
    const setting = this.calculator.settings[poseParameter];
    return setting * (end[poseParameter] - start[poseParameter]) + start[poseParameter];
  }
}

function weightOf({ flags, span }: AutoLayer, at: number, weight: number): number {
  const start = span[0];
  const peak = span[1];
  const tail = span[2];
  const end = span[3];
  let s = 1;
  if (at < peak && start !== peak) s = (at - start) / (peak - start);
  else if (at > tail && end !== tail) s = (end - at) / (end - tail);
  if (flags & STUDIO_AL_SPLINE) s = easeInOut(s);
  // Two crossfading layers add up to full weight.
  if (flags & STUDIO_AL_XFADE && at > tail) return (s * weight) / (1 - weight + s * weight);
  return flags & STUDIO_AL_NOBLEND ? s : weight * s;
}
