/**
 * The camera that controls move and the renderer reads: a single object for a viewer's lifetime.
 */

import type { CameraPose } from "../../map/types.ts";
import type { Camera } from "../../render/types.ts";

/** A writable `Camera`. Inches and degrees; pitch is positive downwards. */
export type ViewerCamera = { -readonly [K in keyof Camera]: Camera[K] };

/** Below 90 degrees, where forward and up would be parallel. */
export const MAX_PITCH = 89.9;

export const MIN_FOV = 20;
export const MAX_FOV = 140;
export const DEFAULT_FOV = 90;

export function createCamera(): ViewerCamera {
  return { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: DEFAULT_FOV };
}

export function clampPitch(pitch: number): number {
  return Math.min(MAX_PITCH, Math.max(-MAX_PITCH, pitch));
}

export function clampFov(fov: number): number {
  return Math.min(MAX_FOV, Math.max(MIN_FOV, fov));
}

/** Returns the same direction in the range −180 (exclusive) to 180. */
export function wrapYaw(yaw: number): number {
  const turn = ((yaw % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

/** Sets position and angles of a camera, but not its field of view. */
export function setPose(camera: ViewerCamera, pose: CameraPose): void {
  camera.x = pose.x;
  camera.y = pose.y;
  camera.z = pose.z;
  camera.pitch = clampPitch(pose.pitch);
  camera.yaw = wrapYaw(pose.yaw);
}
