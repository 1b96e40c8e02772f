import type { Ledger } from "../../core/ledger.ts";
import type { LeafTree } from "../../map/tree.ts";

/**
 * Creates a search for the leaf, of a non-empty list, whose box is nearest to a point. It tests the
 * whole list. When the budget is exhausted, it returns the list's first leaf.
 */
export function createNearestLeaf(
  { leafBox }: LeafTree,
  leafs: Uint32Array,
  ledger: Ledger,
): (x: number, y: number, z: number) => number {
  return (x, y, z) => {
    let nearest = leafs[0];
    if (!ledger.tryTake("nearestLeafs", leafs.length)) return nearest;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < leafs.length; i++) {
      const leaf = leafs[i];
      const box = leaf * 6;
      const dx = Math.max(leafBox[box] - x, x - leafBox[box + 3], 0);
      const dy = Math.max(leafBox[box + 1] - y, y - leafBox[box + 4], 0);
      const dz = Math.max(leafBox[box + 2] - z, z - leafBox[box + 5], 0);
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared < least) {
        least = squared;
        nearest = leaf;
      }
    }
    return nearest;
  };
}
