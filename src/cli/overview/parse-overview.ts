/** Parses the options of `visleaf overview`. */

import { UsageError } from "../errors.ts";
import { parseNumbers } from "../options/parse-options.ts";

const VERB = "overview";
const LEAST_SIZE = 16;
const MOST_SIZE = 8192;
const MOST_LAYERS = 16;

export function parseEdge(text: string): number {
  const [size] = parseNumbers(VERB, "--size", text, 1, 1);
  if (Number.isInteger(size) && size >= LEAST_SIZE && size <= MOST_SIZE) return size;
  throw new UsageError(`--size is ${LEAST_SIZE} to ${MOST_SIZE} pixels, not "${text}"`, VERB);
}

/** Parses the heights at which the map is cut into layers. */
export function parseLayers(text: string | undefined): number[] {
  return text === undefined ? [] : parseNumbers(VERB, "--layers", text, 1, MOST_LAYERS - 1);
}

export function parseScale(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [scale] = parseNumbers(VERB, "--scale", text, 1, 1);
  if (scale > 0) return scale;
  throw new UsageError(`--scale is more than 0 inches a pixel, not "${text}"`, VERB);
}

/** Parses whole numbers, which the game requires. */
export function parsePos(text: string | undefined): readonly [number, number] | undefined {
  if (text === undefined) return undefined;
  const [x, y] = parseNumbers(VERB, "--pos", text, 2, 2);
  if (Number.isInteger(x) && Number.isInteger(y)) return [x, y];
  throw new UsageError(`--pos wants two whole numbers, not "${text}"`, VERB);
}

export function parseBackground(text: string | undefined): [number, number, number] | null {
  if (text === undefined) return null;
  const match = /^#?([0-9a-f]{6})$/i.exec(text);
  if (match === null)
    throw new UsageError(`--background wants a colour as 203040, not "${text}"`, VERB);
  const color = Number.parseInt(match[1], 16);
  return [color >> 16, (color >> 8) & 255, color & 255];
}
