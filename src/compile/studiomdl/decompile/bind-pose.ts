import type { Mdl } from "../../../formats/studio/types.ts";
import { multiplyPoses, type Pose, poseFromQuaternion } from "../pose-matrix.ts";

/** Where a bone is in the bind pose. */
export function bindPoseOf({ bones }: Mdl, bone: number): Pose {
  const { quaternion, position, parent } = bones;
  let pose = poseFromQuaternion(quaternion, bone * 4, position, bone * 3);
  for (let row = parent[bone]; row >= 0; row = parent[row]) {
    pose = multiplyPoses(poseFromQuaternion(quaternion, row * 4, position, row * 3), pose);
  }
  return pose;
}
