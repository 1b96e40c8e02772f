/** Builds the bodies of water: LUMP_LEAFWATERDATA. Rules from Valve's public `ivp.cpp`. */

import { writeRecords } from "../../../formats/binary/write-records.ts";
import { DLEAFWATERDATA } from "../../../formats/bsp/records/areas.ts";
import type { MapLump } from "../../types.ts";

/** Leaf that contains water or slime. Heights are in inches. */
export interface WaterLeaf {
  /** Number in LUMP_LEAFS. */
  readonly leaf: number;
  readonly minZ: number;
  readonly maxZ: number;
  /** Upward water surface between this leaf and air; `null` if none. */
  readonly surface: { readonly z: number; readonly texinfo: number } | null;
  /** Numbers of adjacent leafs with the same contents. */
  readonly neighbors: readonly number[];
}

export interface VbspLeafWater {
  readonly lump: MapLump;
  /** Row of each water leaf: its `leafWaterDataID`. */
  readonly rowOfLeaf: ReadonlyMap<number, number>;
}

/** Inches by which a leaf may rise above the surface of its body. */
const SURFACE_EPSILON = 0.1;

/**
 * Builds the bodies: leafs connected below one surface. Lower surfaces are filled first, so that a
 * basin under a waterfall keeps its own surface. Leafs without a surface form bodies with the top
 * of their highest leaf as the surface.
 */
export function buildLeafWaterData(leafs: readonly WaterLeaf[]): VbspLeafWater {
  const byNumber = new Map(leafs.map((leaf) => [leaf.leaf, leaf]));
  const height = (leaf: WaterLeaf) => leaf.surface?.z ?? Number.POSITIVE_INFINITY;
  const starts = [...leafs].sort((a, b) =>
    height(a) === height(b) ? a.leaf - b.leaf : height(a) - height(b),
  );
  const rowOfLeaf = new Map<number, number>();
  const rows: { surfaceZ: number; minZ: number; texinfo: number }[] = [];
  for (const start of starts) {
    const body = fillBody(start, byNumber, rowOfLeaf);
    if (body.length === 0) continue;
    const row = {
      surfaceZ: start.surface?.z ?? Math.max(...body.map((leaf) => leaf.maxZ)),
      minZ: Math.min(...body.map((leaf) => leaf.minZ)),
      texinfo: start.surface?.texinfo ?? -1,
    };
    const known = rows.findIndex(
      (other) =>
        other.surfaceZ === row.surfaceZ && other.minZ === row.minZ && other.texinfo === row.texinfo,
    );
    const index = known >= 0 ? known : rows.push(row) - 1;
    for (const { leaf } of body) rowOfLeaf.set(leaf, index);
  }
  const bytes = writeRecords(
    {
      count: rows.length,
      surfaceZ: Float32Array.from(rows, (row) => row.surfaceZ),
      minZ: Float32Array.from(rows, (row) => row.minZ),
      surfaceTexInfo: Int32Array.from(rows, (row) => row.texinfo),
    },
    DLEAFWATERDATA,
  );
  return { lump: { version: 0, bytes }, rowOfLeaf };
}

/** Returns the leafs of a body that belong to no body yet, starting from a leaf. */
function fillBody(
  start: WaterLeaf,
  byNumber: ReadonlyMap<number, WaterLeaf>,
  taken: ReadonlyMap<number, number>,
): WaterLeaf[] {
  const limit = (start.surface?.z ?? Number.POSITIVE_INFINITY) + SURFACE_EPSILON;
  const seen = new Set<number>();
  const body: WaterLeaf[] = [];
  const open = [start];
  for (let leaf = open.pop(); leaf !== undefined; leaf = open.pop()) {
    if (taken.has(leaf.leaf) || seen.has(leaf.leaf)) continue;
    if (leaf !== start && leaf.maxZ > limit) continue;
    seen.add(leaf.leaf);
    body.push(leaf);
    for (const neighbor of leaf.neighbors) {
      const next = byNumber.get(neighbor);
      if (next) open.push(next);
    }
  }
  return body;
}
