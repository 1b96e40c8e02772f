/** A camera in an address: `#camera=x,y,z,pitch,yaw,fov`, so that a link shows a view. */

import type { Camera } from "../../render/types.ts";
import { clampFov, clampPitch, DEFAULT_FOV, type ViewerCamera, wrapYaw } from "./camera.ts";

/** Four times the largest map the engine takes: farther out there is nothing to see. */
const MAX_COORDINATE = 131_072;

/** `camera=x,y,z,pitch,yaw,fov`: a tenth of an inch, a hundredth of a degree. */
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
 * Reads a camera from an address's fragment, with or without its `#`. Returns null unless there are
 * five or six finite numbers within the world; angles are brought into range, and the field of view
 * may be left out.
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

/** Rounded to 1 / `steps`, never as -0. */
function round(value: number, steps: number): number {
  return Math.round(value * steps) / steps + 0;
}
