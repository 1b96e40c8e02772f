import { CONTENTS_SOLID } from "../brushes/contents.ts";
import type { PlaneTable } from "../brushes/plane-table.ts";
import { isTinyWinding, splitWinding, type Winding } from "../brushes/winding.ts";
import type { BspFace, TreeNode } from "../tree/tree.ts";

/** The leafs below a node, solid ones left out, that a face lies in or on the boundary of. */
export function listLeafsOfFace(
  root: TreeNode,
  face: BspFace,
  { normal, dist }: PlaneTable,
): TreeNode[] {
  const leafs: TreeNode[] = [];
  const stack: { node: TreeNode; winding: Winding }[] = [{ node: root, winding: face.winding }];
  for (let task = stack.pop(); task; task = stack.pop()) {
    const { node, winding } = task;
    if (!node.front || !node.back) {
      if ((node.contents & CONTENTS_SOLID) === 0) leafs.push(node);
      continue;
    }
    const at = node.plane * 3;
    let { front, back } = splitWinding(
      winding,
      normal[at],
      normal[at + 1],
      normal[at + 2],
      dist[node.plane],
    );
    if (!front && !back) {
      // On the plane: it is seen from where it looks.
      const f = face.plane * 3;
      const along =
        normal[f] * normal[at] + normal[f + 1] * normal[at + 1] + normal[f + 2] * normal[at + 2];
      if (along > 0) front = winding;
      else back = winding;
    } else if (front && back) {
      if (isTinyWinding(front)) front = null;
      else if (isTinyWinding(back)) back = null;
    }
    if (back) stack.push({ node: node.back, winding: back });
    if (front) stack.push({ node: node.front, winding: front });
  }
  return leafs;
}
