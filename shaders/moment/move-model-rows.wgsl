// Writes the rows of a cull table that show models that moved: boxes, clusters and leaves where the
// models are. No distance chooses a level of detail of hidden models.

import package::common::moment::models::MODEL_CHANGED;
import package::common::moment::models::MODEL_HIDDEN;
import package::common::moment::models::ModelState;

// A row of the table.
struct ModelRow {
  // First vector of the `PropRow`.
  row: u32,
  // Row of `states`.
  state: u32,
  // Vector of the `TranslucentMesh`, or NO_MESH.
  mesh: u32,
  pad: u32,
  // `PropRow.lodBegin` and `PropRow.lodEnd` of models that are not hidden.
  lodBegin: f32,
  lodEnd: f32,
}

struct Choice {
  // 1 to write all rows of the table, 0 to write those whose state has changed.
  isAll: u32,
}

const NO_MESH = 0xffffffffu;

@group(0) @binding(0) var<storage, read> states: array<ModelState>;
@group(0) @binding(1) var<storage, read> rows: array<ModelRow>;
@group(0) @binding(2) var<uniform> choice: Choice;
@group(0) @binding(3) var<storage, read_write> tables: array<vec4u>;

@compute @workgroup_size(64)
fn computeMain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var i = id.x; i < arrayLength(&rows); i += groups.x * 64u) {
    let state = states[rows[i].state];
    if (choice.isAll != 0u || (state.flags & MODEL_CHANGED) != 0u) {
      writeRow(rows[i], state);
    }
  }
}

fn writeRow(own: ModelRow, state: ModelState) {
  let m = state.placed;
  let origin = vec3f(m.row0.w, m.row1.w, m.row2.w);
  let isHidden = (state.flags & MODEL_HIDDEN) != 0u;
  let lods = select(vec2f(own.lodBegin, own.lodEnd), vec2f(0.0), isHidden);
  tables[own.row] = vec4u(bitcast<vec3u>(state.mins), tables[own.row].w);
  tables[own.row + 1u] = vec4u(bitcast<vec3u>(state.maxs), tables[own.row + 1u].w);
  tables[own.row + 2u] = vec4u(bitcast<vec3u>(origin), tables[own.row + 2u].w);
  tables[own.row + 3u] = vec4u(state.firstCluster, state.clusterCount, bitcast<vec2u>(lods));
  if (own.mesh != NO_MESH) {
    tables[own.mesh].x = state.leafLink;
  }
}
