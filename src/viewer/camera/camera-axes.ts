/** Projects points to the screen, and returns rays through screen points. */

import { verticalFov } from "../../math/projection.ts";
import type { Camera } from "../../render/types.ts";

const RADIANS = Math.PI / 180;

/** Right, up and forward vectors of a camera, and the slopes of the view's edges. */
export class CameraAxes {
  readonly #axes = new Float64Array(9);
  readonly #eye = new Float64Array(3);
  #slopeX = 1;
  #slopeY = 1;

  /** @param aspect width over height of the view. Allocates nothing */
  follow({ x, y, z, pitch, yaw, fov }: Camera, aspect: number): void {
    const sp = Math.sin(pitch * RADIANS);
    const cp = Math.cos(pitch * RADIANS);
    const sy = Math.sin(yaw * RADIANS);
    const cy = Math.cos(yaw * RADIANS);
    const axes = this.#axes;
    axes[0] = sy;
    axes[1] = -cy;
    axes[2] = 0;
    axes[3] = sp * cy;
    axes[4] = sp * sy;
    axes[5] = cp;
    axes[6] = cp * cy;
    axes[7] = cp * sy;
    axes[8] = -sp;
    this.#eye[0] = x;
    this.#eye[1] = y;
    this.#eye[2] = z;
    this.#slopeY = Math.tan(verticalFov(fov) / 2);
    this.#slopeX = this.#slopeY * aspect;
  }

  /** Returns the height of a pixel at a distance of one inch, in inches. */
  pixelSlope(heightPixels: number): number {
    return (2 * this.#slopeY) / heightPixels;
  }

  /**
   * Projects a point: x and y from −1 to 1, left to right and bottom to top, and its depth. Returns
   * `false` if it is behind the camera. Allocates nothing.
   */
  project(x: number, y: number, z: number, out: Float64Array): boolean {
    const axes = this.#axes;
    const dx = x - this.#eye[0];
    const dy = y - this.#eye[1];
    const dz = z - this.#eye[2];
    const depth = dx * axes[6] + dy * axes[7] + dz * axes[8];
    if (depth < 1) return false;
    out[0] = (dx * axes[0] + dy * axes[1] + dz * axes[2]) / (depth * this.#slopeX);
    out[1] = (dx * axes[3] + dy * axes[4] + dz * axes[5]) / (depth * this.#slopeY);
    out[2] = depth;
    return true;
  }

  /** Returns the unit direction through a screen point, −1 to 1 as in `project`. */
  rayThrough(u: number, v: number): [number, number, number] {
    const axes = this.#axes;
    const a = u * this.#slopeX;
    const b = v * this.#slopeY;
    const at = (k: number) => axes[6 + k] + a * axes[k] + b * axes[3 + k];
    const length = Math.hypot(at(0), at(1), at(2));
    return [at(0) / length, at(1) / length, at(2) / length];
  }
}
