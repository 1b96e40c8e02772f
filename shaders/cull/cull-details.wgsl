// Tests runs of detail sprites, or of ropes, sprites and beams (with an unlimited `reach`), for a
// phase of the frame; see `cull-world.wgsl`. A run is drawn whole.

import constants::CULL_GROUP_SIZE;
import constants::DETAIL_FADE_MAX;
import package::common::cull::cull::isAnyClusterVisible;
import package::common::cull::cull::isBoxInFrustum;
import package::common::view::frame::frame;
import package::common::cull::rows::ChunkRow;
import package::common::cull::found::isDrawnInPhase;
import package::common::cull::found::keepMask;

override isLate = false;
// Distance in inches from which nothing is visible.
override reach = DETAIL_FADE_MAX;

// Padded with empty rows to whole workgroups.
@group(2) @binding(0) var<storage, read> rows: array<ChunkRow>;

fn isInReach(mins: vec3f, maxs: vec3f) -> bool {
  let eye = frame.cameraPosition;
  return distance(clamp(eye, mins, maxs), eye) < reach;
}

fn phaseMask(index: u32) -> u32 {
  let row = rows[index];
  let count = row.info & 0xffu;
  let inView = count > 0u && isInReach(row.mins, row.maxs)
    && isAnyClusterVisible(row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs);
  let isDrawn = isDrawnInPhase(isLate, index, inView, row.mins, row.maxs);
  return select(0u, 0xffffffffu >> (32u - count), isDrawn);
}

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) group: vec3u,
) {
  keepMask(id.x, local, group.x, phaseMask(id.x));
}
