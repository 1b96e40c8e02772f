/** Which leafs the map's entities can reach: the inside. What they cannot becomes solid. */

import type { VmfEntity } from "../../../formats/vmf/types.ts";
import { CONTENTS_SOLID } from "../brushes/contents.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import { readOrigin } from "../brushes/read-origin.ts";
import { findLeakPath, LeakError } from "./leak.ts";
import { across, findLeaf, leafsOf, type TreeNode, type VbspTree } from "./tree.ts";

/**
 * Floods from the entities through all that is not solid, and sets `occupied`. False if no entity
 * is in the open. Throws LeakError if the flood reaches the outside.
 */
export function floodEntities(
  tree: VbspTree,
  entities: readonly VmfEntity[],
  planes: PlaneTable,
): boolean {
  const starts = new Map<TreeNode, VmfEntity>();
  for (const entity of entities) {
    const origin = readOrigin(entity);
    if (origin.every((value) => value === 0)) continue;
    // An entity that stands on a floor is not in it.
    const leaf = findLeaf(tree.root, origin[0], origin[1], origin[2] + 1, planes);
    if ((leaf.contents & CONTENTS_SOLID) === 0 && !starts.has(leaf)) starts.set(leaf, entity);
  }
  let reached = [...starts.keys()];
  for (const leaf of reached) leaf.occupied = 1;
  for (let distance = 2; reached.length > 0; distance++) {
    const next: TreeNode[] = [];
    for (const leaf of reached) {
      if (leaf === tree.outside) continue;
      for (const portal of leaf.portals) {
        const other = across(portal, leaf);
        if (other.occupied !== 0 || (other.contents & CONTENTS_SOLID) !== 0) continue;
        other.occupied = distance;
        next.push(other);
      }
    }
    reached = next;
  }
  if (tree.outside.occupied > 0) throwLeak(tree, starts);
  return starts.size > 0;
}

function throwLeak(tree: VbspTree, starts: ReadonlyMap<TreeNode, VmfEntity>): never {
  const { entity, points } = findLeakPath(tree.outside, starts);
  const origin = readOrigin(entity!);
  throw new LeakError(entity!, Float64Array.from([...points, ...origin]));
}

/** Makes solid what no entity reaches, so that it has no faces and no clusters. */
export function fillOutside(tree: VbspTree): void {
  for (const leaf of leafsOf(tree.root)) {
    if (leaf.occupied === 0) leaf.contents = CONTENTS_SOLID;
  }
}
