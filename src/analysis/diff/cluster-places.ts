/** A point in each cluster of a map, by which it is found in another version. */

import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { MapVersion } from "./open-version.ts";
import type { Point } from "./types.ts";

/** Points that are tried in a leaf's box: a leaf that is a thin wedge of it may be missed by all. */
const TRIES = 24;
/** Steps of the R3 sequence: each point falls where the ones before it left most room. */
const STEPS = [0.8191725, 0.6710436, 0.5497005] as const;

/**
 * Of each cluster; null where no point was found in it. The middle of the largest leaf of it, if that lies inside, so
 * that the place does not depend on how leafs are numbered.
 */
export function placeClusters({ bsp: { leafs }, tree, pvs }: MapVersion): (Point | null)[] {
  const places = new Array<Point | null>(pvs?.clusterCount ?? 0).fill(null);
  const sizes = new Float64Array(places.length).fill(-1);
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    const cluster = leafs.cluster[leaf];
    if (cluster < 0 || cluster >= places.length) continue;
    let size = 1;
    for (let axis = 0; axis < 3; axis++) {
      size *= Math.max(0, leafs.maxs[leaf * 3 + axis] - leafs.mins[leaf * 3 + axis]);
    }
    if (size <= sizes[cluster]) continue;
    const place = findPoint(leafs, tree, leaf);
    if (place === null) continue;
    places[cluster] = place;
    sizes[cluster] = size;
  }
  return places;
}

function findPoint(
  { mins, maxs }: MapVersion["bsp"]["leafs"],
  tree: MapVersion["tree"],
  leaf: number,
): Point | null {
  const at = (axis: number, share: number) =>
    mins[leaf * 3 + axis] + share * (maxs[leaf * 3 + axis] - mins[leaf * 3 + axis]);
  for (let i = 0; i < TRIES; i++) {
    // The first is the middle.
    const share = (axis: number) => (0.5 + i * STEPS[axis]) % 1;
    const point: Point = [at(0, share(0)), at(1, share(1)), at(2, share(2))];
    if (findLeaf(tree, ...point) === leaf) return point;
  }
  return null;
}
