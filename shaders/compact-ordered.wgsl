// Copies the triangles of the ordered chunks into their draws' index lists, back to front. A thread
// finds its chunk's place by looking at all others: there are few.
//
// Chunks and props cannot share a draw. So there are slots, drawn one after the other: in each first
// chunks, then props. A surface's slot is the number of props before it; where there are more props
// than slots, the farthest share the first.

import constants::BATCH_ARGS_WORDS;
import constants::CULL_GROUP_SIZE;
import package::common::order::OrderedRow;
import package::common::order::isBefore;
import package::common::order::isProp;
import package::common::rows::ChunkRow;

override slotCount = 1u;

struct OrderedList {
  count: u32,
  propCount: u32,
  rows: array<OrderedRow>,
}

@group(0) @binding(0) var<storage, read> chunks: array<ChunkRow>;
@group(0) @binding(1) var<storage, read> list: OrderedList;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
// Start of each set's region of `ordered`; a set is what shares textures.
@group(0) @binding(3) var<storage, read> setFirstIndex: array<u32>;
@group(0) @binding(4) var<storage, read_write> ordered: array<u32>;
// A draw of each set for each slot, as `BatchArgs` of `compact-world.wgsl`.
@group(0) @binding(5) var<storage, read_write> args: array<atomic<u32>>;

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= list.count || isProp(list.rows[id.x])) {
    return;
  }
  let own = list.rows[id.x];
  let chunk = chunks[own.row];
  var propsBefore = 0u;
  var trianglesBefore = 0u;
  for (var i = 0u; i < list.count; i++) {
    let other = list.rows[i];
    if (isBefore(other, own)) {
      if (isProp(other)) {
        propsBefore++;
      } else if (chunks[other.row].batch == chunk.batch) {
        trianglesBefore += countOneBits(other.content);
      }
    }
  }

  let first = setFirstIndex[chunk.batch] + trianglesBefore * 3u;
  var write = first;
  var mask = own.content;
  while (mask != 0u) {
    let read = chunk.firstIndex + firstTrailingBit(mask) * 3u;
    ordered[write] = indices[read];
    ordered[write + 1u] = indices[read + 1u];
    ordered[write + 2u] = indices[read + 2u];
    write += 3u;
    mask &= mask - 1u;
  }

  let merged = max(list.propCount, slotCount - 1u) - (slotCount - 1u);
  let slot = max(propsBefore, merged) - merged;
  let draw = (slot * arrayLength(&setFirstIndex) + chunk.batch) * BATCH_ARGS_WORDS;
  let count = write - first;
  atomicAdd(&args[draw], count);
  atomicMin(&args[draw + 2u], first);
  atomicAdd(&args[draw + 5u], count * 2u);
  atomicMin(&args[draw + 7u], first * 2u);
  atomicAdd(&args[draw + 9u], 1u);
}
