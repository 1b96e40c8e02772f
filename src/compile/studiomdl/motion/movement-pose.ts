import type { StudioMovementFile } from "../../../formats/studio/write/write-motion-types.ts";
import { createPose, type Pose } from "../pose-matrix.ts";

const ORIGIN = [0, 0, 0] as const;

/** Where the whole model is at a frame, from where it was at the animation's start. */
export function movementPose(movements: readonly StudioMovementFile[], frame: number): Pose {
  let from = 0;
  let [position, yaw]: [readonly [number, number, number], number] = [ORIGIN, 0];
  for (const { endFrame, speed, yaw: turned, vector, position: there } of movements) {
    if (frame < endFrame) {
      const part = (frame - from) / (endFrame - from);
      const way = speed[0] * part + 0.5 * (speed[1] - speed[0]) * part * part;
      const at = position.map((value, axis) => value + vector[axis] * way);
      return placeAt(at, yaw + (turned - yaw) * part);
    }
    [from, position, yaw] = [endFrame, there, turned];
  }
  return placeAt(position, yaw);
}

/** @param yaw degrees */
export function placeAt(position: ArrayLike<number>, yaw: number): Pose {
  return createPose([0, 0, (yaw * Math.PI) / 180], 0, position, 0, 1);
}
