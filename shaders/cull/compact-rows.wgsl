// Turns what culling chose into lists and draw arguments. The order of rows stays: each workgroup
// sums up what the earlier ones of its batch draw.

import constants::BATCH_ARGS_WORDS;
import constants::CULL_GROUP_SIZE;
import constants::MAX_TABLE_VIEWS;
import constants::PART_MESHES;
import constants::PART_PANES;
import constants::PART_PROPS;
import package::common::cull::order::TranslucentRow;
import package::common::cull::order::isBefore;
import package::common::cull::order::meshAt;
import package::common::cull::order::rowOf;
import package::common::cull::order::setOf;
import package::common::cull::order::slotAfter;
import package::common::cull::order::takesTurn;
import package::common::cull::rows::RowState;
import package::common::cull::tables::Part;
import package::common::cull::tables::chunkRow;
import package::common::cull::tables::indexAt;
import package::common::cull::tables::partAt;
import package::common::cull::tables::partGroup;
import package::common::cull::tables::phase;
import package::common::cull::tables::propRow;
import package::common::cull::tables::tableWord;
import package::common::cull::tables::tables;

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

struct PropArgs {
  indexCount: u32,
  instanceCount: u32,
  firstIndex: u32,
  baseVertex: u32,
  firstInstance: u32,
}
const PROP_ARGS_WORDS = 5u;

struct PulledArgs {
  vertexCount: u32,
  instanceCount: u32,
  firstVertex: u32,
  firstInstance: u32,
  rowCount: u32,
}
const PULLED_ARGS_WORDS = 5u;

struct ListHead {
  count: u32,
  turns: u32,
}

struct TranslucentList {
  heads: array<ListHead, MAX_TABLE_VIEWS>,
  rows: array<TranslucentRow>,
}

@group(1) @binding(3) var<storage, read> states: array<RowState>;
// Triangles (x) and rows (y) drawn by each workgroup of the test.
@group(1) @binding(4) var<storage, read> groupSums: array<vec2u>;
@group(1) @binding(5) var<storage, read> list: TranslucentList;
@group(1) @binding(6) var<storage, read_write> lists: array<u32>;
@group(1) @binding(7) var<storage, read_write> args: array<atomic<u32>>;

var<workgroup> trianglesDrawn: atomic<u32>;
var<workgroup> rowsDrawn: atomic<u32>;
var<workgroup> turnsBefore: atomic<u32>;
var<workgroup> verticesBefore: atomic<u32>;

// Returns the triangles and rows that earlier rows of the same workgroup draw.
fn drawnInGroup(part: Part, row: u32) -> vec2u {
  let prefix = states[part.firstGroup * CULL_GROUP_SIZE + row].prefix;
  return vec2u(prefix & 0xffffu, prefix >> 16u);
}

// Returns what the rows from `firstRow` up to, but not including, the first row of workgroup `turn`
// draw. Call from uniform control flow.
fn drawnBeforeGroup(part: Part, firstRow: u32, turn: u32, local: u32) -> vec2u {
  let firstTurn = firstRow / CULL_GROUP_SIZE;
  var own = vec2u(0u);
  for (var i = firstTurn + local; i < turn; i += CULL_GROUP_SIZE) {
    own += groupSums[part.firstGroup + i];
  }
  // Counters instead of an array of partial sums: see `pose-props.wgsl`.
  if (own.y > 0u) {
    atomicAdd(&trianglesDrawn, own.x);
    atomicAdd(&rowsDrawn, own.y);
  }
  workgroupBarrier();
  let drawn = vec2u(atomicLoad(&trianglesDrawn), atomicLoad(&rowsDrawn));
  return drawn - drawnInGroup(part, firstRow);
}

// Returns what a batch draws before a row. `base` is `drawnBeforeGroup` of the row's workgroup, for
// the batch of its first row.
fn drawnBefore(part: Part, row: u32, firstRow: u32, turn: u32, base: vec2u) -> vec2u {
  let before = drawnInGroup(part, row);
  if (firstRow < turn * CULL_GROUP_SIZE) {
    return base + before;
  }
  return before - drawnInGroup(part, firstRow);
}

