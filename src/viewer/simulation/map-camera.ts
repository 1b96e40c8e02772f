/**
 * Shows the view of a map's camera (`point_viewcontrol`) while the viewer's camera is a player. It is
 * a flight, so that any input that ends flights returns the player's own view.
 */

import type { MapCameraPose } from "../../map/motion/view.ts";
import { clampPitch, type ViewerCamera, wrapYaw } from "../camera/camera.ts";
import type { CameraFlight, CameraFlights } from "../camera/camera-flights.ts";

const NONE = -1;

export class MapCamera implements CameraFlight {
  readonly duration = Number.POSITIVE_INFINITY;
  readonly isLoop = true;
  /** The player's own view while a camera is shown; `null` otherwise. */
  body: ViewerCamera | null = null;
  readonly #flights: CameraFlights;
  readonly #camera: ViewerCamera;
  readonly #pose: MapCameraPose;
  readonly #onChange: () => void;
  /** Entity whose view is shown, and entity whose view the user left. */
  #shown = NONE;
  #left = NONE;
  /** Pose that was shown last. */
  readonly #last: ViewerCamera = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 0 };

  /**
   * @param camera the viewer's camera
   * @param pose pose of the map's camera, read in place
   * @param onChange called when a view begins or ends
   */
  constructor(
    flights: CameraFlights,
    camera: ViewerCamera,
    pose: MapCameraPose,
    onChange: () => void,
  ) {
    this.#flights = flights;
    this.#camera = camera;
    this.#pose = pose;
    this.#onChange = onChange;
  }

  /** Entity whose view is shown; −1 for none. */
  get entity(): number {
    return this.#shown;
  }

  /**
   * Begins and ends views. Call after each frame's ticks.
   * @param isWanted whether the camera is a player, and follows the map's cameras
   */
  follow(isWanted: boolean): void {
    const { entity } = this.#pose;
    // A camera that is on before there is a player does not show its view, nor one that was left.
    if (!isWanted || entity === NONE) this.#left = entity;
    if (this.#left !== NONE && this.#left !== entity) this.#left = NONE;
    const wanted = isWanted && entity !== this.#left ? entity : NONE;
    if (wanted === this.#shown) return;
    if (wanted === NONE) this.#flights.stop();
    else if (this.#shown === NONE) this.#begin(wanted);
    this.#shown = wanted;
  }

  setPose(camera: ViewerCamera): void {
    const { x, y, z, pitch, yaw, roll } = this.#pose;
    Object.assign(camera, { x, y, z, pitch: clampPitch(pitch), yaw: wrapYaw(yaw), roll });
    Object.assign(this.#last, camera);
  }

  #begin(entity: number): void {
    this.body = { ...this.#camera };
    this.#flights.start(this).then(() => this.#end());
    this.#shown = entity;
    this.setPose(this.#camera);
    this.#onChange();
  }

  #end(): void {
    const { body } = this;
    const { x, y, z, pitch, yaw } = this.#camera;
    const last = this.#last;
    // Other code may have moved the camera meanwhile.
    const isKept =
      x === last.x && y === last.y && z === last.z && pitch === last.pitch && yaw === last.yaw;
    if (body !== null && isKept) Object.assign(this.#camera, body);
    this.#camera.roll = 0;
    this.body = null;
    // Without an end by the map, the user left the view.
    if (this.#shown !== NONE) this.#left = this.#shown;
    this.#shown = NONE;
    this.#onChange();
  }
}
