/**
 * Table of everything that a camera's views cull. The rows of a draw set in one view are a part.
 * All parts are tested by one dispatch, and compacted by another: see `shaders/common/cull`.
 */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { GROUP_SET } from "../context/bind-layouts.ts";
import type { RenderContext } from "../context/render-context.ts";
import { bindBuffers } from "../context/storage-group.ts";
import {
  CULL_GROUP_SIZE,
  IN_GEOMETRY,
  MAX_TABLE_VIEWS,
  PART_MESHES,
  PART_PANES,
  PART_VECTORS,
} from "../shader-constants.ts";
import { DrawnBuffer, type PartPlace } from "./drawn-buffer.ts";

/** Byte offsets of the struct `RowState` of `shaders/common/cull/rows.wgsl`. */
export const ROW_STATE = { mask: 0, prefix: 4, flags: 8, strideBytes: 12 } as const;

/** `ROW_*` flags of `shaders/common/cull/rows.wgsl`. */
export const ROW_WAS_VISIBLE = 1;
export const ROW_IN_VIEW = 2;

/** Words of the struct `Part` of `shaders/common/cull/tables.wgsl`. */
export const PART = {
  kind: 0,
  drawSet: 1,
  view: 2,
  rows: 3,
  clusters: 4,
  batches: 5,
  firstGroup: 6,
  args: 7,
  lateArgs: 8,
  lists: 9,
  lateLists: 10,
  indices: 11,
  draws: 12,
  reach: 13,
  nodes: 14,
  meshes: 15,
  batchCount: 16,
  slotCount: 17,
  list: 18,
  listRows: 19,
  capacity: 20,
  pullGroups: 21,
  strideWords: PART_VECTORS * 4,
} as const;

/** Words of a list's head, and of its rows: `TranslucentList` of `shaders/cull/test-rows.wgsl`. */
const LIST_HEAD_WORDS = 2;
const LIST_ROW_WORDS = 4;
const HEADS_BYTES = MAX_TABLE_VIEWS * LIST_HEAD_WORDS * 4;

/** Greatest number of workgroups that take turns at a part's listed meshes. */
const PULL_GROUPS = 256;
/** `maxComputeWorkgroupsPerDimension` of every device. */
const MAX_WORKGROUPS = 65535;

/** Rows of a draw set in a view, and what becomes of those in view. */
export interface CullPart {
  /** `PART_*`. */
  readonly kind: number;
  /** Number of the draw set. */
  readonly set: number;
  /** Rows, filled up to whole workgroups: `ChunkRow` or `PropRow`. */
  readonly rows: Uint32Array;
  readonly rowBytes: number;
  /** Clusters that the rows refer to. */
  readonly clusters: Uint32Array;
  /** Index list that the rows refer to, or `null` for the world's geometry. */
  readonly indices: Uint32Array | null;
  /** Batches or buckets, four words each. Of a translucent part: the batches' starts. */
  readonly batches: Uint32Array;
  /** Initial arguments of the draws of both phases, or of all slots. */
  readonly args: Uint32Array;
  /** Words of the lists of indices, instances or vertices, of both phases. */
  readonly listWords: number;
  /** Words from the early lists to the late ones. */
  readonly lateLists?: number;
  /** Draws of all buckets. */
  readonly draws?: Uint32Array;
  /** Distance in inches from which nothing is visible. */
  readonly reach?: number;
  readonly order?: OrderedPart;
}

/** Details of a translucent part. */
export interface OrderedPart {
  /** Tree nodes: `TREE_NODE` rows. */
  readonly nodes: Uint32Array;
  /** The struct `TranslucentMesh`, a row each. */
  readonly meshes?: Uint32Array;
  readonly batchCount: number;
  readonly slotCount: number;
  /** Vertices that fit into the list. */
  readonly capacity?: number;
  /** Number of rows. */
  readonly rowCount: number;
}

/** The parts of one view. */
export interface ViewPlan {
  readonly drawn: DrawnBuffer;
  /** Adds a part. Its place is known when the table is built. */
  readonly add: (part: CullPart) => PartPlace;
}

export interface CullTable extends Owner {
  readonly drawn: DrawnBuffer;
  /** Parts, rows and clusters: see `shaders/common/cull/tables.wgsl`. */
  readonly tables: GPUBuffer;
  /** `ROW_STATE` of all rows: a part's start at `PartPlace.firstRow`. */
  readonly states: GPUBuffer;
  /** Binds the picture's depth pyramid, by which rows are hidden. */
  readonly bindPyramid: (pyramid: GPUBuffer) => void;
  readonly pyramid: GPUBuffer;
  /** Empties the lists of translucent rows. Call before the compute pass that fills them. */
  readonly encodeReset: (encoder: GPUCommandEncoder) => void;
  /**
   * Culls the first `viewCount` views for a phase. The group of all views must be bound. Encodes
   * nothing until the pipelines are compiled.
   */
  readonly encode: (pass: GPUComputePassEncoder, phase: number, viewCount: number) => void;
}

