// Finds the triangles of the world's solid chunks that a phase of the frame draws.

import constants::CULL_GROUP_SIZE;
import package::common::cull::cull::isAnyClusterVisible;
import package::common::cull::cull::isBoxInFrustum;
import package::common::cull::rows::ChunkRow;
import package::common::cull::found::isDrawnInPhase;
import package::common::cull::found::keepMask;
import package::common::cull::triangles::isKindDrawn;
import package::common::cull::triangles::triangleMask;

override isLate = false;

// Padded with empty rows to whole workgroups.
@group(2) @binding(0) var<storage, read> rows: array<ChunkRow>;

fn phaseMask(index: u32) -> u32 {
  let row = rows[index];
  let inView = (row.info & 0xffu) > 0u && isKindDrawn(row.info)
    && isAnyClusterVisible(row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs);
  if (!isDrawnInPhase(isLate, index, inView, row.mins, row.maxs)) {
    return 0u;
  }
  return triangleMask(row.firstIndex, row.info);
}

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) group: vec3u,
) {
  keepMask(id.x, local, group.x, phaseMask(id.x));
}
