// Writes the rows of a cull table that show brush models: their boxes, clusters and leaves where the
// models are, and no triangles while they are hidden.

import package::common::moment::states::BRUSH_AT_REST;
import package::common::moment::states::BRUSH_CHANGED;
import package::common::moment::states::BRUSH_HIDDEN;
import package::common::moment::states::BrushState;

// A chunk of a brush model: its box in model space, and box and clusters as it was built.
struct BrushChunk {
  mins: vec3f,
  // Row of `states`.
  model: u32,
  maxs: vec3f,
  pad: u32,
  builtMins: vec3f,
  firstCluster: u32,
  builtMaxs: vec3f,
  clusterCount: u32,
}

// A row of the table.
struct BrushRow {
  // First vector of the `ChunkRow`.
  row: u32,
  // Row of `chunks`.
  chunk: u32,
  // `ChunkRow.info` and `ChunkRow.leafLink` as the row was built.
  info: u32,
  leafLink: u32,
}

struct Choice {
  // 1 to write all rows of the table, 0 to write those whose state has changed.
  isAll: u32,
}

@group(0) @binding(0) var<storage, read> states: array<BrushState>;
@group(0) @binding(1) var<storage, read> chunks: array<BrushChunk>;
@group(0) @binding(2) var<storage, read> rows: array<BrushRow>;
@group(0) @binding(3) var<uniform> choice: Choice;
@group(0) @binding(4) var<storage, read_write> tables: array<vec4u>;

// Inches around a moved box that cover the rounding of its vertices.
override slack: f32;

@compute @workgroup_size(64)
fn computeMain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var i = id.x; i < arrayLength(&rows); i += groups.x * 64u) {
    let chunk = chunks[rows[i].chunk];
    let state = states[chunk.model];
    if (choice.isAll != 0u || (state.flags & BRUSH_CHANGED) != 0u) {
      writeRow(rows[i], chunk, state);
    }
  }
}

fn writeRow(own: BrushRow, chunk: BrushChunk, state: BrushState) {
  var mins = chunk.builtMins;
  var maxs = chunk.builtMaxs;
  var clusters = vec2u(chunk.firstCluster, chunk.clusterCount);
  var leafLink = own.leafLink;
  if ((state.flags & BRUSH_AT_REST) == 0u) {
    let middle = vec4f((chunk.mins + chunk.maxs) * 0.5, 1.0);
    let half = (chunk.maxs - chunk.mins) * 0.5;
    let m = state.placed;
    let placed = vec3f(dot(m.row0, middle), dot(m.row1, middle), dot(m.row2, middle));
    let reach = vec3f(
      dot(abs(m.row0.xyz), half),
      dot(abs(m.row1.xyz), half),
      dot(abs(m.row2.xyz), half),
    ) + slack;
    mins = placed - reach;
    maxs = placed + reach;
    clusters = vec2u(state.firstCluster, state.clusterCount);
    leafLink = state.leafLink;
  }
  // The low byte is the number of triangles.
  let isHidden = (state.flags & BRUSH_HIDDEN) != 0u;
  let info = select(own.info, own.info & ~0xffu, isHidden);
  tables[own.row] = vec4u(bitcast<vec3u>(mins), tables[own.row].w);
  tables[own.row + 1u] = vec4u(bitcast<vec3u>(maxs), info);
  tables[own.row + 2u] = vec4u(clusters, tables[own.row + 2u].z, leafLink);
}
