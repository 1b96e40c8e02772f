// A leaf's rank in back-to-front order. At each node, all leaves on the far side of its plane come
// before all leaves on the near side. A leaf's rank is therefore the number of far-side leaves of
// those nodes that it hangs below on the near side, and walking up from the leaf finds it.

import package::common::cull::order::NO_LINK;
import package::common::cull::order::TreeNode;
import package::common::cull::tables::tables;
import package::common::cull::views::view;
import package::common::cull::views::views;

// Returns a row of the tree whose nodes start at vector `nodes` of the table.
fn nodeAt(nodes: u32, row: u32) -> TreeNode {
  let links = tables[nodes + row * 2u + 1u];
  return TreeNode(bitcast<vec4f>(tables[nodes + row * 2u]), links.x, links.y, links.z);
}

// Returns the rank of a leaf. A link is a node's row times two, plus one on the node's back side.
fn leafRank(nodes: u32, leafLink: u32) -> u32 {
  var rank = 0u;
  var link = leafLink;
  while (link != NO_LINK) {
    let node = nodeAt(nodes, link >> 1u);
    let isBack = (link & 1u) == 1u;
    let isCameraBack = dot(node.plane.xyz, views[view].frame.cameraPosition) < node.plane.w;
    if (isBack == isCameraBack) {
      rank += select(node.backLeafs, node.frontLeafs, isBack);
    }
    link = node.link;
  }
  return rank;
}
