/** Whether a decal of an entity stands at a displacement. */

import type { DisplacementGrid } from "../world/displacement.ts";
import type { DecalSurfaces } from "./decal-surfaces.ts";
import { DECAL_DISTANCE } from "./near-faces.ts";

const boxes = new WeakMap<DisplacementGrid, Float64Array>();

/** 6: mins, maxs of where a grid is drawn. */
function boxOf(grid: DisplacementGrid): Float64Array {
  let box = boxes.get(grid);
  if (box !== undefined) return box;
  box = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (let i = 0; i < grid.position.length; i++) {
    const axis = i % 3;
    box[axis] = Math.min(box[axis], grid.position[i]);
    box[3 + axis] = Math.max(box[3 + axis], grid.position[i]);
  }
  boxes.set(grid, box);
  return box;
}

/**
 * Whether the ground of a displacement is as near to a place as a face would have to be, where the place is
 * over it along the flat face's normal; beside it, its nearest vertex there counts, so that a decal goes on
 * across a seam.
 * @param radius how far the picture reaches
 */
export function isNearGrid(
  surfaces: DecalSurfaces,
  grid: DisplacementGrid,
  plane: ArrayLike<number>,
  origin: ArrayLike<number>,
  radius: number,
): boolean {
  const box = boxOf(grid);
  for (let axis = 0; axis < 3; axis++) {
    if (origin[axis] < box[axis] - radius || origin[axis] > box[3 + axis] + radius) return false;
  }
  surfaces.look(grid.indices.length / 3);
  const { flat, position, indices } = grid;
  let nearest = Number.POSITIVE_INFINITY;
  let height = Number.POSITIVE_INFINITY;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i] * 3, indices[i + 1] * 3, indices[i + 2] * 3];
    const [wb, wc] = weightsOf(flat, a, b, c, plane, origin);
    if (wb >= 0 && wc >= 0 && wb + wc <= 1) {
      return Math.abs(heightAt(position, a, b, c, wb, wc, plane, origin)) < DECAL_DISTANCE;
    }
  }
  for (let vertex = 0; vertex < flat.length; vertex += 3) {
    const [x, y, z] = [0, 1, 2].map((axis) => origin[axis] - flat[vertex + axis]);
    const along = x * plane[0] + y * plane[1] + z * plane[2];
    const beside = x * x + y * y + z * z - along * along;
    if (beside >= nearest) continue;
    nearest = beside;
    height = heightAt(position, vertex, vertex, vertex, 0, 0, plane, origin);
  }
  return nearest < radius * radius && Math.abs(height) < DECAL_DISTANCE * 2;
}

/** How much of the second and third corner a place has, seen along a normal. */
function weightsOf(
  points: Float32Array,
  a: number,
  b: number,
  c: number,
  n: ArrayLike<number>,
  origin: ArrayLike<number>,
): [number, number] {
  const from = (to: ArrayLike<number>, at: number) =>
    [0, 1, 2].map((axis) => to[at + axis] - points[a + axis]);
  const [u, v, p] = [from(points, b), from(points, c), from(origin, 0)];
  const turn = (l: number[], r: number[]) =>
    n[0] * (l[1] * r[2] - l[2] * r[1]) +
    n[1] * (l[2] * r[0] - l[0] * r[2]) +
    n[2] * (l[0] * r[1] - l[1] * r[0]);
  const whole = turn(u, v);
  return [turn(p, v) / whole, turn(u, p) / whole];
}

function heightAt(
  points: Float32Array,
  a: number,
  b: number,
  c: number,
  second: number,
  third: number,
  n: ArrayLike<number>,
  origin: ArrayLike<number>,
): number {
  let height = 0;
  for (let axis = 0; axis < 3; axis++) {
    const first = points[a + axis];
    const place = first + (points[b + axis] - first) * second + (points[c + axis] - first) * third;
    height += n[axis] * (origin[axis] - place);
  }
  return height;
}
