/** A pose from which a map is seen whole, from above. */

import type { CameraPose, LeafTree } from "../../map/types.ts";
import { writeForward } from "../../math/angles.ts";
import { buildLeafGraph, listLargestPart } from "./leaf-graph.ts";

/** Steep enough to see over walls, and still a view of rooms and not of roofs. */
const PITCH = 50;
/** A diagonal: walls mostly run along the axes, and are seen from two sides. */
const YAW = 45;
/** Around what is walked on, inches. */
const MARGIN = 128;
/** Of the picture, kept free at its edges. */
const AIR = 1.04;

/** Half the view's width and height at a distance of 1. */
export interface ViewSlopes {
  readonly horizontal: number;
  readonly vertical: number;
}

/**
 * Sees all of the largest part of the map that can be flown through, which leaves out the 3D skybox's
 * room and the sky above the roofs. null where there is no leaf to be in.
 */
export function findOverview(tree: LeafTree, slopes: ViewSlopes): CameraPose | null {
  const graph = buildLeafGraph(tree);
  const part = listLargestPart(graph);
  if (part.length === 0) return null;
  const mins = [Infinity, Infinity, Infinity];
  const maxs = [-Infinity, -Infinity, -Infinity];
  for (const place of part) {
    for (let axis = 0; axis < 3; axis++) {
      mins[axis] = Math.min(mins[axis], graph.places[place][axis] - MARGIN);
      maxs[axis] = Math.max(maxs[axis], graph.places[place][axis] + MARGIN);
    }
  }
  return lookAtBox(mins, maxs, slopes);
}

/** From the box's middle backwards until each corner is within the view. */
function lookAtBox(
  mins: readonly number[],
  maxs: readonly number[],
  { horizontal, vertical }: ViewSlopes,
): CameraPose {
  const forward = new Float32Array(3);
  writeForward(forward, PITCH, YAW);
  const up = new Float32Array(3);
  writeForward(up, PITCH - 90, YAW);
  const right = new Float32Array(3);
  writeForward(right, 0, YAW - 90);
  let back = 0;
  for (let corner = 0; corner < 8; corner++) {
    let ahead = 0;
    let across = 0;
    let above = 0;
    for (let axis = 0; axis < 3; axis++) {
      const half = (maxs[axis] - mins[axis]) / 2;
      const offset = corner & (1 << axis) ? half : -half;
      ahead += offset * forward[axis];
      across += offset * right[axis];
      above += offset * up[axis];
    }
    const distance = Math.max(Math.abs(across) / horizontal, Math.abs(above) / vertical);
    back = Math.max(back, distance * AIR - ahead);
  }
  const eye = (axis: number) => (mins[axis] + maxs[axis]) / 2 - forward[axis] * back;
  return { x: eye(0), y: eye(1), z: eye(2), pitch: PITCH, yaw: YAW };
}
