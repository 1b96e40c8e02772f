/** Notices between frames what a page may want to hear of: the camera, and its leaf. */

import type { Listeners } from "../input/listeners.ts";
import type { MapQueries } from "../load/map-queries.ts";
import type { ViewerEvents } from "../viewer-events.ts";
import type { ViewerCamera } from "./camera.ts";

export class CameraNews {
  readonly #listeners: Listeners<ViewerEvents>;
  readonly #last = new Float64Array(6).fill(Number.NaN);
  #leaf = -1;

  constructor(listeners: Listeners<ViewerEvents>) {
    this.#listeners = listeners;
  }

  /** Another map: its leaves are others. */
  restart(): void {
    this.#leaf = -1;
    this.#last.fill(Number.NaN);
  }

  /** After each frame. Allocates nothing while nothing changes. */
  update(camera: ViewerCamera, queries: MapQueries): void {
    if (!this.#hasMoved(camera)) return;
    this.#listeners.emit("camerachange", camera);
    const leaf = queries.leafOf(camera.x, camera.y, camera.z);
    if (leaf === this.#leaf) return;
    this.#leaf = leaf;
    const info = queries.describeLeaf(leaf);
    if (info !== null) this.#listeners.emit("leafchange", info);
  }

  #hasMoved(camera: ViewerCamera): boolean {
    const last = this.#last;
    const isSame =
      last[0] === camera.x &&
      last[1] === camera.y &&
      last[2] === camera.z &&
      last[3] === camera.pitch &&
      last[4] === camera.yaw &&
      last[5] === camera.fov;
    if (isSame) return false;
    last[0] = camera.x;
    last[1] = camera.y;
    last[2] = camera.z;
    last[3] = camera.pitch;
    last[4] = camera.yaw;
    last[5] = camera.fov;
    return true;
  }
}
