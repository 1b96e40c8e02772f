/**
 * Records a flight: the camera at a fixed rate, and of that only the poses without which the flight,
 * flown again, would stray from what was flown.
 */

import {
  createFlight,
  FLIGHT_FORMAT,
  FLIGHT_KEY_SIZE as KEY_SIZE,
  wrapYaw,
} from "../../viewer/index.ts";

type Pose = { x: number; y: number; z: number; pitch: number; yaw: number };

export const SAMPLES_PER_SECOND = 30;
/** Ten minutes; what is flown after that is not kept. */
export const MAX_SAMPLES = SAMPLES_PER_SECOND * 600 + 1;

/** How far a flight may stray: inches, and degrees. Less than can be seen. */
const TOLERANCE = { place: 0.5, angle: 0.25 };

/** Digits after the point in a file: a thousandth of an inch, of a degree, of a second. */
const FILE_PRECISION = 1000;

export interface RecordedPath {
  readonly map: string;
  readonly fov: number;
  readonly seconds: number;
  /** Each `[t, x, y, z, pitch, yaw]`: seconds, inches, degrees. At least one. */
  readonly poses: readonly (readonly number[])[];
}

export interface PathRecorder {
  /** Seconds recorded. */
  readonly seconds: number;
  readonly isFull: boolean;
  /** To be called each frame, with a clock's milliseconds. */
  add(nowMs: number, camera: Readonly<Pose>): void;
  /** null: not even one frame was seen. */
  finish(): RecordedPath | null;
}

export function createPathRecorder(map: string, fov: number): PathRecorder {
  const samples = new Float64Array(MAX_SAMPLES * KEY_SIZE);
  const last = new Float64Array(KEY_SIZE);
  const now = new Float64Array(KEY_SIZE);
  let count = 0;
  let startMs = 0;

  /** Writes what lies between the last frame and this one at a sample's time. */
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
      // Unwrapped, so that what lies between two yaws is on the shorter way.
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
 * The poses to keep of samples in rows of `KEY_SIZE`: the first and the last, and then, of each gap
 * in which the flight through the kept ones strays too far, the middle. Halves rather than the pose
 * that is missed most: a curve through evenly spaced poses needs half as many.
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

/** How far a pose lies from a sample: above 1 is too far. */
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

/** As `parseFlight` reads it, a pose a line. */
export function formatPath({ map, fov, poses }: RecordedPath): string {
  const head = `"format": ${JSON.stringify(FLIGHT_FORMAT)},\n  "map": ${JSON.stringify(map)}`;
  const rows = poses.map((pose) => `    ${JSON.stringify(pose)}`).join(",\n");
  return `{\n  ${head},\n  "fov": ${fov},\n  "poses": [\n${rows}\n  ]\n}\n`;
}
