/** Changes of a camera track's keys. Each returns a new track; a loop keeps its time back. */

import {
  type Camera,
  type CameraTrack,
  MAX_TRACK_KEYS,
  type TrackKey,
  wrapYaw,
} from "../../viewer/index.ts";

/** Speed of proposed times: inches and degrees per second. */
const SPEED = 320;
const TURN = 60;
/** Shortest proposed time between two keys, seconds. */
const MIN_GAP = 1;
/** Longest track, seconds. */
const MAX_SECONDS = 3600;
/** Keys at times closer than this, in seconds, are at the same time. */
const SAME_TIME = 0.001;

type Pose = Pick<Camera, "x" | "y" | "z" | "pitch" | "yaw">;

/** Proposes seconds for the way from one pose to another. */
export function secondsBetween(from: Pose, to: Pose): number {
  const degrees = Math.hypot(wrapYaw(to.yaw - from.yaw), to.pitch - from.pitch);
  const inches = Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
  return Math.max(MIN_GAP, Math.round(Math.max(inches / SPEED, degrees / TURN) * 10) / 10);
}

export const lastTime = ({ keys }: CameraTrack): number => keys[keys.length - 1].time;

/** Seconds of one round of the track. */
export const trackSeconds = (track: CameraTrack): number => track.loopAfter ?? lastTime(track);

/** Sorts the keys and moves the first to time 0. Throws a sentence if the times are not possible. */
function withKeys(track: CameraTrack, keys: readonly TrackKey[]): CameraTrack {
  const sorted = [...keys].sort((a, b) => a.time - b.time);
  const start = sorted[0].time;
  const shifted = sorted.map((key) => ({
    ...key,
    time: Math.round((key.time - start) * 1e3) / 1e3,
  }));
  for (let i = 1; i < shifted.length; i++) {
    if (shifted[i].time - shifted[i - 1].time >= SAME_TIME) continue;
    throw new Error(`another key is at ${sorted[i].time} s`);
  }
  const next = { ...track, keys: shifted };
  const back = track.loopAfter === null ? null : track.loopAfter - lastTime(track);
  const changed = { ...next, loopAfter: back === null ? null : lastTime(next) + back };
  if (trackSeconds(changed) > MAX_SECONDS) throw new Error("a track lasts at most an hour");
  return changed;
}

/** Adds a key at a camera: at a time between two keys, or after the last one. */
export function addKey(
  track: CameraTrack | null,
  camera: Camera,
  { map, time }: { readonly map: string | null; readonly time: number },
): CameraTrack {
  const { x, y, z, pitch, yaw, fov } = camera;
  const key: TrackKey = { ...{ x, y, z, pitch, yaw, fov }, time: 0, ease: "smooth" };
  if (track === null) return { map, loopAfter: null, keys: [key] };
  if (track.keys.length >= MAX_TRACK_KEYS) {
    throw new Error(`a track has at most ${MAX_TRACK_KEYS} keys`);
  }
  const last = track.keys[track.keys.length - 1];
  const end = last.time + secondsBetween(last, key);
  const added = { ...key, time: isBetweenKeys(track, time) ? time : end };
  return withKeys(track, [...track.keys, added]);
}

/** Whether a new key fits at a time, which lies before the last key and on no other. */
export function isBetweenKeys({ keys }: CameraTrack, time: number): boolean {
  if (time <= 0 || time >= keys[keys.length - 1].time) return false;
  return keys.every((key) => Math.abs(key.time - time) >= 0.05);
}

/** Replaces fields of a key. Another time may change its place in the order. */
export function changeKey(
  track: CameraTrack,
  row: number,
  changes: Partial<TrackKey>,
): CameraTrack {
  const { time } = changes;
  if (time !== undefined && !(time >= 0 && time <= MAX_SECONDS)) {
    throw new Error(`a key's time is 0 to ${MAX_SECONDS} s`);
  }
  return withKeys(
    track,
    track.keys.map((key, i) => (i === row ? { ...key, ...changes } : key)),
  );
}

/** Returns `null` if it was the last key. */
export function removeKey(track: CameraTrack, row: number): CameraTrack | null {
  const keys = track.keys.filter((_, i) => i !== row);
  return keys.length === 0 ? null : withKeys(track, keys);
}

/** Makes the track a loop with a number of seconds from its last key to its first, or none. */
export function changeLoop(track: CameraTrack, back: number | null): CameraTrack {
  if (back !== null && !(back >= 0.1 && lastTime(track) + back <= MAX_SECONDS)) {
    throw new Error("the way back takes 0.1 s or more, and a track at most an hour");
  }
  return { ...track, loopAfter: back === null ? null : lastTime(track) + back };
}
