// Tests the decals for a frame; see `cull-world.wgsl`. A decal is drawn whole. All decals are drawn
// in one phase, the last of the frame, so that they overlap in order.

import constants::CULL_GROUP_SIZE;
import constants::FRAME_OCCLUSION;
import package::common::cull::cull::isAnyClusterVisible;
import package::common::cull::cull::isBoxInFrustum;
import package::common::cull::cull::isBoxOccluded;
import package::common::cull::found::keepMask;
import package::common::cull::found::states;
import package::common::view::frame::hasFrameFlag;
import package::common::cull::rows::ChunkRow;
import package::common::cull::rows::ROW_IN_VIEW;

override isLate = false;

// Padded with empty rows to whole workgroups.
@group(2) @binding(0) var<storage, read> rows: array<ChunkRow>;

fn phaseMask(index: u32) -> u32 {
  let row = rows[index];
  let count = row.info & 0xffu;
  let inView = count > 0u && isAnyClusterVisible(row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs);
  states[index].flags = select(0u, ROW_IN_VIEW, inView);
  if (!inView || isLate != hasFrameFlag(FRAME_OCCLUSION)) {
    return 0u;
  }
  if (isLate && isBoxOccluded(row.mins, row.maxs)) {
    return 0u;
  }
  return 0xffffffffu >> (32u - count);
}

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) group: vec3u,
) {
  keepMask(id.x, local, group.x, phaseMask(id.x));
}
