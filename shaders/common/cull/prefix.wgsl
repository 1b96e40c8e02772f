// Prefix sums over a workgroup's rows.

import constants::CULL_GROUP_SIZE;

var<workgroup> sums: array<u32, CULL_GROUP_SIZE>;

// Returns the sum of `value` over the rows up to and including this one. Call from uniform control
// flow.
fn inclusivePrefix(row: u32, value: u32) -> u32 {
  sums[row] = value;
  workgroupBarrier();
  for (var step = 1u; step < CULL_GROUP_SIZE; step *= 2u) {
    var before = 0u;
    if (row >= step) {
      before = sums[row - step];
    }
    workgroupBarrier();
    sums[row] += before;
    workgroupBarrier();
  }
  return sums[row];
}
