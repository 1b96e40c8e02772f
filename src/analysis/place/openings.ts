/**
 * Grouping of adjacent portals in one plane into openings, such as a doorway that touches several
 * leafs.
 */

import { windingArea } from "../../math/winding.ts";
import type { LeafPortals } from "../portals/compare-portals.ts";

/** Largest distance in inches at which portals count as touching. */
const TOUCH = 0.25;

export interface Opening {
  /** Rows of the portals. */
  readonly portals: readonly number[];
  /** 6 numbers: mins, maxs; inches. */
  readonly box: readonly number[];
  /** Mean of the portals' middles, weighted by area. */
  readonly middle: readonly [number, number, number];
  /** Square inches. */
  readonly area: number;
  /** Unit normal of its plane. */
  readonly normal: readonly [number, number, number];
}

/**
 * Groups portals. Openings are in the order of their first portals.
 * @param planeNormal 3 a plane of the map
 */
export function groupOpenings(
  portals: LeafPortals,
  rows: readonly number[],
  planeNormal: Float32Array,
): Opening[] {
  const boxes = rows.map((row) => boxOf(portals, row));
  const group = rows.map((_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (group[at] !== at) {
      group[at] = group[group[at]];
      at = group[at];
    }
    return at;
  };
  const byPlane = new Map<number, number[]>();
  for (const [i, row] of rows.entries()) {
    // Planes are stored in pairs with opposite normals.
    const plane = portals.plane[row] >>> 1;
    const same = byPlane.get(plane) ?? [];
    for (const other of same) {
      if (!touch(boxes[i], boxes[other])) continue;
      const [a, b] = [find(i), find(other)];
      group[Math.max(a, b)] = Math.min(a, b);
    }
    same.push(i);
    byPlane.set(plane, same);
  }
  const members = new Map<number, number[]>();
  for (const [i, row] of rows.entries()) {
    const list = members.get(find(i));
    if (list) list.push(row);
    else members.set(find(i), [row]);
  }
  return [...members.values()].map((list) => describe(portals, list, planeNormal));
}

function describe(portals: LeafPortals, rows: number[], planeNormal: Float32Array): Opening {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const middle: [number, number, number] = [0, 0, 0];
  let area = 0;
  for (const row of rows) {
    const own = boxOf(portals, row);
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], own[axis]);
      box[axis + 3] = Math.max(box[axis + 3], own[axis + 3]);
    }
    const points = portals.points.subarray(portals.first[row] * 3, portals.first[row + 1] * 3);
    const part = windingArea(Float64Array.from(points));
    area += part;
    for (let i = 0; i < points.length; i++) middle[i % 3] += (points[i] * part * 3) / points.length;
  }
  for (let axis = 0; axis < 3; axis++) middle[axis] /= area || 1;
  const plane = portals.plane[rows[0]] * 3;
  const normal = [planeNormal[plane], planeNormal[plane + 1], planeNormal[plane + 2]] as const;
  return { portals: rows, box, middle, area, normal };
}

function boxOf({ first, points }: LeafPortals, row: number): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let at = first[row] * 3; at < first[row + 1] * 3; at++) {
    const axis = at % 3;
    box[axis] = Math.min(box[axis], points[at]);
    box[axis + 3] = Math.max(box[axis + 3], points[at]);
  }
  return box;
}

function touch(a: readonly number[], b: readonly number[]): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (a[axis] > b[axis + 3] + TOUCH || b[axis] > a[axis + 3] + TOUCH) return false;
  }
  return true;
}

/**
 * Whether closing an opening separates the leafs on its two sides, so that an area portal can be
 * placed there.
 * @param other opening that is closed as well, or `null`
 */
export function partsTheMap(
  portals: LeafPortals,
  { portals: closed }: Opening,
  other: Opening | null = null,
): boolean {
  const { count, leafA, leafB } = portals;
  const isClosed = new Uint8Array(count);
  for (const row of closed) isClosed[row] = 1;
  for (const row of other?.portals ?? []) isClosed[row] = 1;
  const ways = new Map<number, number[]>();
  for (let row = 0; row < count; row++) {
    if (isClosed[row] === 1) continue;
    for (const [from, to] of [
      [leafA[row], leafB[row]],
      [leafB[row], leafA[row]],
    ]) {
      const list = ways.get(from);
      if (list) list.push(to);
      else ways.set(from, [to]);
    }
  }
  const behind = new Set(closed.map((row) => leafB[row]));
  const reached = new Set(closed.map((row) => leafA[row]));
  const open = [...reached];
  for (let leaf = open.pop(); leaf !== undefined; leaf = open.pop()) {
    if (behind.has(leaf)) return false;
    for (const next of ways.get(leaf) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return true;
}
