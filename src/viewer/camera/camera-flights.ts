/** Moves the camera along one flight at a time: smooth moves to a pose, and recorded paths. */

import type { Camera } from "../../render/types.ts";
import { clampFov, clampPitch, type ViewerCamera, wrapYaw } from "./camera.ts";

/** Longest step in seconds; a slower frame delays a flight instead of skipping part of it. */
const MAX_STEP_SECONDS = 0.1;

export interface CameraFlight {
  /** Seconds. */
  readonly duration: number;
  readonly isLoop: boolean;
  setPose(camera: ViewerCamera, seconds: number): void;
}

export class CameraFlights {
  #flight: CameraFlight | null = null;
  #speed = 1;
  #seconds = 0;
  /** Number of starts and stops, by which an asynchronous call detects that it was interrupted. */
  #turn = 0;
  #settle: (isWhole: boolean) => void = () => undefined;

  get isActive(): boolean {
    return this.#flight !== null;
  }

  /**
   * Ends the current flight and starts another. Resolves with whether it was completed; `stop`, the
   * next `start` or the signal interrupts it.
   */
  async start(
    flight: CameraFlight,
    { speed = 1, signal }: { readonly speed?: number; readonly signal?: AbortSignal } = {},
  ): Promise<boolean> {
    this.stop();
    this.#flight = flight;
    this.#speed = speed;
    this.#seconds = 0;
    const onAbort = (): void => {
      if (this.#flight === flight) this.stop();
    };
    signal?.addEventListener("abort", onAbort);
    try {
      return await new Promise((resolve) => {
        this.#settle = resolve;
      });
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /**
   * Stops the current flight and reads the data of another; `null` if interrupted or aborted
   * meanwhile.
   */
  async await<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T | null> {
    if (signal?.aborted) return null;
    this.stop();
    const turn = this.#turn;
    try {
      const value = await read();
      return signal?.aborted || turn !== this.#turn ? null : value;
    } catch (error) {
      if (signal?.aborted) return null;
      throw error;
    }
  }

  /** Advances the flight. Allocates nothing. */
  update(camera: ViewerCamera, seconds: number): void {
    const flight = this.#flight;
    if (flight === null) return;
    this.#seconds += Math.min(seconds, MAX_STEP_SECONDS) * this.#speed;
    flight.setPose(camera, this.#seconds);
    if (!flight.isLoop && this.#seconds >= flight.duration) this.#end(true);
  }

  stop(): void {
    this.#turn++;
    this.#end(false);
  }

  #end(isWhole: boolean): void {
    if (this.#flight === null) return;
    this.#flight = null;
    this.#settle(isWhole);
  }
}

/**
 * Assigns the given fields of a pose, clamped to their ranges. Throws TypeError unless all are
 * finite.
 */
export function assignPose(camera: ViewerCamera, pose: Partial<Camera>): void {
  const { x, y, z, pitch, yaw, fov } = { ...camera, ...pose };
  for (const [key, value] of Object.entries({ x, y, z, pitch, yaw, fov })) {
    if (!Number.isFinite(value)) throw new TypeError(`camera.${key} must be a finite number`);
  }
  camera.x = x;
  camera.y = y;
  camera.z = z;
  camera.pitch = clampPitch(pitch);
  camera.yaw = wrapYaw(yaw);
  camera.fov = clampFov(fov);
}
