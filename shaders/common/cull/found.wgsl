// Stores the results of a phase's row test for the compaction. A row's state has the number
// of the thread that tests it.

import constants::CULL_GROUP_SIZE;
import package::common::cull::phase::choosePhase;
import package::common::cull::prefix::inclusivePrefix;
import package::common::cull::rows::RowState;

@group(1) @binding(3) var<storage, read_write> states: array<RowState>;
// Triangles and rows drawn by each workgroup.
@group(1) @binding(4) var<storage, read_write> groupSums: array<vec2u>;

// Returns true if the row is drawn in this phase, and updates its ROW_* flags.
fn isDrawnInPhase(isLate: bool, hasOcclusion: bool, index: u32, inView: bool, isVisible: bool) -> bool {
  let choice = choosePhase(isLate, hasOcclusion, states[index].flags, inView, isVisible);
  states[index].flags = choice.flags;
  return choice.isDrawn;
}

// Stores the mask of the triangles to draw and its prefix sum. Call from uniform control flow.
fn keepMask(index: u32, local: u32, group: u32, mask: u32) {
  let own = countOneBits(mask) | select(0u, 1u << 16u, mask != 0u);
  let through = inclusivePrefix(local, own);
  states[index].mask = mask;
  states[index].prefix = through - own;
  if (local == CULL_GROUP_SIZE - 1u) {
    groupSums[group] = vec2u(through & 0xffffu, through >> 16u);
  }
}
