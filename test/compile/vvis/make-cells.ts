/** Makes a map of slanted convex cells: a box cut by random planes, as a BSP cuts space. */

import type { PortalFile } from "../../../src/compile/types.ts";
import { createRandom, type Portal, packPortals } from "../make-portals.ts";
import {
  areaOf,
  dot,
  findFaces,
  flip,
  mix,
  type Plane,
  type Tree,
  unit,
  type Vec,
} from "./polygons.ts";

const SIZE = 512;
const bounds: Plane[] = (
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ] as const
).flatMap((normal) => [
  { normal, distance: -SIZE },
  { normal: flip({ normal, distance: 0 }).normal, distance: -SIZE },
]);

/**
 * Cuts a cube of 1,024 inches into 2^depth cells. A share `closed` (0..1) of the faces between
 * cells is solid; half of the others are doors that are smaller than the face.
 */
export function makeCells(depth: number, seed: number, closed: number): PortalFile {
  const random = createRandom(seed);
  let cellCount = 0;
  const cut = (low: Vec, high: Vec, level: number): Tree => {
    if (level === 0) return { cell: cellCount++ };
    // Near the middle of the longest side of the cell's approximate box, tilted.
    const axis = [0, 1, 2].reduce((a, b) => (high[b] - low[b] > high[a] - low[a] ? b : a));
    const tilt = (i: number) => (i === axis ? 1 : 0) + (random() - 0.5) * 0.7;
    const normal = unit([tilt(0), tilt(1), tilt(2)]);
    const plane = { normal, distance: dot(normal, mix(low, high, 0.35 + 0.3 * random())) };
    const middle = (high[axis] + low[axis]) / 2;
    const halve = ([x, y, z]: Vec): Vec => [
      axis === 0 ? middle : x,
      axis === 1 ? middle : y,
      axis === 2 ? middle : z,
    ];
    const front = cut(halve(low), high, level - 1);
    return { plane, front, back: cut(low, halve(high), level - 1) };
  };
  const tree = cut([-SIZE, -SIZE, -SIZE], [SIZE, SIZE, SIZE], depth);

  const portals: Portal[] = [];
  findFaces(tree, bounds, (face, back, front) => {
    if (random() < closed) return;
    const mean = (axis: 0 | 1 | 2) => face.reduce((sum, p) => sum + p[axis], 0) / face.length;
    const middle: Vec = [mean(0), mean(1), mean(2)];
    const scale = random() < 0.5 ? 1 : 0.2 + 0.6 * random();
    const door = face.map((point) => mix(middle, point, scale));
    // Counter-clockwise from the front is clockwise from the back.
    if (areaOf(door) > 1) portals.push({ sides: [back, front], points: door.flat() });
  });
  return packPortals(cellCount, portals);
}
