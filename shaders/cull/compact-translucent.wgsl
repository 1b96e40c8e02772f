// Copies the triangles of the translucent chunks into their draws' index lists, back to front. Each
// thread compares its chunk with all others to find its place, because there are few.

import constants::BATCH_ARGS_WORDS;
import constants::CULL_GROUP_SIZE;
import constants::SET_WORLD;
import package::common::cull::order::TranslucentRow;
import package::common::cull::order::isBefore;
import package::common::cull::order::rowOf;
import package::common::cull::order::setOf;
import package::common::cull::order::slotAfter;
import package::common::cull::order::takesTurn;
import package::common::cull::rows::ChunkRow;

override slotCount = 1u;

struct TranslucentList {
  count: u32,
  turns: u32,
  rows: array<TranslucentRow>,
}

@group(0) @binding(0) var<storage, read> chunks: array<ChunkRow>;
@group(0) @binding(1) var<storage, read> list: TranslucentList;
// See `compact-world.wgsl`.
@group(0) @binding(2) var<storage, read> indices: array<u32>;
// Start of each batch's region of `sorted`.
@group(0) @binding(3) var<storage, read> batchFirstIndex: array<u32>;
@group(0) @binding(4) var<storage, read_write> sorted: array<u32>;
// One draw per batch for each slot, laid out as `BatchArgs` of `compact-world.wgsl`.
@group(0) @binding(5) var<storage, read_write> args: array<atomic<u32>>;

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= list.count || setOf(list.rows[id.x]) != SET_WORLD) {
    return;
  }
  let own = list.rows[id.x];
  let chunk = chunks[rowOf(own)];
  var turnsBefore = 0u;
  var trianglesBefore = 0u;
  for (var i = 0u; i < list.count; i++) {
    let other = list.rows[i];
    if (isBefore(other, own)) {
      turnsBefore += select(0u, 1u, takesTurn(other));
      if (setOf(other) == SET_WORLD && chunks[rowOf(other)].batch == chunk.batch) {
        trianglesBefore += countOneBits(other.content);
      }
    }
  }

  let first = batchFirstIndex[chunk.batch] + trianglesBefore * 3u;
  var write = first;
  var mask = own.content;
  while (mask != 0u) {
    let read = chunk.firstIndex + firstTrailingBit(mask) * 3u;
    sorted[write] = indices[read];
    sorted[write + 1u] = indices[read + 1u];
    sorted[write + 2u] = indices[read + 2u];
    write += 3u;
    mask &= mask - 1u;
  }

  let slot = slotAfter(turnsBefore, list.turns, slotCount);
  let draw = (slot * arrayLength(&batchFirstIndex) + chunk.batch) * BATCH_ARGS_WORDS;
  let count = write - first;
  atomicAdd(&args[draw], count);
  atomicMin(&args[draw + 2u], first);
  atomicAdd(&args[draw + 5u], count * 2u);
  atomicMin(&args[draw + 7u], first * 2u);
  atomicAdd(&args[draw + 9u], 1u);
}
