/** What closed area portals hide: the clusters of areas that no open portal leads to. */

import { createBitSet, hasBit, setBit } from "../core/bit-set.ts";
import type { MapAreas } from "../map/areas.ts";
import type { LeafTree } from "../map/tree.ts";

/** The areas of a map, and room to walk them: made once for a map. */
export interface AreaWalk extends Pick<MapAreas, "leafArea"> {
  /**
   * Leaves out of a set of clusters those that closed portals hide.
   * @param area where the eye is; 0, or one that is not there: nothing is hidden
   */
  readonly hide: (tree: LeafTree, area: number, clusters: Uint32Array) => void;
}

interface Walk {
  readonly areas: MapAreas;
  readonly reached: Uint32Array;
  readonly stack: Int32Array;
  /** Clusters of which a leaf lies in an area that is reached, or in none. */
  open: Uint32Array;
}

/** A walk is an object of its own, so that who asks one need not fetch this. */
export function createAreaWalk(areas: MapAreas): AreaWalk {
  const walk: Walk = {
    areas,
    reached: createBitSet(areas.areaCount),
    stack: new Int32Array(areas.areaCount),
    open: new Uint32Array(0),
  };
  return {
    leafArea: areas.leafArea,
    hide: (tree, area, clusters) => hideClosedAreas(walk, tree, area, clusters),
  };
}

/** Marks the areas that open portals lead to from one, itself included. */
function reachAreas({ areas, reached, stack }: Walk, area: number): void {
  reached.fill(0);
  setBit(reached, area);
  let depth = 0;
  stack[depth++] = area;
  while (depth > 0) {
    const from = stack[--depth];
    const end = areas.firstPortal[from] + areas.portalCount[from];
    for (let portal = areas.firstPortal[from]; portal < end; portal++) {
      const other = areas.otherArea[portal];
      if (areas.isOpen[portal] === 0 || hasBit(reached, other)) continue;
      setBit(reached, other);
      stack[depth++] = other;
    }
  }
}

function hideClosedAreas(
  walk: Walk,
  { leafCluster }: LeafTree,
  area: number,
  clusters: Uint32Array,
): void {
  const { areas, reached } = walk;
  if (area <= 0 || area >= areas.areaCount) return;
  reachAreas(walk, area);
  if (walk.open.length !== clusters.length) walk.open = new Uint32Array(clusters.length);
  const { open } = walk;
  open.fill(0);
  for (let leaf = 0; leaf < areas.leafArea.length; leaf++) {
    const own = areas.leafArea[leaf];
    const isHidden = own > 0 && own < areas.areaCount && !hasBit(reached, own);
    if (leafCluster[leaf] >= 0 && !isHidden) setBit(open, leafCluster[leaf]);
  }
  for (let word = 0; word < clusters.length; word++) clusters[word] &= open[word];
}
