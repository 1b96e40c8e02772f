/** A recorded flight: a smooth way through poses at given times, round and round. */

import { clampPitch, type ViewerCamera, wrapYaw } from "./camera.ts";

/** Numbers of a recorded pose: seconds, x, y, z, pitch, yaw. */
const KEY_SIZE = 6;

export interface Flight {
  /** Seconds of one round. */
  readonly duration: number;
  /** Puts a camera where the flight is after some seconds; the field of view stays. */
  setPose(camera: ViewerCamera, seconds: number): void;
}

/**
 * Reads a recorded flight: `{"duration": s, "poses": [[t, x, y, z, pitch, yaw], ...]}`, its times
 * rising from 0 to less than the duration, at which it is back at its first pose.
 * Throws an Error with a plain sentence where it is something else.
 */
export function parseFlight(text: string): Flight {
  const { duration, poses } = JSON.parse(text) as { duration: unknown; poses: unknown };
  if (!Array.isArray(poses) || poses.length < 3) {
    throw new Error("a flight wants three poses or more");
  }
  const rows = poses as unknown[][];
  const isPose = (row: unknown[]): boolean =>
    Array.isArray(row) && row.length === KEY_SIZE && row.every(Number.isFinite);
  if (!rows.every(isPose))
    throw new Error("a flight's pose is six numbers: t, x, y, z, pitch, yaw");
  const keys = rows as number[][];
  const times = [...keys.map(([t]) => t), duration as number];
  const isRising = times.every((t, i) => (i === 0 ? t === 0 : t > times[i - 1]));
  if (!isRising) throw new Error("a flight's times rise from 0 to its duration");
  return createFlight(keys, duration as number);
}

/**
 * A closed Catmull-Rom spline over time: the speed at a pose is that of the straight line between
 * its neighbours. Turns take the shorter way round.
 */
function createFlight(keys: readonly (readonly number[])[], duration: number): Flight {
  const count = keys.length;
  const channels = KEY_SIZE - 1;
  // Poses before the first and after the last, so that no case is special.
  const rows = count + 3;
  const times = new Float64Array(rows);
  const values = new Float64Array(rows * channels);
  for (let row = 0; row < rows; row++) {
    const turn = Math.floor((row - 1) / count);
    const key = keys[row - 1 - turn * count];
    times[row] = key[0] + turn * duration;
    for (let channel = 0; channel < channels; channel++) {
      values[row * channels + channel] = key[1 + channel];
    }
    if (row > 0) {
      const yaw = row * channels + 4;
      const before = values[yaw - channels];
      values[yaw] = before + wrapYaw(values[yaw] - before);
    }
  }
  const slope = (row: number, channel: number): number => {
    const rise = values[(row + 1) * channels + channel] - values[(row - 1) * channels + channel];
    return rise / (times[row + 1] - times[row - 1]);
  };
  const valueAt = (row: number, seconds: number, channel: number): number => {
    const span = times[row + 1] - times[row];
    const t = (seconds - times[row]) / span;
    const from = values[row * channels + channel];
    const to = values[(row + 1) * channels + channel];
    const [t2, t3] = [t * t, t * t * t];
    return (
      (2 * t3 - 3 * t2 + 1) * from +
      (t3 - 2 * t2 + t) * span * slope(row, channel) +
      (3 * t2 - 2 * t3) * to +
      (t3 - t2) * span * slope(row + 1, channel)
    );
  };
  return {
    duration,
    setPose(camera, seconds) {
      const time = ((seconds % duration) + duration) % duration;
      let row = 1;
      while (row < count && times[row + 1] <= time) row++;
      camera.x = valueAt(row, time, 0);
      camera.y = valueAt(row, time, 1);
      camera.z = valueAt(row, time, 2);
      camera.pitch = clampPitch(valueAt(row, time, 3));
      camera.yaw = wrapYaw(valueAt(row, time, 4));
    },
  };
}