// Copies the triangles of a mask. Returns the end of what it wrote.
fn copyTriangles(part: Part, firstIndex: u32, triangles: u32, first: u32) -> u32 {
  var write = part.lists + first;
  var mask = triangles;
  while (mask != 0u) {
    let read = firstIndex + firstTrailingBit(mask) * 3u;
    lists[write] = indexAt(part, read);
    lists[write + 1u] = indexAt(part, read + 1u);
    lists[write + 2u] = indexAt(part, read + 2u);
    write += 3u;
    mask &= mask - 1u;
  }
  return write - part.lists;
}

// A batch: its rows (x, up to but not including y), and the start of its region of the list (z).
fn compactTriangles(part: Part, turn: u32, local: u32) {
  let isLate = phase.isLate != 0u;
  let headBatch = chunkRow(part, turn * CULL_GROUP_SIZE).batch;
  let base = drawnBeforeGroup(part, tables[part.batches + headBatch].x, turn, local);
  let index = turn * CULL_GROUP_SIZE + local;
  let row = chunkRow(part, index);
  let batch = tables[part.batches + row.batch];
  let isLastRow = index + 1u == batch.y;
  let mask = states[part.firstGroup * CULL_GROUP_SIZE + index].mask;
  if (mask == 0u && !isLastRow) {
    return;
  }
  let draw = part.args + row.batch * BATCH_ARGS_WORDS;
  // Late triangles follow the early ones.
  var first = batch.z;
  if (isLate) {
    first += atomicLoad(&args[draw]);
  }
  let before = drawnBefore(part, index, batch.x, turn, base);
  copyTriangles(part, row.firstIndex, mask, first + before.x * 3u);
  if (!isLastRow) {
    return;
  }
  let count = (before.x + countOneBits(mask)) * 3u;
  let rows = before.y + select(0u, 1u, mask != 0u);
  let out = draw + select(0u, part.lateArgs, isLate);
  // Three edges of two vertices per triangle: twice as many vertices as indices.
  let words = array<u32, BATCH_ARGS_WORDS>(
    count, 1u, first, 0u, 0u,
    count * 2u, 1u, first * 2u, 0u, rows,
  );
  for (var i = 0u; i < BATCH_ARGS_WORDS; i++) {
    atomicStore(&args[out + i], words[i]);
  }
}

// A bucket (LOD of a variant): its rows (x to y), the start of its region of ids (z), and its first
// draw (w).
fn compactInstances(part: Part, turn: u32, local: u32) {
  let isLate = phase.isLate != 0u;
  let headBucket = propRow(part, turn * CULL_GROUP_SIZE).bucket;
  let base = drawnBeforeGroup(part, tables[part.batches + headBucket].x, turn, local);
  let index = turn * CULL_GROUP_SIZE + local;
  let row = propRow(part, index);
  let bucket = tables[part.batches + row.bucket];
  let isLastRow = index + 1u == bucket.y;
  let isDrawn = states[part.firstGroup * CULL_GROUP_SIZE + index].mask != 0u;
  if (!isDrawn && !isLastRow) {
    return;
  }
  let before = drawnBefore(part, index, bucket.x, turn, base).y;
  if (isDrawn) {
    lists[part.lists + select(0u, part.lateLists, isLate) + bucket.z + before] = row.instance;
  }
  if (!isLastRow) {
    return;
  }
  // Only the instance count changes.
  let count = before + select(0u, 1u, isDrawn);
  let out = part.args + select(0u, part.lateArgs, isLate);
  let endDraw = tables[part.batches + row.bucket + 1u].w;
  for (var i = bucket.w; i < endDraw; i++) {
    atomicStore(&args[out + tableWord(part.draws + i) * PROP_ARGS_WORDS + 1u], count);
  }
}

