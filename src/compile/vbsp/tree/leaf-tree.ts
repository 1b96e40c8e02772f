import type { LeafTree } from "../../../map/types.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import { innerNodesOf, leafsOf, type TreeNode } from "./tree.ts";

/** The world's tree, whose nodes and leafs are numbered, in the form that the walks read. */
export function makeLeafTree(root: TreeNode, planes: PlaneTable): LeafTree {
  const nodes = [...innerNodesOf(root)];
  const leafs = [...leafsOf(root)];
  const child = (node: TreeNode) => (node.front ? node.row : -1 - node.row);
  const leafCount = leafs.length + 1;
  const leafCluster = new Int32Array(leafCount).fill(-1);
  const leafBox = new Float32Array(leafCount * 6);
  for (const leaf of leafs) {
    leafCluster[leaf.row] = leaf.cluster;
    if (!(leaf.mins[0] <= leaf.maxs[0])) continue;
    leafBox.set(leaf.mins, leaf.row * 6);
    leafBox.set(leaf.maxs, leaf.row * 6 + 3);
  }
  return {
    nodeCount: nodes.length,
    nodePlane: Float32Array.from(
      nodes.flatMap(({ plane }) => [
        ...planes.normal.slice(plane * 3, plane * 3 + 3),
        planes.dist[plane],
      ]),
    ),
    nodeChildren: Int32Array.from(
      nodes.flatMap(({ front, back }) => [child(front!), child(back!)]),
    ),
    leafCount,
    leafCluster,
    leafFlags: new Uint8Array(leafCount),
    leafBox,
  };
}
