/** Rebuilt portals as vbsp hands them to vvis. */

import type { PortalFile } from "../../formats/prt/types.ts";
import type { LeafPortals } from "./leaf-portals.ts";

/** Portals that sight passes between clusters that are not one, in the order of the portals. */
export function portalFileOf(portals: LeafPortals, clusterCount: number): PortalFile {
  return selectPortals(portals, clusterCount, listSightPortals(portals));
}

/** Rows of the portals that vvis would be given. */
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
 * @param rows of `portals`, in the order that they get
 * @param numberOf what a cluster is called in the file; left out: what it is in the map
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