export interface CullPlan {
  /** Adds a view; its parts must be added before those of the next one. */
  readonly addView: (slot: number) => ViewPlan;
  /**
   * Creates the table of all parts.
   * @param geometry the world's vertices and indices
   * @throws GpuError `limit`; everything created so far is freed then
   */
  readonly build: (
    context: Pick<RenderContext, "gpu" | "cull">,
    geometry: GPUBuffer,
    pyramid: GPUBuffer,
  ) => CullTable;
}

interface PlannedPart {
  readonly part: CullPart;
  readonly place: PartPlace;
  readonly view: number;
  readonly slot: number;
}

const isOrdered = ({ kind }: CullPart) => kind === PART_PANES || kind === PART_MESHES;

const testGroupsOf = ({ rows, rowBytes }: CullPart) => rows.byteLength / rowBytes / CULL_GROUP_SIZE;

export function createCullPlan(): CullPlan {
  const parts: PlannedPart[] = [];
  const slots: number[] = [];
  const drawn = new DrawnBuffer();
  return {
    addView(slot) {
      const view = slots.push(slot) - 1;
      return {
        drawn,
        add(part) {
          const place = { args: 0, lists: 0, firstRow: 0, rows: 0, clusters: 0, meshes: 0 };
          parts.push({ part, place, view, slot });
          return place;
        },
      };
    },
    build: (context, geometry, pyramid) =>
      buildTable(context, parts, slots.length, drawn, geometry, pyramid),
  };
}

function buildTable(
  { gpu, cull }: Pick<RenderContext, "gpu" | "cull">,
  parts: readonly PlannedPart[],
  viewCount: number,
  drawn: DrawnBuffer,
  geometry: GPUBuffer,
  firstPyramid: GPUBuffer,
): CullTable {
  const { STORAGE, COPY_SRC, COPY_DST } = GPUBufferUsage;
  return buildOwner(gpu, (group) => {
    const emptyArgs = drawn.place(
      gpu,
      group,
      parts.map(({ part, place }) => ({ part, place, isReset: isOrdered(part) })),
    );
    const { words, workgroups, testGroups, listRows } = packTable(parts, viewCount);
    const tables = group.bufferWith("render/cull-table", "frame", STORAGE, words);
    const empty = (name: string, usage: number, byteLength: number) =>
      group.buffer(`render/${name}`, "frame", STORAGE | usage, byteLength);
    const rows = testGroups * CULL_GROUP_SIZE;
    const states = empty("row-states", COPY_SRC, rows * ROW_STATE.strideBytes);
    const groupSums = empty("group-sums", COPY_SRC, testGroups * 8);
    const list = empty(
      "translucent-list",
      COPY_DST,
      HEADS_BYTES + Math.max(1, listRows) * LIST_ROW_WORDS * 4,
    );
    const hasOrder = emptyArgs.length > 0;
    const initial = group.bufferWith("render/empty-args", "frame", COPY_SRC, emptyArgs);
    let pyramid = firstPyramid;
    const bind = (layout: GPUBindGroupLayout, buffers: (GPUBuffer | GPUBufferBinding)[]) =>
      cull.phases.map((phase) =>
        bindBuffers(gpu.device, "render/cull", layout, [tables, phase, geometry, ...buffers]),
      );
    const bindTest = () => bind(cull.layouts.test, [states, groupSums, pyramid, list]);
    let tests = bindTest();
    const compacts = bind(cull.layouts.compact, [
      ...[states, groupSums, list, drawn.listRange, drawn.argsRange],
    ]);
    return {
      drawn,
      tables,
      states,
      get pyramid() {
        return pyramid;
      },
      bindPyramid(next) {
        pyramid = next;
        tests = bindTest();
      },
      encodeReset(encoder) {
        if (!hasOrder) return;
        encoder.clearBuffer(list, 0, HEADS_BYTES);
        encoder.copyBufferToBuffer(initial, 0, drawn.buffer, 0, emptyArgs.byteLength);
      },
      encode(pass, phase, count) {
        const test = cull.test();
        const compact = cull.compact();
        const of = (count - 1) * 2;
        if (test === null || compact === null || workgroups[of] === 0) return;
        drawn.forget();
        pass.setPipeline(test);
        pass.setBindGroup(GROUP_SET, tests[phase]);
        dispatch(pass, workgroups[of]);
        pass.setPipeline(compact);
        pass.setBindGroup(GROUP_SET, compacts[phase]);
        dispatch(pass, workgroups[of + 1]);
      },
    } satisfies Omit<CullTable, "destroy">;
  });
}

function dispatch(pass: GPUComputePassEncoder, count: number): void {
  if (count <= MAX_WORKGROUPS) pass.dispatchWorkgroups(count);
  else pass.dispatchWorkgroups(MAX_WORKGROUPS, Math.ceil(count / MAX_WORKGROUPS));
}

