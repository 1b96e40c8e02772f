/** What of a map an overview shows: where players get to, how high, and the clusters that are seen from there. */

import { createBitSet, hasBit, setBit } from "../../core/bit-set.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import type { CannotTell } from "../cannot-tell.ts";
import type { CostMap } from "../cost/open-cost-map.ts";
import { findStandingPlaces, type StandingPlaces } from "../cost/standing-places.ts";
import { findWalkedPlaces } from "../cost/walked-places.ts";
import type { FlatBox } from "./fit-picture.ts";

/** Inches around where one stands: walls, and what lies before them. */
const MARGIN = 64;

/** Inches: taller than any player. */
const HEAD = 80;

/** By what the area was told: places that are walked to, any that one could stand at, or all that is inside. */
export type AreaSource = "walked" | "standing" | "inside";

export interface PlayableArea {
  readonly source: AreaSource;
  readonly box: FlatBox;
  /** Of what is stood on; of what is inside where nothing is. */
  readonly lowest: number;
  readonly highest: number;
  /** Of all that is drawn. */
  readonly bottom: number;
  readonly top: number;
  /** Above the head of who stands on the highest floor: roofs over it hide it, and nothing higher is walked on. */
  readonly cut: number;
  /** Bit set of clusters seen from there, and from those in turn, without the sky's miniature; null: all. */
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
  // A part of the floors is not where players get to.
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

/** Of the leafs that a visitor may be in. */
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

/** All that is reached from where one walks by looking on and on: a part of the map that is sealed off is not. */
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
      // Only what is new: most of a row was seen before.
      for (let bits = row[word] & ~seen[word]; bits !== 0; bits &= bits - 1) {
        add(word * 32 + 31 - Math.clz32(bits & -bits));
      }
    }
  }
  return seen;
}
