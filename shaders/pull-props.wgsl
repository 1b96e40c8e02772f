// Lists the vertices of the ordered props' meshes, back to front, a workgroup a mesh: which vertex,
// and which mesh it is of. See `compact-ordered.wgsl`.

import constants::CULL_GROUP_SIZE;
import package::common::order::ORDERED_PROP;
import package::common::order::OrderedRow;
import package::common::order::isBefore;
import package::common::order::isProp;

override slotCount = 1u;

struct OrderedList {
  count: u32,
  propCount: u32,
  rows: array<OrderedRow>,
}

struct OrderedMesh {
  leafLink: u32,
  firstIndex: u32,
  indexCount: u32,
  drawSet: u32,
}

@group(0) @binding(0) var<storage, read> meshes: array<OrderedMesh>;
@group(0) @binding(1) var<storage, read> list: OrderedList;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
// Start of each set's region of `pulled`.
@group(0) @binding(3) var<storage, read> setFirstVertex: array<u32>;
@group(0) @binding(4) var<storage, read_write> pulled: array<vec2u>;
// A draw of each set for each slot: vertices, instances, first vertex, first instance; meshes.
@group(0) @binding(5) var<storage, read_write> args: array<atomic<u32>>;

const PULLED_ARGS_WORDS = 5u;

var<workgroup> propsBefore: atomic<u32>;
var<workgroup> verticesBefore: atomic<u32>;

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  // Rows come in any order, so all are asked; a workgroup's row is the same for all its threads.
  let entry = group.y * groups.x + group.x;
  let own = list.rows[min(entry, max(list.count, 1u) - 1u)];
  let isOwn = entry < list.count && isProp(own);
  let mesh = meshes[select(0u, own.row & ~ORDERED_PROP, isOwn)];
  if (isOwn) {
    for (var i = local; i < list.count; i += CULL_GROUP_SIZE) {
      let other = list.rows[i];
      if (isProp(other) && isBefore(other, own)) {
        atomicAdd(&propsBefore, 1u);
        if (meshes[other.row & ~ORDERED_PROP].drawSet == mesh.drawSet) {
          atomicAdd(&verticesBefore, other.content);
        }
      }
    }
  }
  workgroupBarrier();
  if (!isOwn) {
    return;
  }
  let first = setFirstVertex[mesh.drawSet] + atomicLoad(&verticesBefore);
  if (first + mesh.indexCount > arrayLength(&pulled)) {
    return;
  }
  for (var i = local; i < mesh.indexCount; i += CULL_GROUP_SIZE) {
    pulled[first + i] = vec2u(indices[mesh.firstIndex + i], own.row & ~ORDERED_PROP);
  }
  if (local == 0u) {
    let before = atomicLoad(&propsBefore);
    let merged = max(list.propCount, slotCount - 1u) - (slotCount - 1u);
    let slot = max(before, merged) - merged;
    let draw = (slot * arrayLength(&setFirstVertex) + mesh.drawSet) * PULLED_ARGS_WORDS;
    atomicAdd(&args[draw], mesh.indexCount);
    atomicMin(&args[draw + 2u], first);
    atomicAdd(&args[draw + 4u], 1u);
  }
}
