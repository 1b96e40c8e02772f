/**
 * Area that an overview shows: where players can get, how high, and the clusters visible from
 * there.
 */

import { createBitSet, hasBit, setBit } from "../../core/bit-set.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import type { CannotTell } from "../cannot-tell.ts";
import type { CostMap } from "../cost/open-cost-map.ts";
import { findStandingPlaces, type StandingPlaces } from "../cost/standing-places.ts";
import { findWalkedPlaces } from "../cost/walked-places.ts";
import type { FlatBox } from "./fit-picture.ts";

/** Inches added around the places, so that walls and what is in front of them are included. */
const MARGIN = 64;

/** Headroom in inches: taller than any player. */
const HEAD = 80;

/** Basis of the area: places that can be walked to, all places to stand, or everything inside. */
export type AreaSource = "walked" | "standing" | "inside";

export interface PlayableArea {
  readonly source: AreaSource;
  readonly box: FlatBox;
  /** Heights of the lowest and highest floor, or of the inside if there are no floors. */
  readonly lowest: number;
  readonly highest: number;
  /** Heights of everything drawn. */
  readonly bottom: number;
  readonly top: number;
  /** Height above the head of a player on the highest floor. Only roofs are higher. */
  readonly cut: number;
  /**
   * Bit set of the clusters visible from the area, directly or through others, without the sky's
   * miniature; `null` for all.
   */
  readonly clusters: Uint32Array | null;
}

/** Rejects with CancelledError. */
export async function findPlayableArea(
  map: CostMap,
  progress: (done: number) => void = () => {},
  signal?: AbortSignal,
): Promise<PlayableArea | CannotTell> {
  const inside = boundsInside(map);
  if (inside === null) return { because: "no leaf of the map is inside of it" };
  const found = await findStandingPlaces(map, progress, signal);
  // An incomplete set of floors does not show where players can get.
  const standing = found.isWhole ? found : { ...found, count: 0 };
  const walked = findWalkedPlaces(map, standing);
  const places = boundsOfPlaces(standing, walked) ?? inside;
  const source = standing.count === 0 ? "inside" : walked === null ? "standing" : "walked";
  const [minX, minY, lowest, maxX, maxY, highest] = places;
  const margin = source === "inside" ? 0 : MARGIN;
  return {
    source,
    box: {
      minX: minX - margin,
      minY: minY - margin,
      maxX: maxX + margin,
      maxY: maxY + margin,
    },
    lowest,
    highest,
    bottom: inside[2],
    top: inside[5],
    cut: source === "inside" ? inside[5] + 1 : Math.min(highest + HEAD, inside[5] + 1),
    clusters: seenClusters(map, standing, walked),
  };
}

type Bounds = [number, number, number, number, number, number];

const nothing = (): Bounds => [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

/** Returns the bounds of the leafs a player may be in. */
function boundsInside({ tree, isPlayable }: CostMap): Bounds | null {
  const bounds = nothing();
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    if (isPlayable[leaf] === 0) continue;
    for (let axis = 0; axis < 3; axis++) {
      bounds[axis] = Math.min(bounds[axis], tree.leafBox[leaf * 6 + axis]);
      bounds[axis + 3] = Math.max(bounds[axis + 3], tree.leafBox[leaf * 6 + axis + 3]);
    }
  }
  return bounds.every(Number.isFinite) ? bounds : null;
}

function boundsOfPlaces(
  { count, eye, floor }: StandingPlaces,
  walked: Uint8Array | null,
): Bounds | null {
  const bounds = nothing();
  for (let place = 0; place < count; place++) {
    if (walked !== null && walked[place] === 0) continue;
    const at = [eye[place * 3], eye[place * 3 + 1], floor[place]];
    for (let axis = 0; axis < 3; axis++) {
      bounds[axis] = Math.min(bounds[axis], at[axis]);
      bounds[axis + 3] = Math.max(bounds[axis + 3], at[axis]);
    }
  }
  return bounds.every(Number.isFinite) ? bounds : null;
}

/**
 * Finds everything visible from walked places, directly or through other clusters. Excludes sealed
 * parts of the map.
 */
function seenClusters(
  { pvs, tree, isPlayable }: CostMap,
  { count, cluster }: StandingPlaces,
  walked: Uint8Array | null,
): Uint32Array | null {
  if (pvs === null) return null;
  const playable = createBitSet(pvs.clusterCount);
  for (let leaf = 0; leaf < tree.leafCount; leaf++) {
    const own = tree.leafCluster[leaf];
    if (isPlayable[leaf] === 1 && own >= 0) setBit(playable, own);
  }
  if (count === 0) return playable;
  const seen = createBitSet(pvs.clusterCount);
  const open: number[] = [];
  const add = (own: number): void => {
    if (own < 0 || hasBit(seen, own) || !hasBit(playable, own)) return;
    setBit(seen, own);
    open.push(own);
  };
  for (let place = 0; place < count; place++) {
    if (walked === null || walked[place] === 1) add(cluster[place]);
  }
  const row = createBitSet(pvs.clusterCount);
  for (let own = open.pop(); own !== undefined; own = open.pop()) {
    decodePvsRow(pvs, own, row);
    for (let word = 0; word < row.length; word++) {
      // Only new bits: most of a row was added before.
      for (let bits = row[word] & ~seen[word]; bits !== 0; bits &= bits - 1) {
        add(word * 32 + 31 - Math.clz32(bits & -bits));
      }
    }
  }
  return seen;
}
