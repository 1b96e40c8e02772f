// Writes the instances of models that moved: place, colour, ambient light.

import package::common::moment::models::MODEL_CHANGED;
import package::common::moment::models::ModelState;

struct Choice {
  // 1 to write all rows, 0 to write those whose state has changed.
  isAll: u32,
}

@group(0) @binding(0) var<storage, read> states: array<ModelState>;
@group(0) @binding(1) var<uniform> choice: Choice;
// Rows of `Instance` of `surfaces/props.wgsl`.
@group(0) @binding(2) var<storage, read_write> instances: array<vec4f>;

// Vectors of a row of `instances`, and of its parts.
override instanceVectors: u32;
override ambientVector: u32;
override colorVector: u32;
override middleVector: u32;

@compute @workgroup_size(64)
fn computeMain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var i = id.x; i < arrayLength(&states); i += groups.x * 64u) {
    if (choice.isAll != 0u || (states[i].flags & MODEL_CHANGED) != 0u) {
      writeInstance(states[i]);
    }
  }
}

fn writeInstance(state: ModelState) {
  let row = state.instance * instanceVectors;
  instances[row] = state.placed.row0;
  instances[row + 1u] = state.placed.row1;
  instances[row + 2u] = state.placed.row2;
  for (var side = 0u; side < 6u; side++) {
    instances[row + ambientVector + side] = state.ambient[side];
  }
  instances[row + colorVector] = state.color;
  let middle = (state.mins + state.maxs) * 0.5;
  instances[row + middleVector] = vec4f(middle, instances[row + middleVector].w);
}
