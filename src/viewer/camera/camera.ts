/**
 * The camera that controls move and the renderer reads: a single object for a viewer's lifetime. And
 * a camera as part of an address.
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

// Camera as part of an address: `#camera=x,y,z,pitch,yaw,fov`, for links to a view.

/** Largest coordinate in a link, inches: four times the engine's largest map. */
const MAX_COORDINATE = 131_072;

/**
 * Returns `camera=x,y,z,pitch,yaw,fov`, rounded to a tenth of an inch and a hundredth of a degree.
 */
export function formatCamera(camera: Camera): string {
  const { x, y, z, pitch, yaw, fov } = camera;
  const numbers = [
    ...[x, y, z].map((value) => round(value, 10)),
    ...[pitch, yaw].map((value) => round(value, 100)),
    round(fov, 10),
  ];
  return `camera=${numbers.join(",")}`;
}

/**
 * Reads a camera from an address's fragment, with or without its `#`. Returns `null` unless it has
 * five or six finite numbers within the world. Angles are clamped, and the field of view is
 * optional.
 */
export function parseCamera(fragment: string): ViewerCamera | null {
  const text = new URLSearchParams(fragment.replace(/^#/, "")).get("camera");
  if (text === null) return null;
  const parts = text.split(",");
  if (parts.length !== 5 && parts.length !== 6) return null;
  if (parts.some((part) => !/^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(part))) return null;
  const [x, y, z, pitch, yaw, fov = DEFAULT_FOV] = parts.map(Number);
  if ([x, y, z].some((value) => !(Math.abs(value) <= MAX_COORDINATE))) return null;
  if (![pitch, yaw, fov].every(Number.isFinite)) return null;
  return { x, y, z, pitch: clampPitch(pitch), yaw: wrapYaw(yaw), fov: clampFov(fov) };
}

/** Rounds to 1 / `steps`, never to −0. */
function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps + 0;
}
