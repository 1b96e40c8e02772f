import type {
  AimBones,
  AxisInterpolations,
  InterpolationTriggers,
  ProceduralBones,
  QuaternionInterpolations,
} from "../../formats/studio/rig/procedural-types.ts";
import type { Attachments } from "../../formats/studio/rig/rig-types.ts";
import type { Bones } from "../../formats/studio/types.ts";
import { multiply3x4, writeMatrixFromQuaternion } from "../../math/matrix3x4.ts";
import { dot } from "../../math/vec3.ts";
import type { BoneChain, PoseColumns } from "./blend-poses.ts";
import { JigglePoser } from "./jiggle-bones.ts";
import { copyMatrix, invertRigid, normalizeVector } from "./matrix.ts";
import {
  FLT_EPSILON,
  normalizeQuaternion,
  slerpQuaternion,
  writeQuaternionOf,
} from "./quaternion.ts";

type Vector = Float32Array;

const aimPlace = new Float32Array(3);
const aim = new Float32Array(3);
const axis = new Float32Array(3);
const own = new Float32Array(3);
const up = new Float32Array(3);
const wanted = new Float32Array(3);
const aimTurn = new Float32Array(4);
const twist = new Float32Array(4);
const matrix = new Float32Array(12);

/** Points a bone at another bone or an attachment, and keeps its up direction: `DoAimAtBone`. */
function aimBone(
  m: Float32Array,
  restTurn: Float32Array,
  rows: AimBones,
  attachments: Attachments,
  row: number,
): void {
  const bone = rows.bone[row];
  const parent = rows.parent[row] * 12;
  transform(aimPlace, rows.basePosition, row * 3, m, parent);
  writeAimedAt(m, rows, attachments, row);
  for (let k = 0; k < 3; k++) aim[k] -= aimPlace[k];
  normalizeVector(aim);
  copy(own, rows.aimVector, row * 3);
  cross(axis, own, aim);
  normalizeVector(axis);
  writeAxisTurn(aimTurn, axis, Math.acos(clampCosine(dot(own, aim))));
  copy(up, rows.upVector, row * 3);
  if (1 - Math.abs(dot(up, own)) > FLT_EPSILON) {
    // Compares the current up direction with the one that the parent gives, both projected across
    // the aim.
    writeMatrixFromQuaternion(matrix, 0, restTurn, bone * 4, aimPlace, 0);
    rotate(wanted, up, matrix, 0);
    rotate(wanted, wanted, m, parent);
    flatten(wanted, aim);
    writeMatrixFromQuaternion(matrix, 0, aimTurn, 0, aimPlace, 0);
    rotate(up, up, matrix, 0);
    flatten(up, aim);
    const cosine = dot(up, wanted);
    if (1 - Math.abs(cosine) > FLT_EPSILON) {
      cross(axis, up, wanted);
      normalizeVector(axis);
      writeAxisTurn(twist, axis, Math.acos(clampCosine(cosine)));
      multiply(aimTurn, twist, aimTurn);
    }
  }
  writeMatrixFromQuaternion(m, bone * 12, aimTurn, 0, aimPlace, 0);
}

function writeAimedAt(
  m: Float32Array,
  rows: AimBones,
  attachments: Attachments,
  row: number,
): void {
  const aimed = rows.aim[row];
  if (rows.isAtAttachment[row]) {
    for (let k = 0; k < 3; k++) own[k] = attachments.local[aimed * 12 + k * 4 + 3];
    transform(aim, own, 0, m, attachments.bone[aimed] * 12);
  } else {
    for (let k = 0; k < 3; k++) aim[k] = m[aimed * 12 + k * 4 + 3];
  }
}

function copy(out: Vector, v: Float32Array, at: number): void {
  for (let k = 0; k < 3; k++) out[k] = v[at + k];
}

function cross(out: Vector, a: Vector, b: Vector): void {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

function rotate(out: Vector, v: Vector, m: Float32Array, at: number): void {
  const x = v[0];
  const y = v[1];
  const z = v[2];
  for (let k = 0; k < 3; k++) {
    out[k] = m[at + k * 4] * x + m[at + k * 4 + 1] * y + m[at + k * 4 + 2] * z;
  }
}

function transform(out: Vector, v: Float32Array, vAt: number, m: Float32Array, at: number): void {
  copy(out, v, vAt);
  rotate(out, out, m, at);
  for (let k = 0; k < 3; k++) out[k] += m[at + k * 4 + 3];
}

/** Removes the component of a direction along another, and normalizes the rest. */
function flatten(v: Vector, along: Vector): void {
  const amount = dot(v, along);
  for (let k = 0; k < 3; k++) v[k] -= along[k] * amount;
  normalizeVector(v);
}

function writeAxisTurn(out: Float32Array, axis: Vector, angle: number): void {
  const sine = Math.sin(angle / 2);
  for (let k = 0; k < 3; k++) out[k] = axis[k] * sine;
  out[3] = Math.cos(angle / 2);
}

function multiply(out: Float32Array, p: Float32Array, q: Float32Array): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  out[0] = p[0] * w + p[1] * z - p[2] * y + p[3] * x;
  out[1] = -p[0] * z + p[1] * w + p[2] * x + p[3] * y;
  out[2] = p[0] * y - p[1] * x + p[2] * w + p[3] * z;
  out[3] = -p[0] * x - p[1] * y - p[2] * z + p[3] * w;
}

function clampCosine(value: number): number {
  return Math.max(-1, Math.min(1, value));
}

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
