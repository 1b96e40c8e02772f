/** Entities that carry others: places in the world from places in parents, and back. */

import { writeAngles, writeMatrix3x4 } from "../math/angles.ts";
import { multiply3x4 } from "../math/matrix3x4.ts";
import type { EntityTable } from "./entity-table.ts";

/** Parents above an entity that are followed; more are a mistake in the map. */
const MOST_PARENTS = 32;

const own = new Float32Array(12);
const inverse = new Float32Array(12);
const local = new Float32Array(12);

/** Writes an entity's place in the world as a 3x4 row-major matrix, in inches. */
export function writeWorldMatrix(entities: EntityTable, row: number, out: Float32Array): void {
  writeLocal(entities, row, out);
  let parent = entities.parent[row];
  for (let i = 0; parent >= 0 && i < MOST_PARENTS; i++) {
    writeLocal(entities, parent, own);
    multiply3x4(out, 0, own, 0, out, 0);
    parent = entities.parent[parent];
  }
}

/** Writes an entity's position in the world, in inches. */
export function worldPoint(entities: EntityTable, row: number, out: Float32Array): void {
  writeWorldMatrix(entities, row, local);
  out[0] = local[3];
  out[1] = local[7];
  out[2] = local[11];
}

function writeLocal({ origin, angles }: EntityTable, row: number, out: Float32Array): void {
  const at = row * 3;
  const [x, y, z] = [origin[at], origin[at + 1], origin[at + 2]];
  writeMatrix3x4(out, 0, angles[at], angles[at + 1], angles[at + 2], x, y, z);
}

/**
 * Lets an entity be carried by another, or by none (-1), and keeps its place in the world. Nothing
 * happens if it carries that entity itself.
 */
export function attach(entities: EntityTable, row: number, parent: number): void {
  for (let above = parent, i = 0; above >= 0; above = entities.parent[above], i++) {
    if (above === row || i === MOST_PARENTS) return;
  }
  if (entities.parent[row] === parent) return;
  writeWorldMatrix(entities, row, local);
  if (parent >= 0) {
    writeWorldMatrix(entities, parent, inverse);
    invertPlacement(inverse);
    multiply3x4(local, 0, inverse, 0, local, 0);
  }
  entities.parent[row] = parent;
  entities.origin.set([local[3], local[7], local[11]], row * 3);
  writeAngles(entities.angles, row * 3, local);
}

/** Inverts a matrix that rotates and translates. */
export function invertPlacement(m: Float32Array): void {
  const [a, b, c, x, d, e, f, y, g, h, i, z] = m;
  m.set([a, d, g, -(a * x + d * y + g * z)]);
  m.set([b, e, h, -(b * x + e * y + h * z)], 4);
  m.set([c, f, i, -(c * x + f * y + i * z)], 8);
}
