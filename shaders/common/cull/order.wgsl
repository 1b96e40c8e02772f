// Back-to-front order of translucent surfaces.

import constants::SET_SHIFT;
import package::common::cull::tables::tables;

struct TreeNode {
  plane: vec4f,
  // Link of the node to its parent, or NO_LINK for the root.
  link: u32,
  // Number of leaves below the node on each side.
  frontLeafs: u32,
  backLeafs: u32,
}

// A translucent surface in view.
struct TranslucentRow {
  // Back-to-front rank of its leaf; 0 is the farthest.
  rank: u32,
  // Inches from the camera to the middle of its box.
  distance: f32,
  // Draw set number in the bits from SET_SHIFT on, row within that set below.
  row: u32,
  // Data of the set: one bit per triangle for a chunk, the number of indices for a prop's mesh.
  content: u32,
}

// A translucent mesh of a prop.
struct TranslucentMesh {
  leafLink: u32,
  firstIndex: u32,
  indexCount: u32,
  // Batch of meshes that share a draw.
  batch: u32,
}

fn meshAt(meshes: u32, row: u32) -> TranslucentMesh {
  let mesh = tables[meshes + row];
  return TranslucentMesh(mesh.x, mesh.y, mesh.z, mesh.w);
}

const NO_LINK = 0xffffffffu;

fn packRow(drawSet: u32, row: u32) -> u32 {
  return (drawSet << SET_SHIFT) | row;
}

fn setOf(entry: TranslucentRow) -> u32 {
  return entry.row >> SET_SHIFT;
}

fn rowOf(entry: TranslucentRow) -> u32 {
  return entry.row & ((1u << SET_SHIFT) - 1u);
}

// Returns true if `a` is drawn before `b`: farther leaves first, then the greater distance.
fn isBefore(a: TranslucentRow, b: TranslucentRow) -> bool {
  if (a.rank != b.rank) {
    return a.rank < b.rank;
  }
  if (a.distance != b.distance) {
    return a.distance > b.distance;
  }
  return a.row < b.row;
}

// Two sets cannot share a draw, so the list is drawn in slots: each slot draws the first set's
// surfaces, then those of the next set, and so on. A surface of any set but the first takes a turn:
// surfaces after it go into the next slot. If there are more turns than slots, the farthest turns
// share the first slot.
fn takesTurn(entry: TranslucentRow) -> bool {
  return setOf(entry) != 0u;
}

// Returns the slot of a surface with `turnsBefore` turns before it, out of `turns` in the list.
fn slotAfter(turnsBefore: u32, turns: u32, slotCount: u32) -> u32 {
  let merged = max(turns, slotCount - 1u) - (slotCount - 1u);
  return max(turnsBefore, merged) - merged;
}
