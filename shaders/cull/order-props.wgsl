// Lists the translucent meshes of props in view, see `order-world.wgsl`.

import constants::CULL_GROUP_SIZE;
import constants::FRAME_OCCLUSION;
import constants::SET_PROPS;
import package::common::cull::cull::isAnyClusterVisible;
import package::common::cull::cull::isBoxInFrustum;
import package::common::cull::cull::isBoxOccluded;
import package::common::view::frame::frame;
import package::common::view::frame::hasFrameFlag;
import package::common::cull::order::TranslucentRow;
import package::common::cull::order::packRow;
import package::common::cull::rank::leafRank;
import package::common::cull::rows::PropRow;
import package::common::cull::rows::isChosen;

struct TranslucentList {
  count: atomic<u32>,
  turns: atomic<u32>,
  rows: array<TranslucentRow>,
}

struct TranslucentMesh {
  leafLink: u32,
  firstIndex: u32,
  indexCount: u32,
  // Batch of meshes that share a draw.
  batch: u32,
}

@group(2) @binding(0) var<storage, read> rows: array<PropRow>;
@group(2) @binding(2) var<storage, read> meshes: array<TranslucentMesh>;
@group(2) @binding(4) var<storage, read_write> list: TranslucentList;

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(@builtin(global_invocation_id) id: vec3u) {
  let row = rows[id.x];
  let isSeen = isChosen(row) && isAnyClusterVisible(row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs)
    && !(hasFrameFlag(FRAME_OCCLUSION) && isBoxOccluded(row.mins, row.maxs));
  if (!isSeen) {
    return;
  }
  let away = distance((row.mins + row.maxs) * 0.5, frame.cameraPosition);
  let mesh = meshes[id.x];
  let rank = leafRank(mesh.leafLink);
  atomicAdd(&list.turns, 1u);
  let place = atomicAdd(&list.count, 1u);
  list.rows[place] = TranslucentRow(rank, away, packRow(SET_PROPS, id.x), mesh.indexCount);
}
