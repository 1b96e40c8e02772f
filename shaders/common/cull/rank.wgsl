// A leaf's rank in back-to-front order. At each node, all leaves on the far side of its plane come
// before all leaves on the near side. A leaf's rank is therefore the number of far-side leaves of
// those nodes that it hangs below on the near side, and walking up from the leaf finds it.

import package::common::view::frame::frame;
import package::common::cull::order::NO_LINK;
import package::common::cull::order::TreeNode;

@group(2) @binding(3) var<storage, read> nodes: array<TreeNode>;

// Returns the rank of a leaf. A link is a node's row times two, plus one on the node's back side.
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
