// What a phase's test of rows finds, kept for the compaction. Group 2: the set's buffers.

import constants::CULL_GROUP_SIZE;
import package::common::cull::phase::choosePhase;
import package::common::cull::prefix::inclusivePrefix;
import package::common::cull::rows::RowState;

@group(2) @binding(3) var<storage, read_write> states: array<RowState>;
// Triangles and rows that each workgroup draws.
@group(2) @binding(4) var<storage, read_write> groupSums: array<vec2u>;

// Whether a row, which is in the view or not, is drawn in this phase.
fn isDrawnInPhase(isLate: bool, index: u32, inView: bool, mins: vec3f, maxs: vec3f) -> bool {
  let choice = choosePhase(isLate, states[index].flags, inView, mins, maxs);
  states[index].flags = choice.flags;
  return choice.isDrawn;
}

// Keeps which triangles of a row to draw. Call it from uniform control flow.
fn keepMask(index: u32, local: u32, group: u32, mask: u32) {
  let own = countOneBits(mask) | select(0u, 1u << 16u, mask != 0u);
  let through = inclusivePrefix(local, own);
  states[index].mask = mask;
  states[index].prefix = through - own;
  if (local == CULL_GROUP_SIZE - 1u) {
    groupSums[group] = vec2u(through & 0xffffu, through >> 16u);
  }
}