/** Lays out arrays in the table, each of them once, in whole vectors. */
class TableWords {
  readonly #starts = new Map<Uint32Array, number>();
  length: number;

  constructor(first: number) {
    this.length = first;
  }

  /** Returns the first word of an array. */
  add(words: Uint32Array): number {
    const known = this.#starts.get(words);
    if (known !== undefined) return known;
    const start = this.length;
    this.#starts.set(words, start);
    this.length = start + Math.ceil(words.length / 4) * 4;
    return start;
  }

  writeTo(out: Uint32Array): void {
    for (const [words, start] of this.#starts) out.set(words, start);
  }
}

const NOTHING = new Uint32Array(4);

interface PackedTable {
  readonly words: Uint32Array<ArrayBuffer>;
  /** For the first view, the first two and so on: workgroups that test, and that compact. */
  readonly workgroups: Uint32Array;
  readonly testGroups: number;
  /** Rows of all views' translucent lists. */
  readonly listRows: number;
}

function packTable(parts: readonly PlannedPart[], viewCount: number): PackedTable {
  const listRowsOf = new Uint32Array(viewCount);
  for (const { part, view } of parts) listRowsOf[view] += part.order?.rowCount ?? 0;
  const compactGroupsOf = ({ part, view }: PlannedPart) => {
    if (part.kind === PART_PANES) return Math.ceil(listRowsOf[view] / CULL_GROUP_SIZE);
    if (part.kind === PART_MESHES) return Math.min(listRowsOf[view], PULL_GROUPS);
    return testGroupsOf(part);
  };
  const tests: number[] = [];
  const compacts: number[] = [];
  const workgroups = new Uint32Array(viewCount * 2);
  parts.forEach((planned, index) => {
    planned.place.firstRow = tests.length * CULL_GROUP_SIZE;
    const testCount = testGroupsOf(planned.part);
    const compactCount = compactGroupsOf(planned);
    for (let turn = 0; turn < testCount; turn++) tests.push(index + turn * 256);
    for (let turn = 0; turn < compactCount; turn++) compacts.push(index + turn * 256);
    for (let view = planned.view; view < viewCount; view++) {
      workgroups[view * 2] = tests.length;
      workgroups[view * 2 + 1] = compacts.length;
    }
  });
  const content = new TableWords(4 + parts.length * PART.strideWords);
  const testList = content.add(Uint32Array.from(tests));
  const compactList = content.add(Uint32Array.from(compacts));
  const head = [tests.length, compacts.length, testList, compactList];
  const records = parts.map((planned) => packPart(planned, content, listRowsOf, compactGroupsOf));
  const words = new Uint32Array(content.length);
  words.set(head);
  records.forEach((record, i) => {
    words.set(record, 4 + i * PART.strideWords);
  });
  content.writeTo(words);
  const listRows = listRowsOf.reduce((sum, rows) => sum + rows, 0);
  return { words, workgroups, testGroups: tests.length, listRows };
}

function packPart(
  planned: PlannedPart,
  content: TableWords,
  listRowsOf: Uint32Array,
  compactGroupsOf: (planned: PlannedPart) => number,
): Uint32Array {
  const { part, place, view, slot } = planned;
  const { order } = part;
  const out = new Uint32Array(PART.strideWords);
  const vector = (words: Uint32Array) => content.add(words) / 4;
  out[PART.kind] = part.kind;
  out[PART.drawSet] = part.set;
  out[PART.view] = slot;
  place.rows = vector(part.rows);
  place.clusters = content.add(part.clusters);
  out[PART.rows] = place.rows;
  out[PART.clusters] = place.clusters;
  out[PART.batches] = order === undefined ? vector(part.batches) : content.add(part.batches);
  out[PART.firstGroup] = place.firstRow / CULL_GROUP_SIZE;
  out[PART.args] = place.args;
  out[PART.lateArgs] = part.args.length / 2;
  out[PART.lists] = place.lists;
  out[PART.lateLists] = part.lateLists ?? 0;
  out[PART.indices] = part.indices === null ? IN_GEOMETRY : content.add(part.indices);
  out[PART.draws] = content.add(part.draws ?? NOTHING);
  new Float32Array(out.buffer)[PART.reach] = part.reach ?? 0;
  if (order === undefined) return out;
  out[PART.nodes] = vector(order.nodes);
  place.meshes = vector(order.meshes ?? NOTHING);
  out[PART.meshes] = place.meshes;
  out[PART.batchCount] = order.batchCount;
  out[PART.slotCount] = order.slotCount;
  out[PART.list] = view;
  for (let before = 0; before < view; before++) out[PART.listRows] += listRowsOf[before];
  out[PART.capacity] = order.capacity ?? 0;
  out[PART.pullGroups] = compactGroupsOf(planned);
  return out;
}
