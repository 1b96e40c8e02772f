/**
 * Reads and writes positions in the format of the game's console. `getpos` prints the eye's
 * position as `setpos` ("setpos 1 2 3;setang 4 5 0"), although `setpos` moves a player's feet
 * there. `getpos_exact` prints the feet for `setpos_exact` (public source: game/client/view.cpp,
 * game/server/client.cpp). `spec_pos` prints the eye and angles for `spec_goto`.
 */

import { EYE_HEIGHT } from "../../map/hulls.ts";
import type { Camera } from "../../viewer/index.ts";

/** Largest coordinate in inches, as in camera addresses; no map is larger. */
const MAX_COORDINATE = 131_072;

const NUMBER = "[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d{1,3})?";
const commandOf = (name: string, count: number): RegExp =>
  new RegExp(`\\b(${name})((?:[ \\t]+"?${NUMBER}"?){${count}})`, "i");
const SET_POS = commandOf("setpos(?:_exact)?", 3);
const SET_ANGLES = commandOf("setang(?:_exact)?", 2);
const SPEC_GOTO = commandOf("spec_goto", 5);

export type SetposPlace = Pick<Camera, "x" | "y" | "z"> & Partial<Pick<Camera, "pitch" | "yaw">>;

/**
 * Returns the eye's position, with angles if the text has them. `null` if the text has no such
 * command.
 */
export function parseSetpos(text: string): SetposPlace | null {
  const goto = SPEC_GOTO.exec(text);
  if (goto !== null) {
    const [x, y, z, ...angles] = readNumbers(goto[2]);
    return isInWorld(x, y, z) ? { x, y, z, ...readAngles(angles) } : null;
  }
  const position = SET_POS.exec(text);
  if (position === null) return null;
  const [x, y, feet] = readNumbers(position[2]);
  const z = position[1].toLowerCase() === "setpos" ? feet : feet + EYE_HEIGHT;
  if (!isInWorld(x, y, z)) return null;
  const angles = SET_ANGLES.exec(text);
  return { x, y, z, ...readAngles(angles === null ? [] : readNumbers(angles[2])) };
}

/** Returns the angles, or nothing if they are missing or not finite. */
function readAngles([pitch, yaw]: readonly number[]): Partial<Pick<SetposPlace, "pitch" | "yaw">> {
  return Number.isFinite(pitch) && Number.isFinite(yaw) ? { pitch, yaw } : {};
}

/** Formats a console line that shows a player the camera's view. The game needs `sv_cheats 1`. */
export function formatSetpos({ x, y, z, pitch, yaw }: Camera): string {
  const position = [x, y, z - EYE_HEIGHT].map((value) => value.toFixed(2));
  const angles = [pitch, yaw, 0].map((value) => value.toFixed(2));
  return `setpos_exact ${position.join(" ")};setang_exact ${angles.join(" ")}`;
}

function readNumbers(words: string): number[] {
  return words
    .trim()
    .split(/\s+/)
    .map((word) => Number(word.replaceAll('"', "")));
}

function isInWorld(...coordinates: number[]): boolean {
  return coordinates.every((value) => Math.abs(value) <= MAX_COORDINATE);
}
