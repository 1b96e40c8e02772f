// Which triangles of the world's unordered chunks a phase of the frame draws.
//
// Early: what was visible last frame. Late, when the depth pyramid of that is there: what else is
// not hidden. Without occlusion, early draws all that is in view.

import constants::CULL_GROUP_SIZE;
import constants::FRAME_OCCLUSION;
import package::common::cull::isAnyClusterVisible;
import package::common::cull::isBoxInFrustum;
import package::common::cull::isBoxOccluded;
import package::common::frame::hasFrameFlag;
import package::common::prefix::inclusivePrefix;
import package::common::rows::ChunkRow;
import package::common::rows::ROW_IN_VIEW;
import package::common::rows::ROW_WAS_VISIBLE;
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
  let wasVisible = (states[index].flags & ROW_WAS_VISIBLE) != 0u;
  let inView = (row.info & 0xffu) > 0u && isKindDrawn(row.info)
    && isAnyClusterVisible(row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs);
  var isDrawn = inView;
  var flags = select(0u, ROW_IN_VIEW, inView);
  if (hasFrameFlag(FRAME_OCCLUSION)) {
    if (isLate) {
      let isVisible = inView && !isBoxOccluded(row.mins, row.maxs);
      flags |= select(0u, ROW_WAS_VISIBLE, isVisible);
      isDrawn = isVisible && !wasVisible;
    } else {
      flags |= select(0u, ROW_WAS_VISIBLE, wasVisible);
      isDrawn = inView && wasVisible;
    }
  }
  states[index].flags = flags;
  if (!isDrawn) {
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
