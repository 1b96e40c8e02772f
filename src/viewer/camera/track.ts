/** Camera tracks: keyframes that a user places, moves and saves. */

import { MAX_PITCH } from "./camera.ts";
import { createFlight, type Ease, type Flight, type FlightKeys } from "./spline.ts";

export const TRACK_FORMAT = "visleaf-track/1";

/** Most keys of a track: a user edits each of them. */
export const MAX_TRACK_KEYS = 1000;

/** Rounding in a file: thousandths of an inch, a degree or a second. */
const FILE_PRECISION = 1000;

/** A camera at a time. Inches and degrees; pitch is positive downwards. */
export interface TrackKey {
  /** Seconds from the track's start. */
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly pitch: number;
  readonly yaw: number;
  /** Horizontal degrees at 4:3. */
  readonly fov: number;
  /** How the camera passes the key. */
  readonly ease: Ease;
}

/** Keyframes of a camera, as the page edits them. */
export interface CameraTrack {
  /** Map that the track was made on; `null` if not stated. */
  readonly map: string | null;
  /** At least one. Times increase from 0. */
  readonly keys: readonly TrackKey[];
  /**
   * Seconds after which the camera is back at its first key, more than the last key's time; `null`
   * if the track ends at its last key.
   */
  readonly loopAfter: number | null;
}

/**
 * Creates the flight along a track: a smooth spline that is exact at the keys and turns the shorter
 * way round. The camera has no roll, so that turn is yaw and pitch. `setPose` also sets the field of
 * view.
 */
export function createTrackFlight({ map, keys, loopAfter }: CameraTrack): Flight {
  return createFlight({
    keys: keys.map(({ time, x, y, z, pitch, yaw }) => [time, x, y, z, pitch, yaw]),
    ...{ map, loopAfter, fov: keys[0].fov },
    fovs: keys.map(({ fov }) => fov),
    eases: keys.map(({ ease }) => ease),
  });
}

/** Returns the keys of a flight as a track. Keys without a field of view have `fov`. */
export function trackOfKeys(
  { keys, loopAfter, map, fovs, eases, fov }: FlightKeys,
  defaultFov: number,
): CameraTrack {
  return {
    ...{ map, loopAfter },
    keys: keys.map(([time, x, y, z, pitch, yaw], i) => ({
      ...{ time, x, y, z, yaw },
      pitch: Math.min(MAX_PITCH, Math.max(-MAX_PITCH, pitch)),
      fov: fovs?.[i] ?? fov ?? defaultFov,
      ease: eases?.[i] ?? "smooth",
    })),
  };
}

/** Writes a track as the JSON that `parseTrack` and `parseFlight` read, one key a line. */
export function formatTrack({ map, keys, loopAfter }: CameraTrack): string {
  const round = (value: number): number => Math.round(value * FILE_PRECISION) / FILE_PRECISION || 0;
  const head = [`"format": ${JSON.stringify(TRACK_FORMAT)}`];
  if (map !== null) head.push(`"map": ${JSON.stringify(map)}`);
  if (loopAfter !== null) head.push(`"duration": ${round(loopAfter)}`);
  const rows = keys.map(({ time, x, y, z, pitch, yaw, fov, ease }) => {
    const at = [x, y, z].map(round);
    const angles = [pitch, yaw].map(round);
    return `    ${JSON.stringify({ time: round(time), at, angles, fov: round(fov), ease })}`;
  });
  return `{\n  ${head.join(",\n  ")},\n  "keys": [\n${rows.join(",\n")}\n  ]\n}\n`;
}
