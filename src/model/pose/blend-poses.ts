/** How two poses become one: `BlendBones`, `ScaleBones` and `SlerpBones` of the engine's bone_setup.cpp. */

import type { MdlSequence } from "../../formats/studio/animation/animation-types.ts";
import type { MotionFrames } from "../studio-model.ts";
import type { PoseColumns } from "./bone-chain.ts";
import {
  blendQuaternion,
  fadeQuaternion,
  multiplyUnit,
  scaleQuaternion,
  slerpQuaternion,
} from "./quaternion.ts";
import { STUDIO_DELTA, STUDIO_POST } from "./sequence-flags.ts";

/** A pose of an animation, between two frames: bones of no weight stay what they are. `CalcAnimation` */
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

/** One blend of a grid with another, s of it the other. */
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

/** One that is added, to a part of it. */
export function scalePose(out: PoseColumns, s: number, weights: Float32Array): void {
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] <= 0) continue;
    fadeQuaternion(out.quaternion, i * 4, 1 - s);
    for (let k = 0; k < 3; k++) out.position[i * 3 + k] *= s;
  }
}

/** A sequence's pose over what plays already: by how much it is of each bone, or added to it. */
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
