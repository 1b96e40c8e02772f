/** The width of a `flexpair`, by which its two sides were told apart. */

import { leftShare } from "../flex/left-share.ts";

/** A step of the byte that a side is stored in, and what half floats take places aside. */
const TOLERANCE = 1.2 / 255;
/** Of vertices so near to one side the width cannot be told. */
const EDGE = 0.02;

/**
 * @param x inches, where the shape takes each vertex; @param side how far it is of the left
 * @returns null where no width makes these sides
 */
export function findSplit(x: readonly number[], side: readonly number[]): number | null {
  let sum = 0;
  let count = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < x.length; i++) {
    if (side[i] < EDGE || side[i] > 1 - EDGE) {
      nearest = Math.min(nearest, Math.abs(x[i]));
      continue;
    }
    // What the smooth step is undone by.
    const t = 0.5 - Math.sin(Math.asin(1 - 2 * side[i]) / 3);
    const weight = 2 * t - 1;
    sum += x[i] * weight;
    count += weight * weight;
  }
  const width = count > 0.01 ? sum / count : Math.min(1, nearest);
  for (const digits of [10, 100, 10000]) {
    const split = Math.round(width * digits) / digits;
    if (split === 0 || !Number.isFinite(split)) continue;
    if (x.every((at, i) => Math.abs(leftShare(at, split) - side[i]) <= TOLERANCE)) return split;
  }
  return null;
}
