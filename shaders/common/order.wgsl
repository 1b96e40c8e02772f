// What is drawn back to front, and where in that order it comes.

struct TreeNode {
  plane: vec4f,
  // Where the node itself hangs; NO_LINK: it is the root.
  link: u32,
  // Leaves below it on either side.
  frontLeafs: u32,
  backLeafs: u32,
}

// A surface in view.
struct OrderedRow {
  // Of its leaf, 0 is farthest.
  rank: u32,
  // From the camera to the middle of its box, inches.
  distance: f32,
  // Row of a chunk, or of a prop's mesh with ORDERED_PROP.
  row: u32,
  // Indices that it draws; of a chunk, a bit for each triangle.
  content: u32,
}

const NO_LINK = 0xffffffffu;
const ORDERED_PROP = 0x80000000u;

fn isProp(row: OrderedRow) -> bool {
  return (row.row & ORDERED_PROP) != 0u;
}

// Whether one is drawn before the other: farther leaves first, then what is farther off.
fn isBefore(a: OrderedRow, b: OrderedRow) -> bool {
  if (a.rank != b.rank) {
    return a.rank < b.rank;
  }
  if (a.distance != b.distance) {
    return a.distance > b.distance;
  }
  return a.row < b.row;
}
