// Lists the instances that culling chose, a run for each LOD of each variant (a bucket), and writes
// how many of them each draw shows.

import constants::CULL_GROUP_SIZE;
import package::common::rows::PropRow;
import package::common::rows::RowState;

override isLate = false;

struct Bucket {
  // Run of rows.
  firstRow: u32,
  endRow: u32,
  // Start of its run of `ids`, early and late.
  firstId: u32,
  lateFirstId: u32,
}

struct DrawArgs {
  indexCount: u32,
  instanceCount: u32,
  firstIndex: u32,
  baseVertex: u32,
  firstInstance: u32,
}

@group(0) @binding(0) var<storage, read> rows: array<PropRow>;
@group(0) @binding(1) var<storage, read> states: array<RowState>;
@group(0) @binding(2) var<storage, read> groupSums: array<vec2u>;
@group(0) @binding(3) var<storage, read> buckets: array<Bucket>;
// Bucket of each draw.
@group(0) @binding(4) var<storage, read> drawBuckets: array<u32>;
@group(0) @binding(5) var<storage, read_write> ids: array<u32>;
// Of the early phase, then of the late one; only the instance count changes.
@group(0) @binding(6) var<storage, read_write> args: array<DrawArgs>;

fn drawnBefore(row: u32) -> u32 {
  return groupSums[row / CULL_GROUP_SIZE].x + states[row].prefix;
}

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(@builtin(global_invocation_id) id: vec3u) {
  let drawCount = arrayLength(&args) / 2u;
  if (id.x < drawCount) {
    let bucket = buckets[drawBuckets[id.x]];
    let draw = id.x + select(0u, drawCount, isLate);
    args[draw].instanceCount = drawnBefore(bucket.endRow) - drawnBefore(bucket.firstRow);
  }
  if (id.x >= arrayLength(&rows) || states[id.x].mask == 0u) {
    return;
  }
  let row = rows[id.x];
  let bucket = buckets[row.bucket];
  let place = drawnBefore(id.x) - drawnBefore(bucket.firstRow);
  ids[select(bucket.firstId, bucket.lateFirstId, isLate) + place] = row.instance;
}
