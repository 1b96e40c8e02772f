// Which triangles of the world's solid chunks a phase of the frame draws.

import constants::CULL_GROUP_SIZE;
import package::common::cull::isAnyClusterVisible;
import package::common::cull::isBoxInFrustum;
import package::common::phase::choosePhase;
import package::common::prefix::inclusivePrefix;
import package::common::rows::ChunkRow;
import package::common::rows::RowState;
import package::common::triangles::isKindDrawn;
import package::common::triangles::triangleMask;

override isLate = false;

// Padded with empty rows to whole workgroups.
@group(2) @binding(0) var<storage, read> rows: array<ChunkRow>;
@group(2) @binding(4) var<storage, read_write> states: array<RowState>;
// Triangles and rows that each workgroup draws.
@group(2) @binding(5) var<storage, read_write> groupSums: array<vec2u>;

// The triangles of a row to draw in this phase.
fn phaseMask(index: u32) -> u32 {
  let row = rows[index];
  let inView = (row.info & 0xffu) > 0u && isKindDrawn(row.info)
    && isAnyClusterVisible(row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs);
  let choice = choosePhase(isLate, states[index].flags, inView, row.mins, row.maxs);
  states[index].flags = choice.flags;
  if (!choice.isDrawn) {
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
  let mask = phaseMask(id.x);
  let own = countOneBits(mask) | select(0u, 1u << 16u, mask != 0u);
  let through = inclusivePrefix(local, own);
  states[id.x].mask = mask;
  states[id.x].prefix = through - own;
  if (local == CULL_GROUP_SIZE - 1u) {
    groupSums[group.x] = vec2u(through & 0xffffu, through >> 16u);
  }
}
