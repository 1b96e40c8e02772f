// What is drawn back to front, and where in that order it comes.

import constants::SET_SHIFT;

struct TreeNode {
  plane: vec4f,
  // Where the node itself hangs; NO_LINK: it is the root.
  link: u32,
  // Leaves below it on either side.
  frontLeafs: u32,
  backLeafs: u32,
}

// A surface in view.
struct TranslucentRow {
  // Of its leaf, 0 is farthest.
  rank: u32,
  // From the camera to the middle of its box, inches.
  distance: f32,
  // Number of its draw set, from SET_SHIFT on, and row in that.
  row: u32,
  // The set's own: of a chunk a bit for each triangle, of a prop's mesh how many indices.
  content: u32,
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

// Whether one is drawn before the other: farther leaves first, then what is farther off.
fn isBefore(a: TranslucentRow, b: TranslucentRow) -> bool {
  if (a.rank != b.rank) {
    return a.rank < b.rank;
  }
  if (a.distance != b.distance) {
    return a.distance > b.distance;
  }
  return a.row < b.row;
}

// Sets cannot share a draw. So there are slots, drawn one after the other: in each the first set's
// surfaces, then those of the next one, and so on. A surface of any set but the first takes a turn:
// what comes after it is in the next slot. Where there are more turns than slots, the farthest share
// the first.
fn takesTurn(entry: TranslucentRow) -> bool {
  return setOf(entry) != 0u;
}

// The slot of a surface with so many turns before it, of all that are listed.
fn slotAfter(turnsBefore: u32, turns: u32, slotCount: u32) -> u32 {
  let merged = max(turns, slotCount - 1u) - (slotCount - 1u);
  return max(turnsBefore, merged) - merged;
}
