/** Whether an opening is a doorway: a hole in a wall, and not a plane that the compiler cut a room by. */

import { CONTENTS_SOLID } from "../../compile/material-flags.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { LeafTree } from "../../map/tree.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { LeafPortals } from "../portals/leaf-portals.ts";
import type { Opening } from "./openings.ts";

/** Inches: how far apart the rim is asked, and how far outside of it. */
const SPACING = 16;
const OUTSIDE = 3;
/** Of the wall's own thickness, and of the rooms before and behind it. */
const IN_WALL = 2;
const DEPTHS = [IN_WALL, 10, 28];
const MOST_SAMPLES = 512;

/**
 * The part of an opening's rim that is a wall which ends before or behind it: most of a door's, little of what lies
 * across a room or a corridor, whose walls go on.
 */
export function frameShare(
  tree: LeafTree,
  leafs: BspWorld["leafs"],
  { first, points }: LeafPortals,
  { portals, normal, box }: Opening,
): number {
  const isOpen = (x: number, y: number, z: number): boolean =>
    (leafs.contents[findLeaf(tree, x, y, z)] & CONTENTS_SOLID) === 0;
  const [nx, ny, nz] = normal;
  let framed = 0;
  let asked = 0;
  for (const row of portals) {
    const corners = points.subarray(first[row] * 3, first[row + 1] * 3);
    for (let i = 0; i < corners.length; i += 3) {
      const j = (i + 3) % corners.length;
      const edge = [0, 1, 2].map((axis) => corners[j + axis] - corners[i + axis]);
      const length = Math.hypot(edge[0], edge[1], edge[2]);
      if (length === 0) continue;
      // Clockwise seen from the front: to the left of the way round is outside.
      const out = [
        (ny * edge[2] - nz * edge[1]) / length,
        (nz * edge[0] - nx * edge[2]) / length,
        (nx * edge[1] - ny * edge[0]) / length,
      ];
      const steps = Math.max(1, Math.round(length / SPACING));
      for (let step = 0; step < steps && asked < MOST_SAMPLES; step++) {
        const along = (step + 0.5) / steps;
        const [x, y, z] = [0, 1, 2].map(
          (axis) => corners[i + axis] + edge[axis] * along + out[axis] * OUTSIDE,
        );
        const at = (depth: number) => isOpen(x + nx * depth, y + ny * depth, z + nz * depth);
        const isWall = !at(IN_WALL) || !at(-IN_WALL);
        // The next portal of the same opening begins there.
        if (!isWall && isInside(box, x, y, z)) continue;
        asked++;
        if (isWall && DEPTHS.some((depth) => at(depth) || at(-depth))) framed++;
      }
    }
  }
  return asked === 0 ? 0 : framed / asked;
}

function isInside(box: readonly number[], x: number, y: number, z: number): boolean {
  const point = [x, y, z];
  return [0, 1, 2].every(
    (axis) => point[axis] >= box[axis] - 1 && point[axis] <= box[axis + 3] + 1,
  );
}
