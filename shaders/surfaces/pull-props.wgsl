// Lists the vertices of the translucent props' meshes back to front, one workgroup per mesh: each
// vertex and the mesh it belongs to. See `compact-translucent.wgsl`.

import constants::CULL_GROUP_SIZE;
import constants::SET_PROPS;
import package::common::cull::order::TranslucentRow;
import package::common::cull::order::isBefore;
import package::common::cull::order::rowOf;
import package::common::cull::order::setOf;
import package::common::cull::order::slotAfter;
import package::common::cull::order::takesTurn;

override slotCount = 1u;

struct TranslucentList {
  count: u32,
  turns: u32,
  rows: array<TranslucentRow>,
}

struct TranslucentMesh {
  leafLink: u32,
  firstIndex: u32,
  indexCount: u32,
  batch: u32,
}

@group(0) @binding(0) var<storage, read> meshes: array<TranslucentMesh>;
@group(0) @binding(1) var<storage, read> list: TranslucentList;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
// Start of each batch's region of `pulled`.
@group(0) @binding(3) var<storage, read> batchFirstVertex: array<u32>;
@group(0) @binding(4) var<storage, read_write> pulled: array<vec2u>;
// One draw per batch for each slot: vertex count, instance count, first vertex, first instance;
// number of meshes.
@group(0) @binding(5) var<storage, read_write> args: array<atomic<u32>>;

const PULLED_ARGS_WORDS = 5u;

var<workgroup> turnsBefore: atomic<u32>;
var<workgroup> verticesBefore: atomic<u32>;

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  // Rows are unordered, so each is compared with all others. All threads of a workgroup share one
  // row.
  let entry = group.y * groups.x + group.x;
  let own = list.rows[min(entry, max(list.count, 1u) - 1u)];
  let isOwn = entry < list.count && setOf(own) == SET_PROPS;
  let mesh = meshes[select(0u, rowOf(own), isOwn)];
  if (isOwn) {
    for (var i = local; i < list.count; i += CULL_GROUP_SIZE) {
      let other = list.rows[i];
      if (!isBefore(other, own)) {
        continue;
      }
      if (takesTurn(other)) {
        atomicAdd(&turnsBefore, 1u);
      }
      if (setOf(other) == SET_PROPS && meshes[rowOf(other)].batch == mesh.batch) {
        atomicAdd(&verticesBefore, other.content);
      }
    }
  }
  workgroupBarrier();
  if (!isOwn) {
    return;
  }
  let first = batchFirstVertex[mesh.batch] + atomicLoad(&verticesBefore);
  if (first + mesh.indexCount > arrayLength(&pulled)) {
    return;
  }
  for (var i = local; i < mesh.indexCount; i += CULL_GROUP_SIZE) {
    pulled[first + i] = vec2u(indices[mesh.firstIndex + i], rowOf(own));
  }
  if (local == 0u) {
    let slot = slotAfter(atomicLoad(&turnsBefore), list.turns, slotCount);
    let draw = (slot * arrayLength(&batchFirstVertex) + mesh.batch) * PULLED_ARGS_WORDS;
    atomicAdd(&args[draw], mesh.indexCount);
    atomicMin(&args[draw + 2u], first);
    atomicAdd(&args[draw + 4u], 1u);
  }
}
