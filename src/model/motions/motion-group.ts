import { STUDIO_DELTA } from "../../formats/studio/animation/animation-types.ts";
import type { AnimationFile } from "../../formats/studio/read/animation/animation-file.ts";
import {
  applyZeroFrames,
  readZeroFrames,
} from "../../formats/studio/read/animation/read-zero-frames.ts";
import type { MdlRig } from "../../formats/studio/rig/rig-types.ts";
import type { Bones } from "../../formats/studio/types.ts";
import type { MotionFrames } from "../studio-model.ts";

/** A file that sequences are from: the model's own, or one that it includes. */
export interface MotionGroup {
  /** Content path. */
  readonly path: string;
  readonly rig: MdlRig;
  readonly file: AnimationFile;
}

/** Which bones of two models are the same, by their names: `virtualgroup_t`. */
export interface BoneMap {
  /** For each bone of the main model, that of the group; -1: it has none. */
  readonly groupBone: Int32Array;
  /** For each bone of the group, that of the main model; -1: it has none. */
  readonly mainBone: Int32Array;
  readonly isSame: boolean;
}

export function mapBones(main: Bones, group: Bones): BoneMap {
  const rows = new Map<string, number>();
  // The first of a name is found, as in the engine.
  for (let i = main.count - 1; i >= 0; i--) rows.set(main.name[i].toLowerCase(), i);
  const groupBone = new Int32Array(main.count).fill(-1);
  const mainBone = Int32Array.from(group.name, (name) => rows.get(name.toLowerCase()) ?? -1);
  for (let j = 0; j < group.count; j++) if (mainBone[j] >= 0) groupBone[mainBone[j]] = j;
  const isSame = main.count === group.count && mainBone.every((bone, j) => bone === j);
  return { groupBone, mainBone, isSame };
}

/**
 * The poses of an animation, with the main model's bones. Bones that the group lacks rest as the main model has
 * them. Of what lies in an `.ani` that is not there, the few poses that the MDL has itself.
 * @throws FormatError
 */
export function readFrames(
  { file }: MotionGroup,
  animation: number,
  main: Bones,
  { groupBone, isSame }: BoneMap,
): MotionFrames {
  const { flags, frameCount, isExternal } = file.infos[animation];
  const poses = file.decode(animation);
  if (isExternal) {
    const zero = readZeroFrames(file, animation);
    if (zero !== null) applyZeroFrames(zero, poses, frameCount);
  }
  if (isSame) return poses;
  const where = "mstudioanimdesc_t.numframes";
  file.ledger.take("animationPoses", frameCount * Math.max(1, main.count), where, "MDL");
  const position = new Float32Array(frameCount * main.count * 3);
  const quaternion = new Float32Array(frameCount * main.count * 4);
  const isDelta = (flags & STUDIO_DELTA) !== 0;
  const groupCount = file.mdl.bones.count;
  for (let frame = 0; frame < frameCount; frame++) {
    for (let bone = 0; bone < main.count; bone++) {
      const to = frame * main.count + bone;
      const from = frame * groupCount + groupBone[bone];
      if (groupBone[bone] >= 0) {
        for (let k = 0; k < 3; k++) position[to * 3 + k] = poses.position[from * 3 + k];
        for (let k = 0; k < 4; k++) quaternion[to * 4 + k] = poses.quaternion[from * 4 + k];
      } else if (isDelta) {
        quaternion[to * 4 + 3] = 1;
      } else {
        for (let k = 0; k < 3; k++) position[to * 3 + k] = main.position[bone * 3 + k];
        for (let k = 0; k < 4; k++) quaternion[to * 4 + k] = main.quaternion[bone * 4 + k];
      }
    }
  }
  return { position, quaternion };
}
