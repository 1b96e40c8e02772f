import { CONTENTS_SOLID } from "../brushes/contents.ts";
import { isLeaf, type TreeNode } from "./tree.ts";

/** Makes one solid leaf of each node that parts nothing but solid space. */
export function pruneNodes(node: TreeNode): void {
  const { front, back } = node;
  if (!front || !back) return;
  pruneNodes(front);
  pruneNodes(back);
  if (!isLeaf(front) || !isLeaf(back)) return;
  if ((front.contents & back.contents & CONTENTS_SOLID) === 0) return;
  node.front = null;
  node.back = null;
  node.plane = -1;
  node.contents = CONTENTS_SOLID;
  node.brushes = [...front.brushes, ...back.brushes];
}
