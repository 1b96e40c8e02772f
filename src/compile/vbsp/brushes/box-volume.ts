/** Box brushes as the volume of a tree. */

import type { BspBrush, BspSide } from "./bsp-brush.ts";
import type { PlaneTable } from "./plane-table.ts";

/**
 * Corners of each wall by bits (1: +x, 2: +y, 4: +z), clockwise seen from outside, for -x +x -y +y
 * -z +z.
 */
const WALLS = [
  [2, 6, 4, 0],
  [1, 5, 7, 3],
  [0, 4, 5, 1],
  [3, 7, 6, 2],
  [0, 1, 3, 2],
  [6, 7, 5, 4],
] as const;

/** Returns a box as a brush without a solid: the space that a tree divides. */
export function makeBoxVolume(
  mins: readonly number[],
  maxs: readonly number[],
  planes: PlaneTable,
): BspBrush {
  const box = [Float64Array.from(mins), Float64Array.from(maxs)] as const;
  const sides = WALLS.map((corners, order): BspSide => {
    const axis = order >> 1;
    const direction = order & 1 ? 1 : -1;
    const normal = [0, 0, 0];
    normal[axis] = direction;
    return {
      plane: planes.find(normal[0], normal[1], normal[2], direction * box[order & 1][axis]),
      source: null,
      winding: Float64Array.from(
        corners.flatMap((corner) => [0, 1, 2].map((a) => box[(corner >> a) & 1][a])),
      ),
      onNode: true,
    };
  });
  const source = {
    ...{ id: 0, line: 0, row: -1, entity: 0, sides: [], contents: 0 },
    ...{ mins: box[0], maxs: box[1] },
  };
  return { source, sides, mins: box[0], maxs: box[1] };
}
