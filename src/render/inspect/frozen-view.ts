/** What was seen in a frame, kept to be looked at from elsewhere: from where, its planes, its clusters; and its frustum as lines. */

import { cross, dot, normalize } from "../../math/vec3.ts";
import { type LineRows, lineColor } from "../lines/line-rows.ts";
import type { View } from "../views/view.ts";

export interface FrozenView {
  readonly eye: readonly [x: number, y: number, z: number];
  /** Planes as `writeFrustum` has them. */
  readonly frustum: Float32Array;
  /** Bit set of clusters; null: all. */
  readonly visible: Uint32Array | null;
}

export function freezeView({ x, y, z, frustum, visible }: View): FrozenView {
  return { eye: [x, y, z], frustum: frustum.slice(), visible: visible?.slice() ?? null };
}

/** Inches from the eye to the far end of what is shown of a frustum. */
const SHOWN_LENGTH = 1024;

const YELLOW = lineColor(1, 0.82, 0.29);

/** Left, right, bottom, top: their rows, and pairs that meet in an edge, one after the other. */
const SIDES = [0, 1, 2, 3] as const;
const EDGES = [
  [0, 2],
  [2, 1],
  [1, 3],
  [3, 0],
] as const;

/** The four edges of a frustum from its eye, and the picture at their ends. */
export function addFrustum(rows: LineRows, { eye, frustum }: FrozenView): void {
  const normals = SIDES.map((side) => normalize(frustum.subarray(side * 4, side * 4 + 3)));
  // Planes face inwards: what all of them have in common looks ahead.
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
