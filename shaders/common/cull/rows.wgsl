// The rows that culling tests and the counts it leaves for compaction.

import package::common::view::frame::frame;
import package::common::view::frame::metricAt;

// A chunk of the world.
struct ChunkRow {
  mins: vec3f,
  firstIndex: u32,
  maxs: vec3f,
  // Triangles, kind, CHUNK_* flags.
  info: u32,
  firstCluster: u32,
  clusterCount: u32,
  batch: u32,
  // Where its leaf hangs in the tree, see `rank.wgsl`.
  leafLink: u32,
}

// One LOD of an instance of a model.
struct PropRow {
  mins: vec3f,
  instance: u32,
  maxs: vec3f,
  bucket: u32,
  // Of the instance, by which its LOD is chosen.
  origin: vec3f,
  // Inches, beyond which the instance is not drawn; below 0, of what fades by its size alone: the LOD metric at the
  // middle of its box from which on it is not.
  fadeMax: f32,
  firstCluster: u32,
  clusterCount: u32,
  // LOD metrics from which, and up to which, this LOD is the one that is drawn.
  lodBegin: f32,
  lodEnd: f32,
}

// What a frame found of a row.
struct RowState {
  // A bit for each triangle to draw in this phase; of a prop, which counts as one, the first bit.
  mask: u32,
  // What the workgroup's rows before this one draw: triangles in the low half, rows in the high one.
  prefix: u32,
  // ROW_*
  flags: u32,
}

// The last frame that looked found it in view and not hidden.
const ROW_WAS_VISIBLE = 1u;
// In a visible cluster and in the view.
const ROW_IN_VIEW = 2u;

// Whether the instance is near enough, and at a distance at which this LOD is drawn.
fn isChosen(row: PropRow) -> bool {
  let middle = (row.mins + row.maxs) * 0.5;
  let metric = metricAt(row.origin);
  if (metric < row.lodBegin || metric >= row.lodEnd) {
    return false;
  }
  if (row.fadeMax < 0.0) {
    return metricAt(middle) < -row.fadeMax;
  }
  return distance(middle, frame.cameraPosition) <= row.fadeMax;
}
