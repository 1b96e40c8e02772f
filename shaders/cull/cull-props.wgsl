// Tests the LODs of prop instances for a phase of the frame; see `cull-world.wgsl`.

import constants::CULL_GROUP_SIZE;
import package::common::cull::cull::isAnyClusterVisible;
import package::common::cull::cull::isBoxInFrustum;
import package::common::cull::rows::PropRow;
import package::common::cull::rows::isChosen;
import package::common::cull::found::isDrawnInPhase;
import package::common::cull::found::keepMask;

override isLate = false;

// Padded to whole workgroups with rows that no distance chooses.
@group(2) @binding(0) var<storage, read> rows: array<PropRow>;

fn phaseMask(index: u32) -> u32 {
  let row = rows[index];
  let inView = isChosen(row) && isAnyClusterVisible(row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs);
  return select(0u, 1u, isDrawnInPhase(isLate, index, inView, row.mins, row.maxs));
}

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) group: vec3u,
) {
  keepMask(id.x, local, group.x, phaseMask(id.x));
}
