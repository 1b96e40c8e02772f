/** A frozen view (camera, frustum planes, visible clusters), and its frustum as lines. */

import { cross, dot, normalize } from "../../math/vec3.ts";
import { type LineRows, lineColor } from "../lines/line-rows.ts";
import type { View } from "../views/view.ts";

export interface FrozenView {
  readonly eye: readonly [x: number, y: number, z: number];
  /** Planes as written by `writeFrustum`. */
  readonly frustum: Float32Array;
  /** Bit set of clusters, or `null` if all are visible. */
  readonly visible: Uint32Array | null;
}

export function freezeView({ x, y, z, frustum, visible }: View): FrozenView {
  return { eye: [x, y, z], frustum: frustum.slice(), visible: visible?.slice() ?? null };
}

/** Length in inches at which the frustum's lines end. */
const SHOWN_LENGTH = 1024;

const YELLOW = lineColor(1, 0.82, 0.29);

/**
 * Rows of the left, right, bottom and top planes, and the pairs that meet in an edge, in circular
 * order.
 */
const SIDES = [0, 1, 2, 3] as const;
const EDGES = [
  [0, 2],
  [2, 1],
  [1, 3],
  [3, 0],
] as const;

/** Adds the four edges of a frustum from the eye, and the rectangle at their ends. */
export function addFrustum(rows: LineRows, { eye, frustum }: FrozenView): void {
  const normals = SIDES.map((side) => normalize(frustum.subarray(side * 4, side * 4 + 3)));
  // Planes face inwards, so the sum of their normals points forward.
  const ahead = [0, 1, 2].map((axis) => normals.reduce((sum, normal) => sum + normal[axis], 0));
  const corners = EDGES.map(([a, b]) => {
    const along = normalize(cross(normals[a], normals[b]));
    const isAhead = dot(along, ahead) > 0;
    const length = isAhead ? SHOWN_LENGTH : -SHOWN_LENGTH;
    return along.map((value, axis) => eye[axis] + value * length);
  });
  corners.forEach((corner, i) => {
    const [x, y, z] = corner;
    const [nextX, nextY, nextZ] = corners[(i + 1) % corners.length];
    rows.add(eye[0], eye[1], eye[2], x, y, z, YELLOW);
    rows.add(x, y, z, nextX, nextY, nextZ, YELLOW);
  });
}
