// A leaf's rank in back-to-front order.
//
// At each node all leaves on the far side of its plane come before all on the near side. So a leaf's
// rank is the number of leaves on the far sides of those nodes that it hangs below on the near side,
// and going up from the leaf is enough to know it.

import package::common::view::frame::frame;
import package::common::cull::order::NO_LINK;
import package::common::cull::order::TreeNode;

@group(2) @binding(3) var<storage, read> nodes: array<TreeNode>;

// A link is a node's row times two, and one more on its back side.
fn leafRank(leafLink: u32) -> u32 {
  var rank = 0u;
  var link = leafLink;
  while (link != NO_LINK) {
    let node = nodes[link >> 1u];
    let isBack = (link & 1u) == 1u;
    let isCameraBack = dot(node.plane.xyz, frame.cameraPosition) < node.plane.w;
    if (isBack == isCameraBack) {
      rank += select(node.backLeafs, node.frontLeafs, isBack);
    }
    link = node.link;
  }
  return rank;
}
