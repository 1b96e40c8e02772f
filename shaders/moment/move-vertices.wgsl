// Moves the vertices of brush models in the world's vertex buffer. All shaders that read the buffer
// see them where they are.

import package::common::geometry::skinning::transformDirection;
import package::common::geometry::skinning::transformPoint;
import package::common::moment::states::BRUSH_AT_REST;
import package::common::moment::states::BRUSH_CHANGED;
import package::common::moment::states::BrushState;

// A vertex of a brush model, in model space and as it was built.
struct BrushVertex {
  position: vec3f,
  // Row of the vertex buffer.
  vertex: u32,
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
@group(0) @binding(2) var<storage, read_write> geometry: array<u32>;

// Words of a vertex, and the words of its normal and tangent.
override strideWords: u32;
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
    if ((state.flags & BRUSH_CHANGED) != 0u) {
      moveVertex(own, state);
    }
  }
}

fn moveVertex(own: BrushVertex, state: BrushState) {
  let at = own.vertex * strideWords;
  var position = own.builtPosition;
  var normal = own.builtNormal;
  var tangent = own.builtTangent;
  if ((state.flags & BRUSH_AT_REST) == 0u) {
    position = transformPoint(state.placed, own.position);
    normal = turned(own.normal, state);
    tangent = turned(own.tangent, state);
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
