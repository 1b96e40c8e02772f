/** Computes bone matrices. */

import { multiply3x4, writeMatrixFromQuaternion } from "../../../math/matrix3x4.ts";
import type { Mdl } from "../types.ts";

/** `STUDIOHDR_FLAGS_STATIC_PROP`: compiled with $staticprop. Its vertices are in model space. */
export const STUDIOHDR_FLAGS_STATIC_PROP = 0x10;

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/**
 * Returns the palette size of a model in rows: at least one, so that a model without bones can be
 * drawn.
 */
export function countPaletteBones(mdl: Mdl): number {
  return Math.max(1, mdl.bones.count);
}

/** Pose of the bones, each relative to its parent: 3 and 4 floats a bone. */
export interface BonePose {
  readonly position: Float32Array;
  readonly quaternion: Float32Array;
}

/**
 * Returns the matrices that move vertices to a pose, by default the bind pose: 12 floats a bone,
 * 3x4 row-major, modelFromBone * boneFromPose. They are identities for static props, and close to
 * identities for the bind pose of models whose bones match `poseToBone`. Entities rest in the first
 * frame of a sequence (`readFirstPose`), which usually rotates the whole model a quarter turn about
 * z.
 */
export function buildBonePalette(mdl: Mdl, pose: BonePose = mdl.bones): Float32Array {
  const { bones } = mdl;
  const palette = new Float32Array(countPaletteBones(mdl) * 12);
  if (bones.count === 0 || (mdl.flags & STUDIOHDR_FLAGS_STATIC_PROP) !== 0) {
    for (let i = 0; i < palette.length; i += 12) palette.set(IDENTITY, i);
    return palette;
  }
  const modelFromBone = buildModelFromBones(mdl, pose);
  for (let i = 0; i < bones.count; i++) {
    multiply3x4(palette, i * 12, modelFromBone, i * 12, bones.poseToBone, i * 12);
  }
  return palette;
}

/**
 * Returns the bones' matrices in a pose, by default the bind pose: 12 floats a bone, 3x4 row-major.
 */
export function buildModelFromBones({ bones }: Mdl, pose: BonePose = bones): Float32Array {
  const modelFromBone = new Float32Array(bones.count * 12);
  for (let i = 0; i < bones.count; i++) {
    writeMatrixFromQuaternion(modelFromBone, i * 12, pose.quaternion, i * 4, pose.position, i * 3);
    const parent = bones.parent[i];
    if (parent >= 0) {
      multiply3x4(modelFromBone, i * 12, modelFromBone, parent * 12, modelFromBone, i * 12);
    }
  }
  return modelFromBone;
}
