/** Convex solids: conversion of bounding planes to triangles and edges. Inches. */

import { makeHugeWinding, splitWinding, type Winding } from "../../math/winding.ts";

/** Most sides of a brush, `MAX_BRUSH_SIDES` of Valve's vbsp. */
export const MAX_SIDES = 128;
/** Distance below which points count as equal. */
const NEAR = 0.05;

/**
 * Returns the polygons of a solid, one for each plane that touches it. The solid is behind each of
 * its planes.
 * @param planes 4 numbers each: unit normal, distance
 * @returns `null` if a side is unbounded because the planes do not close
 */
export function windingsOfPlanes(planes: readonly number[]): Winding[] | null {
  const windings: Winding[] = [];
  const count = planes.length / 4;
  for (let side = 0; side < count; side++) {
    const at = side * 4;
    const [nx, ny, nz, dist] = [planes[at], planes[at + 1], planes[at + 2], planes[at + 3]];
    let winding: Winding | null = makeHugeWinding(nx, ny, nz, dist);
    for (let other = 0; other < count && winding !== null; other++) {
      if (other === side) continue;
      const o = other * 4;
      const [ox, oy, oz, od] = [planes[o], planes[o + 1], planes[o + 2], planes[o + 3]];
      // If two planes are equal, only the last one gets a polygon.
      const isSame = ox * nx + oy * ny + oz * nz > 0.99999 && Math.abs(od - dist) < NEAR;
      if (isSame && other > side) continue;
      if (isSame) winding = null;
      else winding = splitWinding(winding, ox, oy, oz, od).back;
    }
    if (winding === null || winding.length < 9) continue;
    if (winding.some((value) => Math.abs(value) > 60_000)) return null;
    windings.push(winding);
  }
  return windings;
}

/** Adds a polygon's triangles, 9 numbers each, as a fan. */
export function addTriangles(winding: ArrayLike<number>, out: number[]): void {
  for (let i = 6; i < winding.length; i += 3) {
    for (const at of [0, i - 3, i]) out.push(winding[at], winding[at + 1], winding[at + 2]);
  }
}

/** Returns the edges of polygons, 6 numbers each. Shared edges appear once. */
export function edgesOf(windings: readonly ArrayLike<number>[]): number[] {
  const out: number[] = [];
  const known = new Set<string>();
  for (const winding of windings) {
    for (let i = 0; i < winding.length; i += 3) {
      const j = i + 3 < winding.length ? i + 3 : 0;
      const a = keyOf(winding, i);
      const b = keyOf(winding, j);
      if (a === b) continue;
      const key = a < b ? `${a}|${b}` : `${b}|${a}`;
      if (known.has(key)) continue;
      known.add(key);
      out.push(winding[i], winding[i + 1], winding[i + 2]);
      out.push(winding[j], winding[j + 1], winding[j + 2]);
    }
  }
  return out;
}

function keyOf(winding: ArrayLike<number>, at: number): string {
  const round = (value: number) => Math.round(value * 4);
  return `${round(winding[at])},${round(winding[at + 1])},${round(winding[at + 2])}`;
}

/** The twelve edges of a box, 6 numbers each. */
export function boxEdges(mins: ArrayLike<number>, maxs: ArrayLike<number>): number[] {
  const out: number[] = [];
  const corner = (bits: number) => [0, 1, 2].map((k) => ((bits >> k) & 1 ? maxs : mins)[k]);
  for (let axis = 0; axis < 3; axis++) {
    for (let bits = 0; bits < 8; bits++) {
      if ((bits >> axis) & 1) continue;
      out.push(...corner(bits), ...corner(bits | (1 << axis)));
    }
  }
  return out;
}

/** Transforms points by a 3x4 row-major matrix, in place. `null` leaves them. */
export function transformPoints(points: number[], matrix: ArrayLike<number> | null): number[] {
  if (matrix === null) return points;
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
    for (let axis = 0; axis < 3; axis++) {
      const m = axis * 4;
      points[i + axis] = matrix[m] * x + matrix[m + 1] * y + matrix[m + 2] * z + matrix[m + 3];
    }
  }
  return points;
}