// Copies the triangles of a listed chunk into its draw's index list, back to front. Each thread
// compares its chunk with all others to find its place, because there are few.
fn compactPane(part: Part, entry: u32) {
  let head = list.heads[part.list];
  if (entry >= head.count) {
    return;
  }
  let own = list.rows[part.listRows + entry];
  if (setOf(own) != part.drawSet) {
    return;
  }
  let chunk = chunkRow(part, rowOf(own));
  var turns = 0u;
  var trianglesBefore = 0u;
  for (var i = 0u; i < head.count; i++) {
    let other = list.rows[part.listRows + i];
    if (isBefore(other, own)) {
      turns += select(0u, 1u, takesTurn(other));
      if (setOf(other) == part.drawSet && chunkRow(part, rowOf(other)).batch == chunk.batch) {
        trianglesBefore += countOneBits(other.content);
      }
    }
  }
  let first = tableWord(part.batches + chunk.batch) + trianglesBefore * 3u;
  let count = copyTriangles(part, chunk.firstIndex, own.content, first) - first;
  let slot = slotAfter(turns, head.turns, part.slotCount);
  let draw = part.args + (slot * part.batchCount + chunk.batch) * BATCH_ARGS_WORDS;
  atomicAdd(&args[draw], count);
  atomicMin(&args[draw + 2u], first);
  atomicAdd(&args[draw + 5u], count * 2u);
  atomicMin(&args[draw + 7u], first * 2u);
  atomicAdd(&args[draw + 9u], 1u);
}

// Lists the vertices of a listed mesh back to front: each vertex and the mesh it belongs to. All
// threads of the workgroup share the mesh. Rows are unordered, so each is compared with all others.
fn pullMesh(part: Part, entry: u32, local: u32) {
  let head = list.heads[part.list];
  let own = list.rows[part.listRows + entry];
  let isOwn = setOf(own) == part.drawSet;
  let mesh = meshAt(part.meshes, select(0u, rowOf(own), isOwn));
  // The previous mesh of this workgroup used the counters.
  workgroupBarrier();
  if (local == 0u) {
    atomicStore(&turnsBefore, 0u);
    atomicStore(&verticesBefore, 0u);
  }
  workgroupBarrier();
  if (isOwn) {
    for (var i = local; i < head.count; i += CULL_GROUP_SIZE) {
      let other = list.rows[part.listRows + i];
      if (!isBefore(other, own)) {
        continue;
      }
      if (takesTurn(other)) {
        atomicAdd(&turnsBefore, 1u);
      }
      if (setOf(other) == part.drawSet && meshAt(part.meshes, rowOf(other)).batch == mesh.batch) {
        atomicAdd(&verticesBefore, other.content);
      }
    }
  }
  workgroupBarrier();
  if (!isOwn) {
    return;
  }
  let first = tableWord(part.batches + mesh.batch) + atomicLoad(&verticesBefore);
  if (first + mesh.indexCount > part.capacity) {
    return;
  }
  for (var i = local; i < mesh.indexCount; i += CULL_GROUP_SIZE) {
    let write = part.lists + (first + i) * 2u;
    lists[write] = indexAt(part, mesh.firstIndex + i);
    lists[write + 1u] = rowOf(own);
  }
  if (local == 0u) {
    let slot = slotAfter(atomicLoad(&turnsBefore), head.turns, part.slotCount);
    let draw = part.args + (slot * part.batchCount + mesh.batch) * PULLED_ARGS_WORDS;
    atomicAdd(&args[draw], mesh.indexCount);
    atomicMin(&args[draw + 2u], first);
    atomicAdd(&args[draw + 4u], 1u);
  }
}

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) counts: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let group = id.y * counts.x + id.x;
  if (group >= tables[0].y) {
    return;
  }
  let own = partGroup(tables[0].w, group);
  let part = partAt(own.part);
  switch part.kind {
    case PART_PROPS: { compactInstances(part, own.turn, local); }
    case PART_PANES: { compactPane(part, own.turn * CULL_GROUP_SIZE + local); }
    case PART_MESHES: {
      // A part has few workgroups; each takes every so many meshes.
      for (var i = own.turn; i < list.heads[part.list].count; i += part.pullGroups) {
        pullMesh(part, i, local);
      }
    }
    default: { compactTriangles(part, own.turn, local); }
  }
}
