// Lists the translucent chunks in view.

import constants::CULL_GROUP_SIZE;
import constants::FRAME_OCCLUSION;
import constants::SET_WORLD;
import package::common::cull::cull::isAnyClusterVisible;
import package::common::cull::cull::isBoxInFrustum;
import package::common::cull::cull::isBoxOccluded;
import package::common::view::frame::frame;
import package::common::view::frame::hasFrameFlag;
import package::common::cull::order::TranslucentRow;
import package::common::cull::order::packRow;
import package::common::cull::rank::leafRank;
import package::common::cull::rows::ChunkRow;
import package::common::cull::triangles::isKindDrawn;
import package::common::cull::triangles::triangleMask;

struct TranslucentList {
  count: atomic<u32>,
  // Number of rows of sets other than the first, see `takesTurn`.
  turns: atomic<u32>,
  rows: array<TranslucentRow>,
}

@group(2) @binding(0) var<storage, read> rows: array<ChunkRow>;
@group(2) @binding(4) var<storage, read_write> list: TranslucentList;

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(@builtin(global_invocation_id) id: vec3u) {
  let row = rows[id.x];
  let isSeen = (row.info & 0xffu) > 0u && isKindDrawn(row.info)
    && isAnyClusterVisible(row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs)
    && !(hasFrameFlag(FRAME_OCCLUSION) && isBoxOccluded(row.mins, row.maxs));
  if (!isSeen) {
    return;
  }
  let mask = triangleMask(row.firstIndex, row.info);
  if (mask == 0u) {
    return;
  }
  let away = distance((row.mins + row.maxs) * 0.5, frame.cameraPosition);
  let place = atomicAdd(&list.count, 1u);
  list.rows[place] = TranslucentRow(leafRank(row.leafLink), away, packRow(SET_WORLD, id.x), mask);
}
