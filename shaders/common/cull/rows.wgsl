// Rows that culling tests, and the state it keeps of them for compaction.

import package::common::cull::views::view;
import package::common::cull::views::viewMetricAt;
import package::common::cull::views::views;

// A chunk of the world.
struct ChunkRow {
  mins: vec3f,
  firstIndex: u32,
  maxs: vec3f,
  // Number of triangles, kind and CHUNK_* flags.
  info: u32,
  firstCluster: u32,
  clusterCount: u32,
  batch: u32,
  // Link of its leaf in the tree, see `rank.wgsl`.
  leafLink: u32,
}

// One LOD of an instance of a model.
struct PropRow {
  mins: vec3f,
  instance: u32,
  maxs: vec3f,
  bucket: u32,
  // Origin of the instance, by which its LOD is chosen.
  origin: vec3f,
  // Distance in inches beyond which the instance is hidden. If negative, the instance fades by
  // screen size: it is hidden from this LOD metric (negated) on, measured at the middle of its box.
  fadeMax: f32,
  firstCluster: u32,
  clusterCount: u32,
  // This LOD is drawn for LOD metrics from `lodBegin` up to, but not including, `lodEnd`.
  lodBegin: f32,
  lodEnd: f32,
}

// Culling state of a row.
struct RowState {
  // One bit per triangle to draw in this phase. A prop counts as one triangle: the first bit.
  mask: u32,
  // Sums over the earlier rows of its workgroup: triangles in the low half, rows in the high half.
  prefix: u32,
  // ROW_* flags.
  flags: u32,
}

// The row was in view and not hidden when it was last tested.
const ROW_WAS_VISIBLE = 1u;
// The row is in a visible cluster and in the frustum.
const ROW_IN_VIEW = 2u;

// Returns true if the instance is near enough and this LOD is the one to draw.
fn isChosen(row: PropRow) -> bool {
  let middle = (row.mins + row.maxs) * 0.5;
  let metric = viewMetricAt(row.origin);
  if (metric < row.lodBegin || metric >= row.lodEnd) {
    return false;
  }
  if (row.fadeMax < 0.0) {
    return viewMetricAt(middle) < -row.fadeMax;
  }
  return distance(middle, views[view].frame.cameraPosition) <= row.fadeMax;
}
