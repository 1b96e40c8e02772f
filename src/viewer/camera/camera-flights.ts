/** Has the camera for a time: smooth moves to a pose, and recorded paths. One at a time. */

import type { Camera } from "../../render/types.ts";
import { clampFov, clampPitch, type ViewerCamera, wrapYaw } from "./camera.ts";

/** A frame that takes longer than this holds a flight up instead of skipping part of it. */
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
  /** Counts what was started and stopped: who waits for something knows that it was overtaken. */
  #turn = 0;
  #settle: (isWhole: boolean) => void = () => undefined;

  get isActive(): boolean {
    return this.#flight !== null;
  }

  /**
   * Ends what is under way. Resolves with whether the flight came to its end: it is ended by `stop`, by
   * the next `start`, by the signal.
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

  /** What a flight waits for; null if it was overtaken or aborted meanwhile. */
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

  /** Moves the camera on. Allocates nothing while a flight is under way. */
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

/** Writes a pose, or what is given of it, into range. Throws TypeError unless all of it is finite. */
export function assignPose(camera: ViewerCamera, pose: Partial<Camera>): void {
  const { x, y, z, pitch, yaw, fov } = { ...camera, ...pose };
  for (const [key, value] of Object.entries({ x, y, z, pitch, yaw, fov })) {
    if (!Number.isFinite(value)) throw new TypeError(`camera.${key} is to be a finite number`);
  }
  camera.x = x;
  camera.y = y;
  camera.z = z;
  camera.pitch = clampPitch(pitch);
  camera.yaw = wrapYaw(yaw);
  camera.fov = clampFov(fov);
}
