import { CONTENTS_LIQUID, CONTENTS_SOLID } from "../brushes/contents.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import type { WaterLeaf } from "../parts/index.ts";
import { across, leafsOf, type TreeNode } from "./tree.ts";

/** The leafs of a numbered tree that hold water or slime, for `buildLeafWaterData`. */
export function listWaterLeafs(
  root: TreeNode,
  planes: PlaneTable,
  useTexInfo: (row: number) => number,
): WaterLeaf[] {
  const list: WaterLeaf[] = [];
  for (const leaf of leafsOf(root)) {
    const liquid = leaf.contents & CONTENTS_LIQUID;
    if (liquid === 0 || (leaf.contents & CONTENTS_SOLID) !== 0) continue;
    let surface: WaterLeaf["surface"] = null;
    const neighbors: number[] = [];
    for (const portal of leaf.portals) {
      const other = across(portal, leaf);
      if (!portal.onNode || (other.contents & CONTENTS_SOLID) !== 0) continue;
      if ((other.contents & CONTENTS_LIQUID) === liquid) {
        neighbors.push(other.row);
        continue;
      }
      const { plane } = portal.onNode;
      const isLevel = planes.normal[plane * 3 + 2] === 1 && portal.back === leaf;
      if (!isLevel || !portal.side || (other.contents & CONTENTS_LIQUID) !== 0) continue;
      surface = { z: planes.dist[plane], texinfo: useTexInfo(portal.side.texInfo) };
    }
    list.push({ leaf: leaf.row, minZ: leaf.mins[2], maxZ: leaf.maxs[2], surface, neighbors });
  }
  return list;
}
