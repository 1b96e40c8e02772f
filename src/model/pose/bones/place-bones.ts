import type {
  AxisInterpolations,
  InterpolationTriggers,
  ProceduralBones,
  QuaternionInterpolations,
} from "../../../formats/studio/rig/procedural-types.ts";
import type { Attachments } from "../../../formats/studio/rig/rig-types.ts";
import type { Bones } from "../../../formats/studio/types.ts";
import { multiply3x4, writeMatrixFromQuaternion } from "../../../math/matrix3x4.ts";
import type { BoneChain, PoseColumns } from "../blend-poses.ts";
import { copyMatrix, invertRigid } from "../matrix.ts";
import { normalizeQuaternion, slerpQuaternion, writeQuaternionOf } from "../quaternion.ts";
import { aimBone } from "./aim-bones.ts";
import { JigglePoser } from "./jiggle-bones.ts";

// Procedural bones: `CalcProceduralBone` and its callees, in model space.

const local = new Float32Array(12);
const turn = new Float32Array(4);
const place = new Float32Array(3);

/** Writes `local`: a bone relative to its parent. */
function writeLocal(m: Float32Array, parents: Int32Array, bone: number): void {
  const parent = parents[bone];
  if (parent < 0) {
    copyMatrix(local, 0, m, bone * 12);
    return;
  }
  invertRigid(local, 0, m, parent * 12);
  multiply3x4(local, 0, local, 0, m, bone * 12);
}

/** Writes a bone from `turn` and `place`, which are relative to its parent. */
function writeBone(m: Float32Array, parents: Int32Array, bone: number): void {
  writeMatrixFromQuaternion(m, bone * 12, turn, 0, place, 0);
  const parent = parents[bone];
  if (parent >= 0) multiply3x4(m, bone * 12, m, parent * 12, m, bone * 12);
}

/** `DoAxisInterpBone` */
function interpolateByAxis(
  m: Float32Array,
  parents: Int32Array,
  rows: AxisInterpolations,
  row: number,
): void {
  const { position, quaternion } = rows;
  writeLocal(m, parents, rows.control[row]);
  const axis = rows.axis[row];
  const x = local[axis];
  const y = local[4 + axis];
  const z = local[8 + axis];
  const a = Math.abs(x);
  const b = Math.abs(y);
  const c = Math.abs(z);
  const first = row * 6;
  const ix = first + (x >= 0 ? 0 : 1);
  const iy = first + (y >= 0 ? 2 : 3);
  const iz = first + (z >= 0 ? 4 : 5);
  if (a + b > 0) {
    const sum = a + b + c;
    slerpQuaternion(turn, 0, quaternion, iy * 4, quaternion, ix * 4, a / (a + b));
    slerpQuaternion(turn, 0, turn, 0, quaternion, iz * 4, c / sum);
    for (let k = 0; k < 3; k++) {
      place[k] =
        (a * position[ix * 3 + k] + b * position[iy * 3 + k] + c * position[iz * 3 + k]) / sum;
    }
  } else {
    for (let k = 0; k < 4; k++) turn[k] = quaternion[iz * 4 + k];
    for (let k = 0; k < 3; k++) place[k] = position[iz * 3 + k];
  }
  writeBone(m, parents, rows.bone[row]);
}

/** `DoQuatInterpBone` */
function interpolateByTurn(
  m: Float32Array,
  parents: Int32Array,
  rows: QuaternionInterpolations,
  triggers: InterpolationTriggers,
  row: number,
): void {
  const first = rows.firstTrigger[row];
  const end = first + rows.triggerCount[row];
  const q = triggers.quaternion;
  if (end === first) return;
  writeLocal(m, parents, rows.control[row]);
  writeQuaternionOf(control, 0, local, 0);
  let sum = 0;
  for (let i = first; i < end; i++) sum += triggerWeight(triggers, i);
  if (sum <= 0.001) {
    for (let k = 0; k < 4; k++) turn[k] = q[first * 4 + k];
    for (let k = 0; k < 3; k++) place[k] = triggers.position[first * 3 + k];
  } else {
    turn.fill(0);
    place.fill(0);
    for (let i = first; i < end; i++) {
      const s = triggerWeight(triggers, i) / sum;
      if (s === 0) continue;
      let dot = 0;
      for (let k = 0; k < 4; k++) dot += turn[k] * q[i * 4 + k];
      // Aligns the sum to the sign of the next quaternion.
      for (let k = 0; k < 4; k++) turn[k] = (dot < 0 ? -turn[k] : turn[k]) + s * q[i * 4 + k];
      for (let k = 0; k < 3; k++) place[k] += s * triggers.position[i * 3 + k];
    }
    normalizeQuaternion(turn, 0);
  }
  writeBone(m, parents, rows.bone[row]);
}

const control = new Float32Array(4);

function triggerWeight({ trigger, inverseTolerance }: InterpolationTriggers, i: number): number {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += trigger[i * 4 + k] * control[k];
  const angle = 2 * Math.acos(Math.min(1, Math.abs(dot)));
  return Math.max(0, 1 - angle * inverseTolerance[i]);
}

