// The table of what a camera's views cull: parts (a draw set's rows in one view), their rows, and
// everything else about them that does not change from frame to frame. `cull-table.ts` packs it.

import constants::IN_GEOMETRY;
import constants::PART_VECTORS;
import package::common::cull::rows::ChunkRow;
import package::common::cull::rows::PropRow;

struct Part {
  // PART_*.
  kind: u32,
  drawSet: u32,
  // Slot of the view.
  view: u32,
  // First row, in vectors of `tables`.
  rows: u32,
  // First word of the clusters that the rows refer to.
  clusters: u32,
  // Batches or buckets, in vectors. For translucent parts: word of the batches' starts.
  batches: u32,
  // First of the workgroups that test the part.
  firstGroup: u32,
  // First word of the draws' arguments, and words from there to those of the late phase.
  args: u32,
  lateArgs: u32,
  // First word of the part's lists of indices or instances, and words from there to those of the late
  // phase.
  lists: u32,
  lateLists: u32,
  // First word of the index list that rows refer to, or IN_GEOMETRY.
  indices: u32,
  // First word of the draws, sorted by bucket.
  draws: u32,
  // Distance in inches from which nothing is visible.
  reach: f32,
  // The fields from here on are for translucent parts. First vectors of the leaf tree's nodes and of
  // the meshes.
  nodes: u32,
  meshes: u32,
  batchCount: u32,
  slotCount: u32,
  // Number of the view's list, its first row, and the room for vertices.
  list: u32,
  listRows: u32,
  capacity: u32,
  // Number of workgroups that take turns at the listed meshes.
  pullGroups: u32,
  pad0: u32,
  pad1: u32,
}

// A workgroup's part, and its number among the part's workgroups.
struct PartGroup {
  part: u32,
  turn: u32,
}

// First vector: number of workgroups that test and that compact, and the first words of their
// lists.
@group(1) @binding(0) var<storage, read> tables: array<vec4u>;

struct Phase {
  isLate: u32,
}

@group(1) @binding(1) var<uniform> phase: Phase;

// Vertices, each starting with its position as three floats, followed by indices. Rows count their
// first index in words from the start of this buffer.
@group(1) @binding(2) var<storage, read> geometry: array<u32>;

fn tableWord(index: u32) -> u32 {
  return tables[index >> 2u][index & 3u];
}

fn partGroup(firstWord: u32, group: u32) -> PartGroup {
  let word = tableWord(firstWord + group);
  return PartGroup(word & 0xffu, word >> 8u);
}

fn partAt(index: u32) -> Part {
  let at = 1u + index * PART_VECTORS;
  let a = tables[at];
  let b = tables[at + 1u];
  let c = tables[at + 2u];
  let d = tables[at + 3u];
  let e = tables[at + 4u];
  let f = tables[at + 5u];
  return Part(
    a.x, a.y, a.z, a.w,
    b.x, b.y, b.z, b.w,
    c.x, c.y, c.z, c.w,
    d.x, bitcast<f32>(d.y), d.z, d.w,
    e.x, e.y, e.z, e.w,
    f.x, f.y, f.z, f.w,
  );
}

fn chunkRow(part: Part, row: u32) -> ChunkRow {
  let at = part.rows + row * 3u;
  let a = tables[at];
  let b = tables[at + 1u];
  let c = tables[at + 2u];
  return ChunkRow(bitcast<vec3f>(a.xyz), a.w, bitcast<vec3f>(b.xyz), b.w, c.x, c.y, c.z, c.w);
}

fn propRow(part: Part, row: u32) -> PropRow {
  let at = part.rows + row * 4u;
  let a = tables[at];
  let b = tables[at + 1u];
  let c = tables[at + 2u];
  let d = tables[at + 3u];
  let lod = bitcast<vec2f>(d.zw);
  return PropRow(
    bitcast<vec3f>(a.xyz), a.w,
    bitcast<vec3f>(b.xyz), b.w,
    bitcast<vec3f>(c.xyz), bitcast<f32>(c.w),
    d.x, d.y, lod.x, lod.y,
  );
}

// Returns an entry of the index list that a part's rows refer to.
fn indexAt(part: Part, at: u32) -> u32 {
  if (part.indices == IN_GEOMETRY) {
    return geometry[at];
  }
  return tableWord(part.indices + at);
}
