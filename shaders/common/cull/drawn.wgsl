// How much of a phase is drawn before a row. Group 0: what a set's rows are compacted with.

import constants::CULL_GROUP_SIZE;
import package::common::cull::rows::RowState;

@group(0) @binding(1) var<storage, read> states: array<RowState>;
@group(0) @binding(2) var<storage, read> groupSums: array<vec2u>;

// Triangles and rows; for the row after the last, all.
fn drawnBefore(row: u32) -> vec2u {
  let prefix = states[row].prefix;
  return groupSums[row / CULL_GROUP_SIZE] + vec2u(prefix & 0xffffu, prefix >> 16u);
}

// A bit for each triangle of a row.
fn drawnMask(row: u32) -> u32 {
  return states[row].mask;
}
