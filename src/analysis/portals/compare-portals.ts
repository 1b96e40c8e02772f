/** Portals held against the map's PVS: clusters with an opening between them must see each other. */

import { hasBit } from "../../core/bit-set.ts";
import type { Pvs } from "../../map/types.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import type { LeafPortals } from "./leaf-portals.ts";

export interface PortalComparison {
  /** Portals that sight passes, between clusters that are not one. */
  readonly portalCount: number;
  /** Pairs of clusters that they join. */
  readonly pairCount: number;
  /** Of those, the pairs of which either does not see the other, though sight passes: 2 clusters each. */
  readonly unseenPairs: Uint32Array;
}

/** @param pvs null: everything is seen, and no pair can be unseen */
export function comparePortals(portals: LeafPortals, pvs: Pvs | null): PortalComparison {
  const { count, clusterA, clusterB, isSeenThrough } = portals;
  /** By the lower cluster: the higher ones. */
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
