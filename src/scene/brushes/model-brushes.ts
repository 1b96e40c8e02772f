/** Keeps the brushes of brush entities, which a simulation asks for later, without the world's. */

import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";

/**
 * Returns the brushes with the sides of those alone that lie in models other than the world. The
 * rows of brushes stay; world brushes have no sides.
 */
export function keepModelSides(
  { models, nodes, leafs }: Pick<BspWorld, "models" | "nodes" | "leafs">,
  brushes: Brushes,
): Brushes {
  const isKept = new Uint8Array(brushes.count);
  const isSeen = new Uint8Array(nodes.count);
  const stack = [...models.headNode.subarray(1, models.count)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node >= 0) {
      if (isSeen[node] === 1) continue;
      isSeen[node] = 1;
      stack.push(nodes.children[node * 2], nodes.children[node * 2 + 1]);
      continue;
    }
    const first = leafs.firstLeafBrush[-1 - node];
    const end = Math.min(first + leafs.leafBrushCount[-1 - node], brushes.leafBrushes.length);
    for (let i = first; i < end; i++) isKept[brushes.leafBrushes[i]] = 1;
  }
  const firstSide = new Int32Array(brushes.count);
  const sideCount = new Int32Array(brushes.count);
  const sides: number[] = [];
  for (let brush = 0; brush < brushes.count; brush++) {
    firstSide[brush] = sides.length;
    if (isKept[brush] === 0) continue;
    sideCount[brush] = brushes.sideCount[brush];
    for (let i = 0; i < sideCount[brush]; i++) sides.push(brushes.firstSide[brush] + i);
  }
  return {
    ...brushes,
    ...{ firstSide, sideCount },
    sidePlane: Uint32Array.from(sides, (side) => brushes.sidePlane[side]),
    sideTexInfo: Int32Array.from(sides, (side) => brushes.sideTexInfo[side]),
    sideIsBevel: Uint8Array.from(sides, (side) => brushes.sideIsBevel[side]),
  };
}
