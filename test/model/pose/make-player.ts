import { Diagnostics } from "../../../src/core/diagnostics.ts";
import type { ProceduralBones } from "../../../src/formats/studio/rig/procedural-types.ts";
import type { PosedModel } from "../../../src/model/files/studio-model.ts";
import { mergeMotions } from "../../../src/model/motions/merge-motions.ts";
import { createPosePlayer, type PosePlayer } from "../../../src/model/pose/pose-player.ts";
import { type MadeModel, makeGroup, NO_FILES, NO_PROCEDURES } from "../make-motions.ts";

export function makePosed(
  model: MadeModel,
  procedures: ProceduralBones = NO_PROCEDURES,
): PosedModel {
  const group = makeGroup(model);
  const motions = mergeMotions([group], NO_FILES, new Diagnostics());
  return { mdl: group.file.mdl, rig: group.rig, procedures, motions };
}

export function makePlayer(model: MadeModel, procedures = NO_PROCEDURES): PosePlayer {
  return createPosePlayer(makePosed(model, procedures));
}

/** Returns a bone's position in model space. */
export function placeOf({ modelFromBone }: PosePlayer, bone: number): number[] {
  return [3, 7, 11].map((k) => modelFromBone[bone * 12 + k]);
}

/** Returns the yaw of a bone in model space, in degrees. */
export function yawOf({ modelFromBone }: PosePlayer, bone: number): number {
  return (Math.atan2(modelFromBone[bone * 12 + 4], modelFromBone[bone * 12]) * 180) / Math.PI;
}
