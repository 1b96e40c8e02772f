import type { LeafTree } from "../map/tree.ts";

/** The leaf of a list, which is not empty, whose box is nearest to a point. */
export function findNearestLeaf(
  { leafBox }: LeafTree,
  leafs: Uint32Array,
  x: number,
  y: number,
  z: number,
): number {
  let nearest = leafs[0];
  let least = Number.POSITIVE_INFINITY;
  for (const leaf of leafs) {
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
}
