/** The spline that every recorded flight and camera track follows, over time. */

import { clampFov, clampPitch, type ViewerCamera, wrapYaw } from "./camera.ts";

/** Numbers of a recorded pose: seconds, x, y, z, pitch, yaw. */
export const KEY_SIZE = 6;

/**
 * Ways to pass a key: "smooth" without a kink, at the speed of the straight line between its
 * neighbours; "linear" with a corner, straight at a constant speed to each neighbour that is also
 * linear; "stop" slows down to rest there, and speeds up again.
 */
export const EASES = ["smooth", "linear", "stop"] as const;
export type Ease = (typeof EASES)[number];

export interface Flight {
  /** Seconds of one round; 0 if the flight stands still. */
  readonly duration: number;
  /**
   * Whether the end equals the start, so that the flight can repeat; otherwise it stays at its end.
   */
  readonly isLoop: boolean;
  /** Field of view and map of the recording; `null` if not stated. */
  readonly fov: number | null;
  readonly map: string | null;
  /**
   * Sets a camera to the flight's pose at a time. Its field of view is set only by camera tracks,
   * where it may change along the way.
   */
  setPose(camera: ViewerCamera, seconds: number): void;
}

export interface FlightKeys extends Pick<Flight, "fov" | "map"> {
  /** `KEY_SIZE` numbers each, at least one key; times increase from 0. */
  readonly keys: readonly (readonly number[])[];
  /** Time at which a loop is back at its first key; `null` if the flight ends at its last key. */
  readonly loopAfter: number | null;
  /** Field of view at each key, degrees; if left out, `setPose` does not set it. */
  readonly fovs?: readonly number[];
  /** How the flight passes each key; "smooth" if left out. */
  readonly eases?: readonly Ease[];
}

/**
 * Creates a spline flight, which is exact at its keys. The speed at a smooth key is that of the
 * straight line between its neighbours, so there are no kinks; at the ends of a flight that is no
 * loop, it is that of the first or last segment. Turns take the shorter way round.
 */
export function createFlight({ keys, loopAfter, fov, map, fovs, eases }: FlightKeys): Flight {
  const count = keys.length;
  const isLoop = loopAfter !== null;
  const duration = loopAfter ?? keys[count - 1][0];
  /** x, y, z, pitch, yaw, field of view. */
  const channels = KEY_SIZE;
  // Extra poses before the first and after the last avoid special cases.
  const rows = count + 3;
  const times = new Float64Array(rows);
  const values = new Float64Array(rows * channels);
  const rowEases: Ease[] = [];
  const yawOf = (row: number) => row * channels + 4;
  for (let row = 0; row < rows; row++) {
    const turn = isLoop ? Math.floor((row - 1) / count) : 0;
    const index = Math.min(Math.max(row - 1 - turn * count, 0), count - 1);
    const key = keys[index];
    times[row] = key[0] + turn * duration;
    for (let channel = 0; channel < KEY_SIZE - 1; channel++) {
      values[row * channels + channel] = key[1 + channel];
    }
    values[row * channels + 5] = fovs?.[index] ?? 0;
    rowEases.push(eases?.[index] ?? "smooth");
    if (row > 0) {
      const before = values[yawOf(row - 1)];
      values[yawOf(row)] = before + wrapYaw(values[yawOf(row)] - before);
    }
  }
  const slopeOver = (from: number, to: number, channel: number): number => {
    const rise = values[to * channels + channel] - values[from * channels + channel];
    return rise / (times[to] - times[from]);
  };
  /** @param side 1 for the segment after the row, −1 for the one before it */
  const slope = (row: number, side: 1 | -1, channel: number): number => {
    const ease = rowEases[row];
    if (ease === "smooth") return slopeOver(row - 1, row + 1, channel);
    return ease === "stop" ? 0 : slopeOver(row, row + side, channel);
  };
  const valueAt = (row: number, seconds: number, channel: number): number => {
    const span = times[row + 1] - times[row];
    const from = values[row * channels + channel];
    const to = values[(row + 1) * channels + channel];
    if (span === 0) return from;
    const t = (seconds - times[row]) / span;
    const [t2, t3] = [t * t, t * t * t];
    return (
      (2 * t3 - 3 * t2 + 1) * from +
      (t3 - 2 * t2 + t) * span * slope(row, 1, channel) +
      (3 * t2 - 2 * t3) * to +
      (t3 - t2) * span * slope(row + 1, -1, channel)
    );
  };
  const wrapTime = (seconds: number): number => {
    if (isLoop) return ((seconds % duration) + duration) % duration;
    return Math.min(Math.max(seconds, 0), duration);
  };
  return {
    duration,
    isLoop,
    fov,
    map,
    setPose(camera, seconds) {
      const time = wrapTime(seconds);
      let row = 1;
      for (let end = count; row < end; ) {
        const middle = (row + end + 1) >> 1;
        if (times[middle] <= time) row = middle;
        else end = middle - 1;
      }
      camera.x = valueAt(row, time, 0);
      camera.y = valueAt(row, time, 1);
      camera.z = valueAt(row, time, 2);
      camera.pitch = clampPitch(valueAt(row, time, 3));
      camera.yaw = wrapYaw(valueAt(row, time, 4));
      if (fovs !== undefined) camera.fov = clampFov(valueAt(row, time, 5));
    },
  };
}
