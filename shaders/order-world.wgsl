// Lists the chunks in view that are drawn back to front.

import constants::CULL_GROUP_SIZE;
import constants::FRAME_OCCLUSION;
import package::common::cull::isAnyClusterVisible;
import package::common::cull::isBoxInFrustum;
import package::common::cull::isBoxOccluded;
import package::common::frame::frame;
import package::common::frame::hasFrameFlag;
import package::common::order::OrderedRow;
import package::common::rank::leafRank;
import package::common::rows::ChunkRow;
import package::common::triangles::isKindDrawn;
import package::common::triangles::triangleMask;

struct OrderedList {
  count: atomic<u32>,
  propCount: atomic<u32>,
  rows: array<OrderedRow>,
}

@group(2) @binding(0) var<storage, read> rows: array<ChunkRow>;
@group(2) @binding(5) var<storage, read_write> list: OrderedList;

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
  list.rows[place] = OrderedRow(leafRank(row.leafLink), away, id.x, mask);
}
