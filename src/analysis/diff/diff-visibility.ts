/**
 * Pairs of places that see each other in one version only. Each compile numbers clusters
 * differently, so they are matched by place.
 */

import { countBits, hasBit } from "../../core/bit-set.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import { placeClusters } from "./diff-ambient.ts";
import type { MapVersion } from "./open-version.ts";
import type { ClusterChange, Point, VisibilityDiff } from "./types.ts";

/** Most clusters listed, the most changed first. */
export const MOST_CLUSTERS = 60;
/** Most clusters whose pairs are compared. More would take minutes; engines take up to 65,536. */
const MOST_COMPARED = 16_384;

export function diffVisibility(
  a: MapVersion,
  b: MapVersion,
  untold: string | null,
): VisibilityDiff {
  const [clustersA, clustersB] = [clusterCountOf(a), clusterCountOf(b)];
  const reason = untold ?? tellUntold(a, b, Math.max(clustersA, clustersB));
  const none = { ...NOTHING, clustersA, clustersB };
  if (reason !== null || a.pvs === null || b.pvs === null) return { ...none, untold: reason };
  const [placesA, placesB] = [placeClusters(a), placeClusters(b)];
  const gone = countLost(a, placesA, b);
  const come = countLost(b, placesB, a);
  const clusters = [
    ...gone.lostOf.map((lost, i): ClusterChange => ({ place: placesA[i]!, gained: 0, lost })),
    ...come.lostOf.map((gained, i): ClusterChange => ({ place: placesB[i]!, gained, lost: 0 })),
  ].filter(({ gained, lost }) => gained + lost > 0);
  return {
    ...none,
    untold: null,
    ...{ pairsA: gone.pairs, pairsB: come.pairs, lost: gone.lost, gained: come.lost },
    ...{ unmatchedA: gone.unmatched, unmatchedB: come.unmatched },
    unplaced: [...placesA, ...placesB].filter((place) => place === null).length,
    clusters: mergePlaces(clusters).slice(0, MOST_CLUSTERS),
  };
}

const NOTHING: Omit<VisibilityDiff, "untold" | "clustersA" | "clustersB"> = {
  ...{ pairsA: 0, pairsB: 0, lost: 0, gained: 0, unmatchedA: 0, unmatchedB: 0 },
  ...{ unplaced: 0, clusters: [] },
};

const clusterCountOf = ({ bsp }: MapVersion): number => bsp.visibility?.clusterCount ?? 0;

/**
 * Returns the reason if visibility cannot be compared, or `null` if it can or if neither version
 * has any.
 */
function tellUntold(a: MapVersion, b: MapVersion, clusterCount: number): string | null {
  if (a.pvs === null && b.pvs === null) return null;
  const without = a.pvs === null ? a : b.pvs === null ? b : null;
  if (without !== null) return `${without.name} has no visibility: everything is visible there`;
  if (clusterCount <= MOST_COMPARED) return null;
  return `there are ${clusterCount} clusters, more than the ${MOST_COMPARED} whose pairs are compared`;
}

interface Lost {
  /** Number of pairs that see each other. */
  readonly pairs: number;
  readonly lost: number;
  /** Number of lost pairs by cluster. */
  readonly lostOf: number[];
  readonly unmatched: number;
}

/** Counts pairs of clusters that see each other, but whose places do not in the other version. */
function countLost(
  version: MapVersion,
  places: readonly (Point | null)[],
  other: MapVersion,
): Lost {
  const [pvs, otherPvs] = [version.pvs!, other.pvs!];
  const { clusterCount } = pvs;
  const clusterOf = Int32Array.from(places, (place) =>
    place === null ? -1 : other.tree.leafCluster[findLeaf(other.tree, ...place)],
  );
  const row = new Uint32Array((clusterCount + 31) >>> 5);
  const otherRow = new Uint32Array((otherPvs.clusterCount + 31) >>> 5);
  const lostOf = new Array<number>(clusterCount).fill(0);
  let pairs = 0;
  let lost = 0;
  for (let from = 0; from < clusterCount; from++) {
    decodePvsRow(pvs, from, row);
    pairs += countBits(row);
    if (clusterOf[from] < 0) continue;
    decodePvsRow(otherPvs, clusterOf[from], otherRow);
    for (let to = 0; to < clusterCount; to++) {
      if (clusterOf[to] < 0 || !hasBit(row, to) || hasBit(otherRow, clusterOf[to])) continue;
      lostOf[from]++;
      lost++;
    }
  }
  const unmatched = places.filter((place, i) => place !== null && clusterOf[i] < 0).length;
  return { pairs, lost, lostOf, unmatched };
}

/** Merges gains and losses at the same place into one row, the most changed first. */
function mergePlaces(changes: readonly ClusterChange[]): ClusterChange[] {
  const byPlace = new Map<string, ClusterChange>();
  for (const change of changes) {
    const key = change.place.map(Math.round).join();
    const known = byPlace.get(key);
    const [gained, lost] = [(known?.gained ?? 0) + change.gained, (known?.lost ?? 0) + change.lost];
    byPlace.set(key, { place: change.place, gained, lost });
  }
  const compare = (x: ClusterChange, y: ClusterChange) =>
    y.gained + y.lost - x.gained - x.lost ||
    x.place[0] - y.place[0] ||
    x.place[1] - y.place[1] ||
    x.place[2] - y.place[2];
  return [...byPlace.values()].sort(compare);
}
