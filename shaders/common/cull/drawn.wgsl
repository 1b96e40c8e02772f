// Counts of what a phase draws before a given row. Group 0 holds the buffers of a set's compaction.

import constants::CULL_GROUP_SIZE;
import package::common::cull::rows::RowState;

@group(0) @binding(1) var<storage, read> states: array<RowState>;
@group(0) @binding(2) var<storage, read> groupSums: array<vec2u>;

// Returns the triangles (x) and rows (y) drawn before `row`. For the row after the last: the
// totals.
fn drawnBefore(row: u32) -> vec2u {
  let prefix = states[row].prefix;
  return groupSums[row / CULL_GROUP_SIZE] + vec2u(prefix & 0xffffu, prefix >> 16u);
}

// Returns one bit for each triangle of a row that is drawn.
fn drawnMask(row: u32) -> u32 {
  return states[row].mask;
}
