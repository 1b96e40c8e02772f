/** Rebuilt portals as columns, in vvis's format, and compared with the PVS. */

import { hasBit } from "../../core/bit-set.ts";
import type { PortalFile } from "../../formats/prt/parse-prt.ts";
import type { Pvs } from "../../map/types.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";

// Comparison of portals with the map's PVS: clusters that share an opening must see each other.

// Polygons between the leafs of a compiled map, as columns.

/** World space, inches. */
export interface LeafPortals {
  readonly count: number;
  /** First row of `points` of each portal; one more at the end. */
  readonly first: Uint32Array;
  /** 3 a point. Clockwise seen from the front of the portal's plane, where `leafA` is. */
  readonly points: Float32Array;
  /** Leaf in front of the portal's plane. */
  readonly leafA: Uint32Array;
  /** Leaf behind the portal's plane. */
  readonly leafB: Uint32Array;
  /** -1 if the leaf has no cluster. */
  readonly clusterA: Int32Array;
  readonly clusterB: Int32Array;
  /** Row of LUMP_PLANES. */
  readonly plane: Uint32Array;
  /** 1 if vvis lets sight through, by the contents of the leafs. */
  readonly isSeenThrough: Uint8Array;
}

export interface PortalComparison {
  /** Portals that sight passes between different clusters. */
  readonly portalCount: number;
  /** Pairs of clusters connected by these portals. */
  readonly pairCount: number;
  /** Connected pairs that are missing from the PVS in either direction, 2 clusters each. */
  readonly unseenPairs: Uint32Array;
}

/** @param pvs `null` if every cluster sees all others, so that no pair can be missing */
export function comparePortals(portals: LeafPortals, pvs: Pvs | null): PortalComparison {
  const { count, clusterA, clusterB, isSeenThrough } = portals;
  /** Higher clusters of each pair, by the lower one. */
  const pairs = new Map<number, Set<number>>();
  let portalCount = 0;
  let pairCount = 0;
  for (let portal = 0; portal < count; portal++) {
    const low = Math.min(clusterA[portal], clusterB[portal]);
    const high = Math.max(clusterA[portal], clusterB[portal]);
    if (isSeenThrough[portal] === 0 || low < 0 || low === high) continue;
    portalCount++;
    let others = pairs.get(low);
    if (others === undefined) {
      others = new Set();
      pairs.set(low, others);
    }
    if (others.has(high)) continue;
    others.add(high);
    pairCount++;
  }
  const unseen: number[] = [];
  if (pvs !== null) {
    const words = (pvs.clusterCount + 31) >>> 5;
    const row = new Uint32Array(words);
    const back = new Uint32Array(words);
    for (const [low, others] of pairs) {
      decodePvsRow(pvs, low, row);
      for (const high of others) {
        decodePvsRow(pvs, high, back);
        if (!hasBit(row, high) || !hasBit(back, low)) unseen.push(low, high);
      }
    }
  }
  return { portalCount, pairCount, unseenPairs: Uint32Array.from(unseen) };
}

/** Returns the portals that sight passes between different clusters, in their order. */
export function portalFileOf(portals: LeafPortals, clusterCount: number): PortalFile {
  return selectPortals(portals, clusterCount, listSightPortals(portals));
}

/** Lists the rows of the portals that vvis would read. */
export function listSightPortals(portals: LeafPortals): number[] {
  const { count, clusterA, clusterB, isSeenThrough } = portals;
  const rows: number[] = [];
  for (let portal = 0; portal < count; portal++) {
    const a = clusterA[portal];
    const b = clusterB[portal];
    if (isSeenThrough[portal] === 1 && a >= 0 && b >= 0 && a !== b) rows.push(portal);
  }
  return rows;
}

/**
 * @param rows rows of `portals`, in the order of the result
 * @param numberOf cluster number in the result by cluster of the map; by default the same
 */
export function selectPortals(
  portals: LeafPortals,
  clusterCount: number,
  rows: readonly number[],
  numberOf: ArrayLike<number> | null = null,
): PortalFile {
  const { first, points, clusterA, clusterB } = portals;
  const firstPoint = new Uint32Array(rows.length + 1);
  for (const [i, row] of rows.entries()) {
    firstPoint[i + 1] = firstPoint[i] + first[row + 1] - first[row];
  }
  const kept = new Float64Array(firstPoint[rows.length] * 3);
  const clusters = new Uint32Array(rows.length * 2);
  for (const [i, row] of rows.entries()) {
    kept.set(points.subarray(first[row] * 3, first[row + 1] * 3), firstPoint[i] * 3);
    const [a, b] = [clusterA[row], clusterB[row]];
    clusters[i * 2] = numberOf === null ? a : numberOf[a];
    clusters[i * 2 + 1] = numberOf === null ? b : numberOf[b];
  }
  return { clusterCount, portalCount: rows.length, clusters, firstPoint, points: kept };
}