/** `BONE_ALWAYS_PROCEDURAL` */
const ALWAYS_PROCEDURAL = 0x04;

/** How a bone is placed; 0 by its pose. */
const BY_AXIS = 1;
const BY_TURN = 2;
const BY_AIM = 3;
const BY_SPRING = 4;

export interface BoneOrder {
  /** Bones, each after those it depends on. */
  readonly bones: Int32Array;
  /** `BY_AXIS` and so on, one for each bone. */
  readonly kind: Uint8Array;
  /** Row of each bone in the table of its kind. */
  readonly row: Int32Array;
}

/**
 * Orders bones so that each is computed after those it depends on. The engine uses the compiled
 * order, which usually fits; a bone that depends on a later one is moved after it. Bones in a cycle
 * keep their compiled order.
 */
function orderBones(
  { count, parent, flags }: Bones,
  { axisInterpolations, quaternionInterpolations, aims, jiggles }: ProceduralBones,
  attachments: Attachments,
): BoneOrder {
  const kind = new Uint8Array(count);
  const row = new Int32Array(count);
  const follows = new Int32Array(count).fill(-1);
  const mark = (
    table: { readonly count: number; readonly bone: Int32Array },
    how: number,
    followed: (row: number) => number,
  ): void => {
    for (let i = 0; i < table.count; i++) {
      const bone = table.bone[i];
      if ((flags[bone] & ALWAYS_PROCEDURAL) === 0) continue;
      kind[bone] = how;
      row[bone] = i;
      follows[bone] = followed(i);
    }
  };
  mark(axisInterpolations, BY_AXIS, (i) => axisInterpolations.control[i]);
  mark(quaternionInterpolations, BY_TURN, (i) => quaternionInterpolations.control[i]);
  mark(aims, BY_AIM, (i) => (aims.isAtAttachment[i] ? attachments.bone[aims.aim[i]] : aims.aim[i]));
  mark(jiggles, BY_SPRING, () => -1);

  const bones = new Int32Array(count);
  const state = new Uint8Array(count);
  const stack = new Int32Array(count + 1);
  let placed = 0;
  for (let first = 0; first < count; first++) {
    let depth = 0;
    if (state[first] === 0) stack[depth++] = first;
    while (depth > 0) {
      const bone = stack[depth - 1];
      state[bone] = OPEN;
      const next = state[parent[bone]] === 0 ? parent[bone] : follows[bone];
      if (next >= 0 && state[next] === 0) {
        stack[depth++] = next;
      } else {
        depth--;
        state[bone] = PLACED;
        bones[placed++] = bone;
      }
    }
  }
  return { bones, kind, row };
}

const OPEN = 1;
const PLACED = 2;

/**
 * Computes bones in model space from the pose, procedural rules and springs:
 * `BuildTransformations`.
 */
export class BonePlacer {
  readonly jiggles: JigglePoser;
  readonly #bones: Bones;
  readonly #procedures: ProceduralBones;
  /** Attachments of the model itself, which aim rules refer to. */
  readonly #attachments: Attachments;
  readonly #order: BoneOrder;
  readonly #goal = new Float32Array(12);

  constructor(bones: Bones, procedures: ProceduralBones, attachments: Attachments) {
    this.#bones = bones;
    this.#procedures = procedures;
    this.#attachments = attachments;
    this.#order = orderBones(bones, procedures, attachments);
    this.jiggles = new JigglePoser(procedures.jiggles);
  }

  /**
   * Completes a chain in which the bones moved by IK are already known.
   * @param isStep whether springs advance by a step
   */
  place(pose: PoseColumns, chain: BoneChain, isStep: boolean): void {
    const { bones, kind, row } = this.#order;
    const { modelFromBone: m, isKnown } = chain;
    const { parent, quaternion } = this.#bones;
    const { axisInterpolations, quaternionInterpolations, triggers, aims } = this.#procedures;
    for (let i = 0; i < bones.length; i++) {
      const bone = bones[i];
      const how = kind[bone];
      const at = row[bone];
      if (how === BY_AXIS) interpolateByAxis(m, parent, axisInterpolations, at);
      else if (how === BY_TURN)
        interpolateByTurn(m, parent, quaternionInterpolations, triggers, at);
      else if (how === BY_AIM) aimBone(m, quaternion, aims, this.#attachments, at);
      else if (isKnown[bone] === 0)
        this.#placeByPose(m, pose, bone, how === BY_SPRING ? at : -1, isStep);
      isKnown[bone] = 1;
    }
  }

  /** @param spring row of the jiggle bones, or -1 */
  #placeByPose(
    m: Float32Array,
    pose: PoseColumns,
    bone: number,
    spring: number,
    isStep: boolean,
  ): void {
    const goal = spring < 0 ? m : this.#goal;
    const at = spring < 0 ? bone * 12 : 0;
    writeMatrixFromQuaternion(goal, at, pose.quaternion, bone * 4, pose.position, bone * 3);
    const parent = this.#bones.parent[bone];
    if (parent >= 0) multiply3x4(goal, at, m, parent * 12, goal, at);
    if (spring >= 0) this.jiggles.write(m, bone * 12, goal, spring, isStep);
  }
}
