// Where in the map's tree a place is.

import package::common::inspect::sheet::facts;
import package::common::inspect::sheet::sheet;

// The leaf that a place lies in. A tree is no deeper than it has nodes.
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

// -1: solid, or outside.
fn clusterOf(leaf: u32) -> i32 {
  return bitcast<i32>(facts[sheet.leafs + leaf * 2u]);
}

fn areaOf(leaf: u32) -> i32 {
  return bitcast<i32>(facts[sheet.leafs + leaf * 2u + 1u]);
}
