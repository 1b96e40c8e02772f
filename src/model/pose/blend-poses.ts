/** Blends two poses: `BlendBones`, `ScaleBones` and `SlerpBones` of the engine's bone_setup.cpp. */

import type { MdlSequence } from "../../formats/studio/animation/animation-types.ts";
import { multiply3x4, writeMatrixFromQuaternion } from "../../math/matrix3x4.ts";
import type { MotionFrames } from "../files/studio-model.ts";
import { copyMatrix, invertRigid } from "./matrix.ts";
import {
  blendQuaternion,
  fadeQuaternion,
  multiplyUnit,
  scaleQuaternion,
  slerpQuaternion,
  writeQuaternionOf,
} from "./quaternion.ts";
import { STUDIO_DELTA, STUDIO_POST } from "./sequence-flags.ts";

/** Positions and rotations of all bones relative to their parents: 3 and 4 floats a bone. */
export interface PoseColumns {
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
}

export function createPose(boneCount: number): PoseColumns {
  return {
    position: new Float32Array(boneCount * 3),
    quaternion: new Float32Array(boneCount * 4),
  };
}

/**
 * Bones in model space, computed on demand for single bones and their parents: `BuildBoneChain`.
 */
export class BoneChain {
  /** 12 floats a bone; valid for bones marked in `isKnown`. */
  readonly modelFromBone: Float32Array;
  readonly isKnown: Uint8Array;
  readonly #parent: Int32Array;
  readonly #path: Int32Array;
  readonly #local = new Float32Array(12);

  constructor(parent: Int32Array) {
    this.#parent = parent;
    this.modelFromBone = new Float32Array(parent.length * 12);
    this.isKnown = new Uint8Array(parent.length);
    this.#path = new Int32Array(parent.length);
  }

  reset(): void {
    this.isKnown.fill(0);
  }

  build(pose: PoseColumns, bone: number): void {
    const path = this.#path;
    let length = 0;
    for (let i = bone; i >= 0 && this.isKnown[i] === 0; i = this.#parent[i]) path[length++] = i;
    while (length > 0) this.#place(pose, path[--length]);
  }

  #place(pose: PoseColumns, bone: number): void {
    const { modelFromBone } = this;
    const at = bone * 12;
    writeMatrixFromQuaternion(
      modelFromBone,
      at,
      pose.quaternion,
      bone * 4,
      pose.position,
      bone * 3,
    );
    const parent = this.#parent[bone];
    if (parent >= 0) multiply3x4(modelFromBone, at, modelFromBone, parent * 12, modelFromBone, at);
    this.isKnown[bone] = 1;
  }

  /** Writes a bone's local pose from its matrix in model space: `SolveBone`. */
  solve(pose: PoseColumns, bone: number): void {
    const local = this.#local;
    const parent = this.#parent[bone];
    if (parent < 0) {
      copyMatrix(local, 0, this.modelFromBone, bone * 12);
    } else {
      invertRigid(local, 0, this.modelFromBone, parent * 12);
      multiply3x4(local, 0, local, 0, this.modelFromBone, bone * 12);
    }
    writeQuaternionOf(pose.quaternion, bone * 4, local, 0);
    for (let k = 0; k < 3; k++) pose.position[bone * 3 + k] = local[k * 4 + 3];
  }
}

/**
 * Writes a pose of an animation, interpolated between two frames: `CalcAnimation`. Bones without
 * weight are left unchanged.
 */
export function sampleFrames(
  out: PoseColumns,
  { position, quaternion }: MotionFrames,
  frameCount: number,
  weights: Float32Array,
  cycle: number,
): void {
  const boneCount = weights.length;
  const place = cycle * (frameCount - 1);
  const frame = Math.floor(place);
  const s = place - frame;
  const first = frame * boneCount;
  const next = first + boneCount;
  if (s <= 0.001) {
    for (let i = 0; i < boneCount; i++) {
      if (weights[i] <= 0) continue;
      for (let k = 0; k < 3; k++) out.position[i * 3 + k] = position[(first + i) * 3 + k];
      for (let k = 0; k < 4; k++) out.quaternion[i * 4 + k] = quaternion[(first + i) * 4 + k];
    }
    return;
  }
  const r = 1 - s;
  for (let i = 0; i < boneCount; i++) {
    if (weights[i] <= 0) continue;
    const a = (first + i) * 3;
    const b = (next + i) * 3;
    for (let k = 0; k < 3; k++) out.position[i * 3 + k] = position[a + k] * r + position[b + k] * s;
    blendQuaternion(
      out.quaternion,
      i * 4,
      quaternion,
      (first + i) * 4,
      quaternion,
      (next + i) * 4,
      s,
    );
  }
}

/** Blends two poses of a grid; `s` is the share of the other. */
export function blendPoses(
  out: PoseColumns,
  other: PoseColumns,
  s: number,
  weights: Float32Array,
  isFixed: Uint8Array,
): void {
  const r = 1 - s;
  const q = out.quaternion;
  const q2 = other.quaternion;
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] <= 0) continue;
    blendQuaternion(q, i * 4, q2, i * 4, q, i * 4, r, isFixed[i] === 0);
    mixPlace(out, other, i, r, s);
  }
}

/** Scales a pose that will be added to another. */
export function scalePose(out: PoseColumns, s: number, weights: Float32Array): void {
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] <= 0) continue;
    fadeQuaternion(out.quaternion, i * 4, 1 - s);
    for (let k = 0; k < 3; k++) out.position[i * 3 + k] *= s;
  }
}

/** Blends a sequence's pose over the current one by its bone weights, or adds it. */
export function layPose(
  out: PoseColumns,
  { flags, boneWeights }: MdlSequence,
  other: PoseColumns,
  weight: number,
  isFixed: Uint8Array,
  scratch: Float32Array,
): void {
  const isAdded = (flags & STUDIO_DELTA) !== 0;
  const q = out.quaternion;
  const q2 = other.quaternion;
  for (let i = 0; i < boneWeights.length; i++) {
    const s = weight * boneWeights[i];
    if (s <= 0) continue;
    const at = i * 4;
    if (isAdded) {
      scaleQuaternion(scratch, 0, q2, at, s);
      if (flags & STUDIO_POST) multiplyUnit(q, at, q, at, scratch, 0);
      else multiplyUnit(q, at, scratch, 0, q, at);
      for (let k = 0; k < 3; k++) out.position[i * 3 + k] += other.position[i * 3 + k] * s;
    } else if (s === 1) {
      for (let k = 0; k < 4; k++) q[at + k] = q2[at + k];
      for (let k = 0; k < 3; k++) out.position[i * 3 + k] = other.position[i * 3 + k];
    } else {
      slerpQuaternion(q, at, q2, at, q, at, 1 - s, isFixed[i] === 0);
      mixPlace(out, other, i, 1 - s, s);
    }
  }
}

function mixPlace(out: PoseColumns, other: PoseColumns, bone: number, r: number, s: number): void {
  const at = bone * 3;
  for (let k = at; k < at + 3; k++) out.position[k] = out.position[k] * r + other.position[k] * s;
}
