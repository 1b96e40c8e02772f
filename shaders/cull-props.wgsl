// Which LODs of which prop instances a phase of the frame draws; see `cull-world.wgsl`.

import constants::CULL_GROUP_SIZE;
import package::common::cull::isAnyClusterVisible;
import package::common::cull::isBoxInFrustum;
import package::common::phase::choosePhase;
import package::common::prefix::inclusivePrefix;
import package::common::rows::PropRow;
import package::common::rows::RowState;
import package::common::rows::isChosen;

override isLate = false;

// Padded to whole workgroups with rows that no distance chooses.
@group(2) @binding(0) var<storage, read> rows: array<PropRow>;
@group(2) @binding(2) var<storage, read_write> states: array<RowState>;
@group(2) @binding(3) var<storage, read_write> groupSums: array<vec2u>;

fn isDrawnInPhase(index: u32) -> bool {
  let row = rows[index];
  let inView = isChosen(row) && isAnyClusterVisible(row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs);
  let choice = choosePhase(isLate, states[index].flags, inView, row.mins, row.maxs);
  states[index].flags = choice.flags;
  return choice.isDrawn;
}

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(workgroup_id) group: vec3u,
) {
  let own = select(0u, 1u, isDrawnInPhase(id.x));
  let through = inclusivePrefix(local, own);
  states[id.x].mask = own;
  states[id.x].prefix = through - own;
  if (local == CULL_GROUP_SIZE - 1u) {
    groupSums[group.x] = vec2u(through, through);
  }
}
