/** Finds a pose above a map that shows all of it. */

import type { CameraPose, LeafTree } from "../../map/types.ts";
import { writeForward } from "../../math/angles.ts";
import { buildLeafGraph, listLargestPart } from "./leaf-graph.ts";

/** Degrees: steep enough to see over walls, flat enough to show rooms rather than roofs. */
const PITCH = 50;
/** Degrees: a diagonal, because most walls are axis-aligned and are then seen from two sides. */
const YAW = 45;
/** Margin around the walkable area, inches. */
const MARGIN = 128;
/** Factor that keeps the edges of the view free. */
const AIR = 1.04;

/** Corners of a box, inches. */
export interface PlayArea {
  readonly mins: readonly [x: number, y: number, z: number];
  readonly maxs: readonly [x: number, y: number, z: number];
}

/** Half the view's width and height at a distance of 1. */
export interface ViewSlopes {
  readonly horizontal: number;
  readonly vertical: number;
}

/**
 * Finds a pose that shows the largest connected part of the map, without the 3D skybox and the
 * space above roofs. Returns `null` if the map has no such leaf.
 */
export function findOverview(tree: LeafTree, slopes: ViewSlopes): CameraPose | null {
  const area = findPlayArea(tree);
  return area === null ? null : lookAtBox(area.mins, area.maxs, slopes);
}

/**
 * Returns the box around the centres of the leaves of that part, with a margin. `null` if the map
 * has no such leaf.
 */
export function findPlayArea(tree: LeafTree): PlayArea | null {
  const graph = buildLeafGraph(tree);
  const part = listLargestPart(graph);
  if (part.length === 0) return null;
  const mins: [number, number, number] = [Infinity, Infinity, Infinity];
  const maxs: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (const place of part) {
    for (let axis = 0; axis < 3; axis++) {
      mins[axis] = Math.min(mins[axis], graph.places[place][axis] - MARGIN);
      maxs[axis] = Math.max(maxs[axis], graph.places[place][axis] + MARGIN);
    }
  }
  return { mins, maxs };
}

/** Moves back from the box's centre until each corner is in view. */
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
