// Moves the vertices of brush models, and of decals on them, in a vertex buffer. All shaders that
// read the buffer see them where they are.

import package::common::geometry::skinning::transformDirection;
import package::common::geometry::skinning::transformPoint;
import package::common::moment::states::BRUSH_AT_REST;
import package::common::moment::states::BRUSH_CHANGED;
import package::common::moment::states::BRUSH_HIDDEN;
import package::common::moment::states::BrushState;

// A vertex of a brush model, in model space and as it was built.
struct BrushVertex {
  position: vec3f,
  // First word in the vertex buffer.
  word: u32,
  builtPosition: vec3f,
  // Row of `states`.
  model: u32,
  // snorm16: xy, zw.
  normal: vec2u,
  tangent: vec2u,
  // snorm8x4.
  builtNormal: u32,
  builtTangent: u32,
  pad0: u32,
  pad1: u32,
}

@group(0) @binding(0) var<storage, read> states: array<BrushState>;
@group(0) @binding(1) var<storage, read> vertices: array<BrushVertex>;
struct Choice {
  // 1 to move all vertices, 0 to move those whose state has changed.
  isAll: u32,
}

@group(0) @binding(2) var<uniform> choice: Choice;
@group(0) @binding(3) var<storage, read_write> geometry: array<u32>;

// Words of the normal and the tangent.
override normalWord: u32;
override tangentWord: u32;

@compute @workgroup_size(64)
fn computeMain(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(num_workgroups) groups: vec3u,
) {
  for (var i = id.x; i < arrayLength(&vertices); i += groups.x * 64u) {
    let own = vertices[i];
    let state = states[own.model];
    if (choice.isAll != 0u || (state.flags & BRUSH_CHANGED) != 0u) {
      moveVertex(own, state);
    }
  }
}

fn moveVertex(own: BrushVertex, state: BrushState) {
  let at = own.word;
  var position = own.builtPosition;
  var normal = own.builtNormal;
  var tangent = own.builtTangent;
  if ((state.flags & BRUSH_AT_REST) == 0u) {
    position = transformPoint(state.placed, own.position);
    normal = turned(own.normal, state);
    tangent = turned(own.tangent, state);
  }
  // Triangles of hidden models have no area, because decals on them are not culled.
  if ((state.flags & BRUSH_HIDDEN) != 0u) {
    position = vec3f(0.0);
  }
  geometry[at] = bitcast<u32>(position.x);
  geometry[at + 1u] = bitcast<u32>(position.y);
  geometry[at + 2u] = bitcast<u32>(position.z);
  geometry[at + normalWord] = normal;
  geometry[at + tangentWord] = tangent;
}

// Returns a direction in world space as snorm8x4, with its w unchanged.
fn turned(packed: vec2u, state: BrushState) -> u32 {
  let xy = unpack2x16snorm(packed.x);
  let zw = unpack2x16snorm(packed.y);
  let direction = transformDirection(state.placed, vec3f(xy, zw.x));
  return pack4x8snorm(vec4f(direction, zw.y));
}
