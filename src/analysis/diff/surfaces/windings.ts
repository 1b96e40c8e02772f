/** Polygons of a map's faces, and keys to compare them. */

import type { Bsp } from "../../../formats/bsp/types.ts";
import type { Box } from "../types.ts";

/** Rounding of corners in keys: steps per inch. */
const STEPS = 16;

/** Writes a face's corners, 3 numbers each, moved by `shift`, and returns their number. */
export function writeWinding(
  { faces, surfEdges, edges, vertexes }: Bsp,
  face: number,
  shift: readonly [number, number, number],
  out: number[],
): number {
  const count = faces.edgeCount[face];
  const first = faces.firstEdge[face];
  out.length = count * 3;
  for (let i = 0; i < count; i++) {
    const edge = surfEdges[first + i];
    const vertex = edge >= 0 ? edges[edge * 2] : edges[-edge * 2 + 1];
    for (let axis = 0; axis < 3; axis++) {
      out[i * 3 + axis] = vertexes.position[vertex * 3 + axis] + shift[axis];
    }
  }
  return count;
}

/** Returns a key of a polygon that does not depend on which corner is first. */
export function signWinding(corners: readonly number[]): string {
  const count = corners.length / 3;
  const texts: string[] = [];
  let first = 0;
  for (let i = 0; i < count; i++) {
    texts.push(
      `${stepOf(corners[i * 3])} ${stepOf(corners[i * 3 + 1])} ${stepOf(corners[i * 3 + 2])}`,
    );
    if (texts[i] < texts[first]) first = i;
  }
  return texts.slice(first).concat(texts.slice(0, first)).join();
}

const stepOf = (value: number): number => Math.round(value * STEPS);

/** Returns the area in square inches. */
export function windingArea(corners: readonly number[]): number {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 6; i + 2 < corners.length; i += 3) {
    const ax = corners[i - 3] - corners[0];
    const ay = corners[i - 2] - corners[1];
    const az = corners[i - 1] - corners[2];
    const bx = corners[i] - corners[0];
    const by = corners[i + 1] - corners[1];
    const bz = corners[i + 2] - corners[2];
    x += ay * bz - az * by;
    y += az * bx - ax * bz;
    z += ax * by - ay * bx;
  }
  return Math.hypot(x, y, z) / 2;
}

/** Returns the box around points of 3 numbers each, moved by `origin`. */
export function boxAround(points: readonly number[], origin: readonly number[] = [0, 0, 0]): Box {
  const mins = [Infinity, Infinity, Infinity];
  const maxs = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    const axis = i % 3;
    const value = points[i] + origin[axis];
    if (value < mins[axis]) mins[axis] = value;
    if (value > maxs[axis]) maxs[axis] = value;
  }
  return { mins: [mins[0], mins[1], mins[2]], maxs: [maxs[0], maxs[1], maxs[2]] };
}

/** Rounding of corners in results: steps per inch. */
const TOLD_STEPS = 8;

/** Returns corners in the map's space, rounded for results. */
export function placeCorners(
  corners: readonly number[],
  origin: readonly [number, number, number],
): number[] {
  return corners.map((n, i) => Math.round((n + origin[i % 3]) * TOLD_STEPS) / TOLD_STEPS);
}
