// Copies the triangles that culling chose into their batches' runs of the compacted index list, in
// chunk order, and writes the arguments of the batches' draws.

import constants::CULL_GROUP_SIZE;
import package::common::cull::drawn::drawnBefore;
import package::common::cull::drawn::drawnMask;
import package::common::cull::rows::ChunkRow;

override isLate = false;

struct Batch {
  // Range of rows.
  firstRow: u32,
  endRow: u32,
  // Start of its region of the compacted list.
  firstIndex: u32,
  pad: u32,
}

// Arguments of the surface draw, then of the edge lines, then the number of rows in the draw.
struct BatchArgs {
  indexCount: u32,
  instanceCount: u32,
  firstIndex: u32,
  baseVertex: u32,
  firstInstance: u32,
  lineVertexCount: u32,
  lineInstanceCount: u32,
  lineFirstVertex: u32,
  lineFirstInstance: u32,
  rowCount: u32,
}

@group(0) @binding(0) var<storage, read> rows: array<ChunkRow>;
// Rows count their first index from the start of this buffer; vertices may come before the indices.
@group(0) @binding(3) var<storage, read> indices: array<u32>;
@group(0) @binding(4) var<storage, read> batches: array<Batch>;
@group(0) @binding(5) var<storage, read_write> compacted: array<u32>;
// Arguments of the early phase, then of the late one.
@group(0) @binding(6) var<storage, read_write> args: array<BatchArgs>;

// Returns the first index of a batch's triangles in this phase. Late triangles follow the early
// ones.
fn phaseFirstIndex(batch: u32) -> u32 {
  var first = batches[batch].firstIndex;
  if (isLate) {
    first += args[batch].indexCount;
  }
  return first;
}

fn writeArgs(batch: u32) {
  let drawn = drawnBefore(batches[batch].endRow) - drawnBefore(batches[batch].firstRow);
  let first = phaseFirstIndex(batch);
  let count = drawn.x * 3u;
  let draw = batch + select(0u, arrayLength(&batches), isLate);
  // Three edges of two vertices per triangle: twice as many vertices as indices.
  args[draw] = BatchArgs(count, 1u, first, 0u, 0u, count * 2u, 1u, first * 2u, 0u, drawn.y);
}

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&batches)) {
    writeArgs(id.x);
  }
  if (id.x >= arrayLength(&rows)) {
    return;
  }
  var mask = drawnMask(id.x);
  let row = rows[id.x];
  let before = drawnBefore(id.x).x - drawnBefore(batches[row.batch].firstRow).x;
  var write = phaseFirstIndex(row.batch) + before * 3u;
  while (mask != 0u) {
    let read = row.firstIndex + firstTrailingBit(mask) * 3u;
    compacted[write] = indices[read];
    compacted[write + 1u] = indices[read + 1u];
    compacted[write + 2u] = indices[read + 2u];
    write += 3u;
    mask &= mask - 1u;
  }
}
