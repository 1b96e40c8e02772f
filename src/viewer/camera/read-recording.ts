/** Reads what a player saw from a recording. Loaded with the first one. */

import { isMtv, parseDem, parseMtvHead } from "../../formats/dem/index.ts";
import { wrapYaw } from "./camera.ts";
import { KEY_SIZE } from "./spline.ts";

export interface CameraRecording {
  /** Map that it was made on. */
  readonly map: string;
  readonly player: string;
  /** Folder of the game. */
  readonly game: string;
  readonly seconds: number;
  /** Rows `t, x, y, z, pitch, yaw` in seconds, inches and degrees, yaw within 180. */
  readonly samples: Float64Array;
}

/**
 * Reads a `.dem`. Rejects a `.mtv`, and recordings of a server that has no camera, with one sentence.
 * @param name of the file, for messages
 * @throws FormatError (DEM, MTV)
 */
export function readRecording(bytes: Uint8Array, name: string): CameraRecording {
  if (isMtv(bytes)) {
    const { map, player } = parseMtvHead(bytes);
    throw new Error(
      `${name} is a replay of Momentum Mod by ${player} on ${map}: the form of its frames is not published, so it cannot be shown`,
    );
  }
  const { count, tick, position, angles, tickSeconds, map, player, game } = parseDem(bytes);
  if (position.every((one) => one === 0)) {
    throw new Error(`${name} was recorded by a server: it has no player's camera`);
  }
  const samples = new Float64Array(count * KEY_SIZE);
  for (let i = 0; i < count; i++) {
    const row = i * KEY_SIZE;
    samples[row] = (tick[i] - tick[0]) * tickSeconds;
    for (let axis = 0; axis < 3; axis++) samples[row + 1 + axis] = position[i * 3 + axis];
    samples[row + 4] = wrapYaw(angles[i * 3]);
    samples[row + 5] = wrapYaw(angles[i * 3 + 1]);
  }
  return { map, player, game, seconds: samples[(count - 1) * KEY_SIZE], samples };
}
