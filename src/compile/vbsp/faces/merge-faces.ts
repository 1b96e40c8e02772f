/** Merges faces of one plane and one texinfo that share an edge, as long as they stay convex. */

import type { VmfEntity } from "../../../formats/vmf/types.ts";
import type { Winding } from "../../../math/winding.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import type { BspFace } from "../tree/tree.ts";

/** Grid for comparing points, in steps per inch. */
const GRID = 64;
/** Sine by which a corner may bend inwards, or must bend to remain a corner. */
const BEND_EPSILON = 0.005;

/** @param keptApart ids of sides whose faces are not merged with those of other sides */
export function mergeFaces(
  faces: readonly BspFace[],
  planes: PlaneTable,
  keptApart: ReadonlySet<number>,
): BspFace[] {
  if (faces.length < 2) return [...faces];
  const pointNumbers = new Map<string, number>();
  const numberPoint = (winding: Winding, at: number): number => {
    const key = [0, 1, 2].map((axis) => Math.round(winding[at + axis] * GRID)).join();
    const known = pointNumbers.get(key);
    if (known !== undefined) return known;
    pointNumbers.set(key, pointNumbers.size);
    return pointNumbers.size - 1;
  };
  // Unmerged faces, by their edges.
  const byEdge = new Map<number, BspFace[]>();
  const alive = new Set<BspFace>();
  const queue = [...faces];
  for (let i = 0; i < queue.length; i++) {
    const face = queue[i];
    const points: number[] = [];
    for (let at = 0; at < face.winding.length; at += 3) points.push(numberPoint(face.winding, at));
    let merged: BspFace | null = null;
    for (let k = 0; k < points.length && !merged; k++) {
      const from = points[k];
      const to = points[(k + 1) % points.length];
      for (const other of byEdge.get(to * 0x1000000 + from) ?? []) {
        if (!alive.has(other) || !mayMerge(face, other, keptApart)) continue;
        const at = findPoint(other.winding, face.winding, (k + 1) % points.length);
        if (at < 0) continue;
        const normal = planes.normal.slice(face.plane * 3, face.plane * 3 + 3);
        const winding = joinWindings(face.winding, k, other.winding, at, normal);
        if (!winding) continue;
        alive.delete(other);
        merged = { ...face, winding };
        break;
      }
    }
    if (merged) {
      queue.push(merged);
      continue;
    }
    alive.add(face);
    for (let k = 0; k < points.length; k++) {
      const key = points[k] * 0x1000000 + points[(k + 1) % points.length];
      const list = byEdge.get(key);
      if (list) list.push(face);
      else byEdge.set(key, [face]);
    }
  }
  return [...alive];
}

function mayMerge(a: BspFace, b: BspFace, keptApart: ReadonlySet<number>): boolean {
  if (a.plane !== b.plane || a.texInfo !== b.texInfo || a.contents !== b.contents) return false;
  if (a.side === b.side) return true;
  if (a.side.smoothingGroups !== b.side.smoothingGroups) return false;
  return !keptApart.has(a.side.id) && !keptApart.has(b.side.id);
}

/**
 * Returns the index of the point of `winding` that equals point `k` of `other`; -1 if there is
 * none.
 */
function findPoint(winding: Winding, other: Winding, k: number): number {
  for (let i = 0; i < winding.length; i += 3) {
    const near = (axis: number) => Math.abs(winding[i + axis] - other[k * 3 + axis]) * GRID <= 1;
    if (near(0) && near(1) && near(2)) return i / 3;
  }
  return -1;
}

/**
 * Merges at edge `i` of `a`, which is the reverse of edge `j` of `b`; `null` if the result is not
 * convex.
 */
function joinWindings(
  a: Winding,
  i: number,
  b: Winding,
  j: number,
  normal: readonly number[],
): Winding | null {
  const aCount = a.length / 3;
  const bCount = b.length / 3;
  const aPoint = (k: number) => a.subarray(((k + aCount) % aCount) * 3).subarray(0, 3);
  const bPoint = (k: number) => b.subarray(((k + bCount) % bCount) * 3).subarray(0, 3);
  // At a's first point the outline changes from a to b, at the other back to a.
  const first = bend(aPoint(i - 1), aPoint(i), bPoint(j + 2), normal);
  const second = bend(bPoint(j - 1), bPoint(j), aPoint(i + 2), normal);
  if (first < -BEND_EPSILON || second < -BEND_EPSILON) return null;
  const points: number[] = [];
  for (let k = i + 2; k < i + aCount; k++) points.push(...aPoint(k));
  if (first > BEND_EPSILON) points.push(...aPoint(i));
  for (let k = j + 2; k < j + bCount; k++) points.push(...bPoint(k));
  if (second > BEND_EPSILON) points.push(...aPoint(i + 1));
  return points.length < 9 ? null : Float64Array.from(points);
}

/** Returns the sine of the turn at `b`, positive if clockwise seen from the front. */
function bend(
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  normal: readonly number[],
): number {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v = [c[0] - b[0], c[1] - b[1], c[2] - b[2]];
  const turn =
    (u[2] * v[1] - u[1] * v[2]) * normal[0] +
    (u[0] * v[2] - u[2] * v[0]) * normal[1] +
    (u[1] * v[0] - u[0] * v[1]) * normal[2];
  return turn / (Math.hypot(u[0], u[1], u[2]) * Math.hypot(v[0], v[1], v[2]));
}

/** Lists the ids of sides with overlays. Their faces are not merged with others. */
export function listOverlaidSides(entities: readonly VmfEntity[]): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const entity of entities) {
    if (!entity.get("classname")?.startsWith("info_overlay")) continue;
    for (const id of (entity.get("sides") ?? "").split(/\s+/)) if (id !== "") ids.add(Number(id));
  }
  return ids;
}
