/** Places the camera for a single model. */

import type { CameraPose } from "../../map/types.ts";
import { writeForward } from "../../math/angles.ts";
import { NEAR_PLANE, verticalFov } from "../../math/projection.ts";
import { boxRadius } from "./model-scene.ts";

/**
 * Vertical field of view in the engine's convention, degrees; narrower than a player's, for less
 * distortion.
 */
export const MODEL_FOV = 54;

/** Margin factor around the model. */
const MARGIN = 1.06;
/** Models face +x: the default view is from the front, slightly to the side and above. */
const PITCH = 10;
const YAW = 180 + 30;

export interface FrameOptions {
  readonly pitch?: number;
  readonly yaw?: number;
  readonly fov?: number;
  /** Width of the picture over its height. */
  readonly aspect?: number;
}

/** Returns a camera pose that shows the whole box (6 numbers). */
export function frameModel(
  box: ArrayLike<number>,
  { pitch = PITCH, yaw = YAW, fov = MODEL_FOV, aspect = 16 / 9 }: FrameOptions = {},
): CameraPose & { readonly distance: number } {
  const forward = new Float32Array(3);
  writeForward(forward, pitch, yaw);
  const tall = Math.tan(verticalFov(fov) / 2);
  const distance = Math.max(
    fitDistance(box, pitch, yaw, tall, tall * aspect) * MARGIN,
    NEAR_PLANE + boxRadius(box),
  );
  return {
    x: (box[0] + box[3]) / 2 - forward[0] * distance,
    y: (box[1] + box[4]) / 2 - forward[1] * distance,
    z: (box[2] + box[5]) / 2 - forward[2] * distance,
    pitch,
    yaw: yaw > 180 ? yaw - 360 : yaw,
    distance,
  };
}

/** Returns the distance from the box's centre at which all corners are in view. */
function fitDistance(
  box: ArrayLike<number>,
  pitch: number,
  yaw: number,
  tall: number,
  wide: number,
): number {
  const [sp, cp] = [Math.sin((pitch * Math.PI) / 180), Math.cos((pitch * Math.PI) / 180)];
  const [sy, cy] = [Math.sin((yaw * Math.PI) / 180), Math.cos((yaw * Math.PI) / 180)];
  let distance = 0;
  for (let corner = 0; corner < 8; corner++) {
    const half = [0, 1, 2].map(
      (axis) => ((box[axis + 3] - box[axis]) / 2) * ((corner >> axis) & 1 ? 1 : -1),
    );
    const ahead = half[0] * cp * cy + half[1] * cp * sy - half[2] * sp;
    const right = half[0] * sy - half[1] * cy;
    const up = half[0] * sp * cy + half[1] * sp * sy + half[2] * cp;
    distance = Math.max(distance, Math.abs(right) / wide - ahead, Math.abs(up) / tall - ahead);
  }
  return distance;
}
