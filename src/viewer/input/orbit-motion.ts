/** How the orbit camera moves: around a target, nearer, farther, sideways. No DOM, no allocation. */

import { writeForward } from "../../math/angles.ts";
import { clampPitch, type ViewerCamera, wrapYaw } from "../camera/camera.ts";

/** Inches. */
export const MIN_ORBIT_DISTANCE = 8;
export const MAX_ORBIT_DISTANCE = 65_536;

/** How far away the target is taken to be where nothing is looked at. */
export const DEFAULT_ORBIT_DISTANCE = 512;

/** A camera this far from where it was left, inches, was moved by someone else. */
const MOVED = 0.01;

export class OrbitMotion {
  #x = 0;
  #y = 0;
  #z = 0;
  #distance = 0;
  readonly #left = new Float64Array(5).fill(Number.NaN);
  readonly #forward = new Float32Array(3);

  /** Inches from the camera to the target; 0: there is none yet. */
  get distance(): number {
    return this.#distance;
  }

  /** Whether a target was set, and the camera is still where this left it. */
  holds(camera: ViewerCamera): boolean {
    const left = this.#left;
    return (
      Math.abs(left[0] - camera.x) < MOVED &&
      Math.abs(left[1] - camera.y) < MOVED &&
      Math.abs(left[2] - camera.z) < MOVED &&
      Math.abs(left[3] - camera.pitch) < MOVED &&
      Math.abs(left[4] - camera.yaw) < MOVED
    );
  }

  /** Sets the target straight ahead. */
  aim(camera: ViewerCamera, distance: number): void {
    this.#distance = clampDistance(distance);
    const forward = this.#forward;
    writeForward(forward, camera.pitch, camera.yaw);
    this.#x = camera.x + forward[0] * this.#distance;
    this.#y = camera.y + forward[1] * this.#distance;
    this.#z = camera.z + forward[2] * this.#distance;
    this.#leave(camera);
  }

  /** Turns the camera around the target; degrees, as the angles are. */
  turn(camera: ViewerCamera, yaw: number, pitch: number): void {
    camera.yaw = wrapYaw(camera.yaw + yaw);
    camera.pitch = clampPitch(camera.pitch + pitch);
    this.#place(camera);
  }

  /** Multiplies the distance to the target. */
  zoom(camera: ViewerCamera, factor: number): void {
    this.#distance = clampDistance(this.#distance * factor);
    this.#place(camera);
  }

  /** Moves camera and target in the picture's plane; as parts of the distance, left and up. */
  pan(camera: ViewerCamera, left: number, up: number): void {
    const yaw = (camera.yaw * Math.PI) / 180;
    const pitch = (camera.pitch * Math.PI) / 180;
    const l = left * this.#distance;
    const u = up * this.#distance;
    this.#x += -Math.sin(yaw) * l + Math.sin(pitch) * Math.cos(yaw) * u;
    this.#y += Math.cos(yaw) * l + Math.sin(pitch) * Math.sin(yaw) * u;
    this.#z += Math.cos(pitch) * u;
    this.#place(camera);
  }

  #place(camera: ViewerCamera): void {
    const forward = this.#forward;
    writeForward(forward, camera.pitch, camera.yaw);
    camera.x = this.#x - forward[0] * this.#distance;
    camera.y = this.#y - forward[1] * this.#distance;
    camera.z = this.#z - forward[2] * this.#distance;
    this.#leave(camera);
  }

  #leave(camera: ViewerCamera): void {
    this.#left[0] = camera.x;
    this.#left[1] = camera.y;
    this.#left[2] = camera.z;
    this.#left[3] = camera.pitch;
    this.#left[4] = camera.yaw;
  }
}

function clampDistance(distance: number): number {
  return Math.min(MAX_ORBIT_DISTANCE, Math.max(MIN_ORBIT_DISTANCE, distance));
}
