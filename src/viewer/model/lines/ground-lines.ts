/** A grid on the floor, which goes by under a model that walks: it stays where it is, as the camera and its light do. */

import { type LineRows, lineColor } from "../../../render/lines/line-rows.ts";

/** Squares from the model to where the grid has faded. */
const REACH = 10;
/** Squares to the model's radius, about. */
const SQUARES = 2;
/** Of the radius: above the floor, which would hide it. */
const LIFT = 1 / 400;
const STRENGTH = 0.5;

/** Inches: a power of two. */
export function groundSquare(radius: number): number {
  return 2 ** Math.round(Math.log2(radius / SQUARES));
}

/**
 * Lines along the world's axes, as the model sees them. Allocates nothing.
 * @param travel 4: where the model is in the world, inches, and degrees that it is turned by about z
 * @param floor z, inches
 * @param radius of the model, inches
 */
export function addGround(
  rows: LineRows,
  travel: Float64Array,
  floor: number,
  radius: number,
): void {
  const square = groundSquare(radius);
  const reach = square * REACH;
  const z = floor + radius * LIFT;
  const turn = (-travel[3] * Math.PI) / 180;
  for (let axis = 0; axis < 2; axis++) {
    // Across the lines, and along them.
    const angle = turn + (axis * Math.PI) / 2;
    const ax = Math.cos(angle);
    const ay = Math.sin(angle);
    const nearest = Math.round(travel[axis] / square);
    for (let line = -REACH; line <= REACH; line++) {
      const off = (nearest + line) * square - travel[axis];
      const share = 1 - Math.abs(off) / reach;
      if (share <= 0) continue;
      const color = lineColor(0.75, 0.8, 0.9, STRENGTH * share);
      const gone = lineColor(0.75, 0.8, 0.9, 0);
      const x = ax * off;
      const y = ay * off;
      rows.add(x, y, z, x - ay * reach, y + ax * reach, z, color, gone);
      rows.add(x, y, z, x + ay * reach, y - ax * reach, z, color, gone);
    }
  }
}
