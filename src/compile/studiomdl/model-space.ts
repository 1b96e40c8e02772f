import { createPose, multiplyPoses, type Pose } from "./pose-matrix.ts";
import type { Qc } from "./qc/qc-types.ts";

const QUARTER = Math.PI / 2;

/**
 * The turn and the move from the (scaled) space of SMDs to the model's: x is north in an SMD and
 * east in a map, so everything turns a quarter about z, after `$upaxis` put its axis upright and
 * `$origin` was taken off. Static props have it in their vertices, others in the root bones of
 * their sequences.
 */
export function modelFromSmd(qc: Qc): Pose {
  const yaw = QUARTER + (qc.originYaw * Math.PI) / 180;
  const upright = { x: [0, -QUARTER, 0], y: [QUARTER, 0, 0], z: [0, 0, 0] }[qc.upAxis];
  const origin = qc.origin.map((value) => -value);
  const turn = createPose([0, 0, yaw], 0, [0, 0, 0], 0, 1);
  const raise = createPose(upright, 0, [0, 0, 0], 0, 1);
  const move = createPose([0, 0, 0], 0, origin, 0, 1);
  return multiplyPoses(multiplyPoses(turn, raise), move);
}
