/**
 * Records a flight: samples the camera at a fixed rate and keeps only the poses needed to stay
 * within a tolerance of the samples.
 */

import {
  createFlight,
  FLIGHT_FORMAT,
  FLIGHT_KEY_SIZE as KEY_SIZE,
  wrapYaw,
} from "../../viewer/index.ts";

type Pose = { x: number; y: number; z: number; pitch: number; yaw: number };

export const SAMPLES_PER_SECOND = 30;
/** Most samples: ten minutes. Later motion is not recorded. */
export const MAX_SAMPLES = SAMPLES_PER_SECOND * 600 + 1;

/** Largest deviation in inches and degrees, too small to see. */
const TOLERANCE = { place: 0.5, angle: 0.25 };

/** Rounding in a file: thousandths of an inch, a degree or a second. */
const FILE_PRECISION = 1000;

export interface RecordedPath {
  readonly map: string;
  readonly fov: number;
  readonly seconds: number;
  /** Rows `[t, x, y, z, pitch, yaw]` in seconds, inches and degrees. At least one. */
  readonly poses: readonly (readonly number[])[];
}

export interface PathRecorder {
  /** Recorded seconds. */
  readonly seconds: number;
  readonly isFull: boolean;
  /** Adds a frame. `nowMs`: clock time in milliseconds. */
  add(nowMs: number, camera: Readonly<Pose>): void;
  /** Returns the path, or `null` without any frame. */
  finish(): RecordedPath | null;
}

export function createPathRecorder(map: string, fov: number): PathRecorder {
  const samples = new Float64Array(MAX_SAMPLES * KEY_SIZE);
  const last = new Float64Array(KEY_SIZE);
  const now = new Float64Array(KEY_SIZE);
  let count = 0;
  let startMs = 0;

  /** Writes a sample interpolated between the last frame and this one. */
  const keep = (seconds: number): void => {
    const span = now[0] - last[0];
    const share = span > 0 ? (seconds - last[0]) / span : 1;
    const row = count * KEY_SIZE;
    samples[row] = seconds;
    for (let i = 1; i < KEY_SIZE; i++) samples[row + i] = last[i] + (now[i] - last[i]) * share;
    count++;
  };

  return {
    get seconds() {
      return count === 0 ? 0 : (count - 1) / SAMPLES_PER_SECOND;
    },
    get isFull() {
      return count === MAX_SAMPLES;
    },
    add(nowMs, { x, y, z, pitch, yaw }) {
      if (count === 0) startMs = nowMs;
      now[0] = (nowMs - startMs) / 1000;
      now[1] = x;
      now[2] = y;
      now[3] = z;
      now[4] = pitch;
      // Unwrapped, so that interpolation takes the shorter way around.
      now[5] = count === 0 ? yaw : last[5] + wrapYaw(yaw - last[5]);
      if (count === 0) keep(0);
      while (count < MAX_SAMPLES && count / SAMPLES_PER_SECOND <= now[0]) {
        keep(count / SAMPLES_PER_SECOND);
      }
      last.set(now);
    },
    finish() {
      if (count === 0) return null;
      const poses = thinPoses(samples.subarray(0, count * KEY_SIZE));
      return { map, fov, seconds: (count - 1) / SAMPLES_PER_SECOND, poses };
    },
  };
}

/**
 * Selects poses from samples in rows of `KEY_SIZE`: the first and last, then repeatedly the middle
 * of each gap where the flight deviates too far. Splitting at the middle needs half as many poses
 * as splitting at the largest deviation, because the curve prefers even spacing.
 */
export function thinPoses(samples: Float64Array): number[][] {
  const count = samples.length / KEY_SIZE;
  const rowOf = (i: number): number[] => [...samples.subarray(i * KEY_SIZE, (i + 1) * KEY_SIZE)];
  const isKept = new Uint8Array(count);
  isKept[0] = isKept[count - 1] = 1;
  const pose: Pose & { fov: number } = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 0 };
  for (;;) {
    const kept = [...isKept.keys()].filter((i) => isKept[i] === 1);
    const keys = kept.map(rowOf).map(roundForFile);
    const flight = createFlight({ keys, loopAfter: null, fov: null, map: null });
    let isGood = true;
    for (let gap = 1; gap < kept.length; gap++) {
      const [first, end] = [kept[gap - 1], kept[gap]];
      for (let i = first + 1; i < end; i++) {
        flight.setPose(pose, samples[i * KEY_SIZE]);
        if (measureStray(samples, i * KEY_SIZE, pose) <= 1) continue;
        isKept[(first + end) >> 1] = 1;
        isGood = false;
        break;
      }
    }
    if (isGood) return keys;
  }
}

/** Returns a pose's deviation from a sample in units of the tolerance; above 1 is too far. */
function measureStray(samples: Float64Array, row: number, { x, y, z, pitch, yaw }: Pose): number {
  const place = Math.hypot(x - samples[row + 1], y - samples[row + 2], z - samples[row + 3]);
  const turn = Math.max(
    Math.abs(pitch - samples[row + 4]),
    Math.abs(wrapYaw(yaw - samples[row + 5])),
  );
  return Math.max(place / TOLERANCE.place, turn / TOLERANCE.angle);
}

function roundForFile([t, x, y, z, pitch, yaw]: readonly number[]): number[] {
  const round = (value: number): number => Math.round(value * FILE_PRECISION) / FILE_PRECISION || 0;
  return [t, x, y, z, pitch, wrapYaw(yaw)].map(round);
}

/** Formats a path for `parseFlight`, one pose a line. */
export function formatPath({ map, fov, poses }: RecordedPath): string {
  const head = `"format": ${JSON.stringify(FLIGHT_FORMAT)},\n  "map": ${JSON.stringify(map)}`;
  const rows = poses.map((pose) => `    ${JSON.stringify(pose)}`).join(",\n");
  return `{\n  ${head},\n  "fov": ${fov},\n  "poses": [\n${rows}\n  ]\n}\n`;
}
