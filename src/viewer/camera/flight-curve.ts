/** The curve of a flight: a Catmull-Rom spline over time. */

import { clampPitch, type ViewerCamera, wrapYaw } from "./camera.ts";

/** Numbers of a recorded pose: seconds, x, y, z, pitch, yaw. */
export const KEY_SIZE = 6;

export interface Flight {
  /** Seconds of one round; 0: it stands still. */
  readonly duration: number;
  /** Whether it ends where it begins, to go round and round; if not, it stays at its end. */
  readonly isLoop: boolean;
  /** The field of view and the map that it was recorded with, where it says so. */
  readonly fov: number | null;
  readonly map: string | null;
  /** Puts a camera where the flight is after some seconds; the field of view stays. */
  setPose(camera: ViewerCamera, seconds: number): void;
}

export interface FlightKeys extends Pick<Flight, "fov" | "map"> {
  /** `KEY_SIZE` numbers each, times rising from 0. At least one. */
  readonly keys: readonly (readonly number[])[];
  /** When it is back at its first key; null: it ends at its last. */
  readonly loopAfter: number | null;
}

/**
 * The speed at a pose is that of the straight line between its neighbours, so it has no kink; at
 * the ends of a flight that is no loop, that of the first and the last stretch. Turns take the
 * shorter way round.
 */
export function createFlight({ keys, loopAfter, fov, map }: FlightKeys): Flight {
  const count = keys.length;
  const isLoop = loopAfter !== null;
  const duration = loopAfter ?? keys[count - 1][0];
  const channels = KEY_SIZE - 1;
  // Poses before the first and after the last, so that no case is special.
  const rows = count + 3;
  const times = new Float64Array(rows);
  const values = new Float64Array(rows * channels);
  const yawOf = (row: number) => row * channels + 4;
  for (let row = 0; row < rows; row++) {
    const turn = isLoop ? Math.floor((row - 1) / count) : 0;
    const key = keys[Math.min(Math.max(row - 1 - turn * count, 0), count - 1)];
    times[row] = key[0] + turn * duration;
    for (let channel = 0; channel < channels; channel++) {
      values[row * channels + channel] = key[1 + channel];
    }
    if (row > 0) {
      const before = values[yawOf(row - 1)];
      values[yawOf(row)] = before + wrapYaw(values[yawOf(row)] - before);
    }
  }
  const slope = (row: number, channel: number): number => {
    const rise = values[(row + 1) * channels + channel] - values[(row - 1) * channels + channel];
    return rise / (times[row + 1] - times[row - 1]);
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
      (t3 - 2 * t2 + t) * span * slope(row, channel) +
      (3 * t2 - 2 * t3) * to +
      (t3 - t2) * span * slope(row + 1, channel)
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
    },
  };
}
