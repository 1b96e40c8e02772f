// Lists the instances that culling chose, one run per bucket (LOD of a variant), and writes the
// instance count of each draw.

import constants::CULL_GROUP_SIZE;
import package::common::cull::drawn::drawnBefore;
import package::common::cull::drawn::drawnMask;
import package::common::cull::rows::PropRow;

override isLate = false;

struct Bucket {
  // Range of rows.
  firstRow: u32,
  endRow: u32,
  // Start of the bucket's run in `ids` for the early and the late phase.
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
@group(0) @binding(3) var<storage, read> buckets: array<Bucket>;
// Bucket of each draw.
@group(0) @binding(4) var<storage, read> drawBuckets: array<u32>;
@group(0) @binding(5) var<storage, read_write> ids: array<u32>;
// Draws of the early phase, then of the late one. Only the instance count changes.
@group(0) @binding(6) var<storage, read_write> args: array<DrawArgs>;

fn instancesBefore(row: u32) -> u32 {
  return drawnBefore(row).y;
}

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(@builtin(global_invocation_id) id: vec3u) {
  let drawCount = arrayLength(&args) / 2u;
  if (id.x < drawCount) {
    let bucket = buckets[drawBuckets[id.x]];
    let draw = id.x + select(0u, drawCount, isLate);
    args[draw].instanceCount = instancesBefore(bucket.endRow) - instancesBefore(bucket.firstRow);
  }
  if (id.x >= arrayLength(&rows) || drawnMask(id.x) == 0u) {
    return;
  }
  let row = rows[id.x];
  let bucket = buckets[row.bucket];
  let place = instancesBefore(id.x) - instancesBefore(bucket.firstRow);
  ids[select(bucket.firstId, bucket.lateFirstId, isLate) + place] = row.instance;
}
