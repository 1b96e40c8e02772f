/**
 * Makes the light of displacements agree where their edges meet. Each is lit by itself; luxels that
 * lie in one place on the rims of several take the mean, so that no seam shows.
 */

import type { DisplacementGrid } from "../../../scene/world/displacement.ts";
import type { FaceLuxels } from "./filter-luxels.ts";

/** Inches within which luxels count as being in one place. */
const WELD_INCHES = 1;
const HASH_INCHES = 4;

export interface TerrainLuxels {
  readonly face: number;
  readonly style: number;
  readonly luxels: FaceLuxels;
}

interface RimLuxel {
  readonly terrain: TerrainLuxels;
  readonly luxel: number;
  readonly place: readonly [x: number, y: number, z: number];
}

/** Changes the values of luxels on the rims. */
export function stitchTerrain(
  terrains: readonly TerrainLuxels[],
  grids: ReadonlyMap<number, DisplacementGrid>,
): void {
  const buckets = new Map<string, RimLuxel[]>();
  const all: RimLuxel[] = [];
  for (const terrain of terrains) {
    const grid = grids.get(terrain.face);
    if (!grid) continue;
    for (const luxel of listRim(terrain.luxels)) {
      const rim = { terrain, luxel, place: placeOf(grid, terrain.luxels, luxel) };
      all.push(rim);
      const key = keyOf(terrain.style, rim.place);
      const bucket = buckets.get(key);
      if (bucket) bucket.push(rim);
      else buckets.set(key, [rim]);
    }
  }
  // Means are of what was there before: all are found before any is written.
  const means = all.map((rim) => findMean(rim, buckets));
  for (const [i, mean] of means.entries()) {
    if (!mean) continue;
    const { terrain, luxel } = all[i];
    const count = terrain.luxels.across * terrain.luxels.down;
    for (let n = 0; n * 3 < mean.length; n++) {
      for (let c = 0; c < 3; c++) {
        terrain.luxels.values[(n * count + luxel) * 3 + c] = mean[n * 3 + c];
      }
    }
  }
}

function listRim({ across, down }: FaceLuxels): number[] {
  const rim: number[] = [];
  for (let t = 0; t < down; t++) {
    const step = t === 0 || t === down - 1 ? 1 : Math.max(1, across - 1);
    for (let s = 0; s < across; s += step) rim.push(t * across + s);
  }
  return rim;
}

/** Luxels span the grid from corner to corner; along a rim they lie between two of its vertices. */
function placeOf(grid: DisplacementGrid, luxels: FaceLuxels, luxel: number): RimLuxel["place"] {
  const last = grid.edge - 1;
  const u = ((luxel % luxels.across) / Math.max(1, luxels.across - 1)) * last;
  const v = (Math.floor(luxel / luxels.across) / Math.max(1, luxels.down - 1)) * last;
  const column = Math.min(last - 1, Math.floor(u));
  const row = Math.min(last - 1, Math.floor(v));
  const at = (row * grid.edge + column) * 3;
  const down = grid.edge * 3;
  const axis = (i: number) => {
    const p = grid.position;
    const top = p[at + i] + (p[at + 3 + i] - p[at + i]) * (u - column);
    const bottom = p[at + down + i] + (p[at + down + 3 + i] - p[at + down + i]) * (u - column);
    return top + (bottom - top) * (v - row);
  };
  return [axis(0), axis(1), axis(2)];
}

function keyOf(style: number, place: readonly number[], dx = 0, dy = 0, dz = 0): string {
  const cell = (axis: number, shift: number) => Math.floor(place[axis] / HASH_INCHES) + shift;
  return `${style} ${cell(0, dx)} ${cell(1, dy)} ${cell(2, dz)}`;
}

/** The mean over all rims that meet at a luxel; null where there is no other. */
function findMean(rim: RimLuxel, buckets: ReadonlyMap<string, RimLuxel[]>): Float64Array | null {
  const { terrain, place } = rim;
  const floats = normalsOf(terrain.luxels) * 3;
  const sum = new Float64Array(floats);
  let found = 0;
  for (let cell = 0; cell < 27; cell++) {
    const shift = [(cell % 3) - 1, (Math.floor(cell / 3) % 3) - 1, Math.floor(cell / 9) - 1];
    const key = keyOf(terrain.style, place, shift[0], shift[1], shift[2]);
    for (const other of buckets.get(key) ?? []) {
      const distance = Math.hypot(...place.map((value, axis) => value - other.place[axis]));
      const { luxels } = other.terrain;
      if (distance > WELD_INCHES || normalsOf(luxels) * 3 !== floats) continue;
      found++;
      const count = luxels.across * luxels.down;
      for (let i = 0; i < floats; i++) {
        const at = (Math.floor(i / 3) * count + other.luxel) * 3 + (i % 3);
        sum[i] += luxels.values[at];
      }
    }
  }
  return found > 1 ? sum.map((value) => value / found) : null;
}

function normalsOf({ across, down, values }: FaceLuxels): number {
  return values.length / (across * down * 3);
}
