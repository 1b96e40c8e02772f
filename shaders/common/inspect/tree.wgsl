// Finds the leaf, cluster and area of a place in the map's BSP tree.

import package::common::inspect::sheet::facts;
import package::common::inspect::sheet::sheet;

// Returns the leaf that contains a place. The loop ends after as many steps as the tree has nodes.
fn leafAt(place: vec3f) -> u32 {
  var node = 0;
  for (var i = 0u; i < sheet.nodeCount; i++) {
    let at = sheet.nodes + u32(node) * 6u;
    let plane = bitcast<vec4f>(vec4u(facts[at], facts[at + 1u], facts[at + 2u], facts[at + 3u]));
    let isFront = dot(plane.xyz, place) - plane.w >= 0.0;
    node = bitcast<i32>(facts[at + select(5u, 4u, isFront)]);
    if (node < 0) {
      return u32(-1 - node);
    }
  }
  return 0u;
}

// Returns the cluster of a leaf, or -1 if the leaf is solid or outside.
fn clusterOf(leaf: u32) -> i32 {
  return bitcast<i32>(facts[sheet.leafs + leaf * 2u]);
}

fn areaOf(leaf: u32) -> i32 {
  return bitcast<i32>(facts[sheet.leafs + leaf * 2u + 1u]);
}
