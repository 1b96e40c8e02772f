// Which runs of detail sprites a phase of the frame draws; see `cull-world.wgsl`. Each is drawn whole.

import constants::CULL_GROUP_SIZE;
import constants::DETAIL_FADE_MAX;
import package::common::cull::isAnyClusterVisible;
import package::common::cull::isBoxInFrustum;
import package::common::frame::frame;
import package::common::phase::choosePhase;
import package::common::prefix::inclusivePrefix;
import package::common::rows::ChunkRow;
import package::common::rows::RowState;

override isLate = false;

// Padded with empty rows to whole workgroups.
@group(2) @binding(0) var<storage, read> rows: array<ChunkRow>;
@group(2) @binding(4) var<storage, read_write> states: array<RowState>;
// Triangles and rows that each workgroup draws.
@group(2) @binding(5) var<storage, read_write> groupSums: array<vec2u>;

fn isInReach(mins: vec3f, maxs: vec3f) -> bool {
  let eye = frame.cameraPosition;
  return distance(clamp(eye, mins, maxs), eye) < DETAIL_FADE_MAX;
}

// The triangles of a row to draw in this phase.
fn phaseMask(index: u32) -> u32 {
  let row = rows[index];
  let count = row.info & 0xffu;
  let inView = count > 0u && isInReach(row.mins, row.maxs)
    && isAnyClusterVisible(row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs);
  let choice = choosePhase(isLate, states[index].flags, inView, row.mins, row.maxs);
  states[index].flags = choice.flags;
  return select(0u, 0xffffffffu >> (32u - count), choice.isDrawn);
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
