// Turns each workgroup's sums into the sums of all workgroups before it. Runs in one workgroup. The
// last element, after those of the workgroups, becomes the total.

import constants::CULL_GROUP_SIZE;

@group(0) @binding(0) var<storage, read_write> groupSums: array<vec2u>;

var<workgroup> sums: array<vec2u, CULL_GROUP_SIZE>;

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(@builtin(local_invocation_index) local: u32) {
  let count = arrayLength(&groupSums) - 1u;
  var base = vec2u(0u);
  for (var block = 0u; block < count; block += CULL_GROUP_SIZE) {
    let index = block + local;
    var own = vec2u(0u);
    if (index < count) {
      own = groupSums[index];
    }
    sums[local] = own;
    workgroupBarrier();
    for (var step = 1u; step < CULL_GROUP_SIZE; step *= 2u) {
      var before = vec2u(0u);
      if (local >= step) {
        before = sums[local - step];
      }
      workgroupBarrier();
      sums[local] += before;
      workgroupBarrier();
    }
    if (index < count) {
      groupSums[index] = base + sums[local] - own;
    }
    base += sums[CULL_GROUP_SIZE - 1u];
    workgroupBarrier();
  }
  if (local == 0u) {
    groupSums[count] = base;
  }
}
