/** Reads the facial animation data of an MDL. */

import { float, int } from "../../binary/columns.ts";
import { decodeHalf } from "../animation/compressed-rotation.ts";
import {
  FLEX_OP,
  FLEX_REMAPS,
  type FlexControllerUis,
  type Flexes,
  type FlexOps,
  type FlexRules,
  type MdlFlexes,
  type VertexAnimations,
} from "../rig/flex-types.ts";
import { type FoundTable, MdlReader } from "./mdl-reader.ts";
import { FLEX_CONTROLLER, HEADER_TABLES } from "./mdl-tables.ts";

const MODEL_BYTES = 148;
const MESH_BYTES = 116;
const FLEX_BYTES = 60;
/** `STUDIO_VERT_ANIM_NORMAL` and `STUDIO_VERT_ANIM_WRINKLE`. */
const VERTEX_ANIMATION_BYTES = [16, 18] as const;
/** Unit of wrinkle values, which are integers, unlike the half floats beside them. */
const WRINKLE_STEP = 1 / 4096;

const FLEX = {
  bytes: FLEX_BYTES,
  columns: { descriptor: int(0), target: float(4, 4), pair: int(28) },
} as const;

interface FlexRun {
  readonly vertices: FoundTable;
  readonly meshVertexCount: number;
}

/** Reads the flexes of all meshes, in mesh order. */
function readMeshFlexes(
  reader: MdlReader,
  descriptorCount: number,
): { flexes: Flexes; vertexAnimations: VertexAnimations } {
  const columns = {
    mesh: [] as number[],
    descriptor: [] as number[],
    pair: [] as number[],
    target: [] as number[],
  };
  const runs: FlexRun[] = [];
  let mesh = 0;
  for (const { at, vertexCount } of listMeshes(reader)) {
    const found = reader.findBelow("mstudioflex_t", at, 16, 20, FLEX_BYTES);
    const own = reader.columns(found, FLEX);
    reader.checkRows(found, 0, own.descriptor, descriptorCount);
    for (let i = 0; i < found.count; i++) {
      // 0 means no pair: descriptor 0 is never the other side.
      const pair = own.pair[i] === 0 ? -1 : own.pair[i];
      if (pair < -1 || pair >= descriptorCount) {
        const field = found.at + i * FLEX_BYTES + 28;
        const expected = `a row below ${descriptorCount}`;
        throw reader.error("bad-index", "mstudioflex_t.flexpair", field, expected, pair);
      }
      columns.mesh.push(mesh);
      columns.descriptor.push(own.descriptor[i]);
      columns.pair.push(pair);
      for (let k = 0; k < 4; k++) columns.target.push(own.target[i * 4 + k]);
      runs.push({
        vertices: findVertices(reader, found.at + i * FLEX_BYTES),
        meshVertexCount: vertexCount,
      });
    }
    mesh++;
  }
  const firstVertex = new Uint32Array(runs.length);
  let count = 0;
  for (let i = 0; i < runs.length; i++) {
    firstVertex[i] = count;
    count += runs[i].vertices.count;
  }
  return {
    flexes: {
      count: runs.length,
      mesh: Uint32Array.from(columns.mesh),
      descriptor: Int32Array.from(columns.descriptor),
      pair: Int32Array.from(columns.pair),
      target: Float32Array.from(columns.target),
      firstVertex,
      vertexCount: Uint32Array.from(runs, ({ vertices }) => vertices.count),
    },
    vertexAnimations: readVertexAnimations(reader, runs, count),
  };
}

/** Lists the meshes in the order of `Mdl.meshes`. */
function* listMeshes(reader: MdlReader): Generator<{ at: number; vertexCount: number }> {
  const parts = reader.find(HEADER_TABLES.bodyParts);
  for (let part = 0; part < parts.count; part++) {
    const models = reader.findBelow(
      "mstudiomodel_t",
      parts.at + part * parts.bytes,
      4,
      12,
      MODEL_BYTES,
    );
    for (let model = 0; model < models.count; model++) {
      const meshes = reader.findBelow(
        "mstudiomesh_t",
        models.at + model * MODEL_BYTES,
        72,
        76,
        MESH_BYTES,
      );
      for (let mesh = 0; mesh < meshes.count; mesh++) {
        const at = meshes.at + mesh * MESH_BYTES;
        yield { at, vertexCount: reader.i32(at + 8) };
      }
    }
  }
}

function findVertices(reader: MdlReader, flex: number): FoundTable {
  const kind = reader.bytes[flex + 32];
  const bytes = VERTEX_ANIMATION_BYTES[kind];
  if (bytes === undefined) {
    throw reader.error("bad-value", "mstudioflex_t.vertanimtype", flex + 32, "0 or 1", kind);
  }
  return reader.findBelow("mstudiovertanim_t", flex, 20, 24, bytes);
}

function readVertexAnimations(
  reader: MdlReader,
  runs: readonly FlexRun[],
  count: number,
): VertexAnimations {
  const out = {
    count,
    vertex: new Uint16Array(count),
    speed: new Float32Array(count),
    side: new Float32Array(count),
    delta: new Float32Array(count * 3),
    normalDelta: new Float32Array(count * 3),
    wrinkle: new Float32Array(count),
  };
  let row = 0;
  for (const { vertices, meshVertexCount } of runs) {
    const { where, bytes } = vertices;
    for (let i = 0; i < vertices.count; i++, row++) {
      const at = vertices.at + i * bytes;
      const vertex = reader.u16(at);
      if (vertex >= meshVertexCount) {
        const expected = `a vertex below ${meshVertexCount}`;
        throw reader.error("bad-index", `${where}.index`, at, expected, vertex);
      }
      out.vertex[row] = vertex;
      out.speed[row] = reader.bytes[at + 2] / 255;
      out.side[row] = reader.bytes[at + 3] / 255;
      for (let axis = 0; axis < 3; axis++) {
        out.delta[row * 3 + axis] = decodeHalf(reader.u16(at + 4 + axis * 2));
        out.normalDelta[row * 3 + axis] = decodeHalf(reader.u16(at + 10 + axis * 2));
      }
      if (bytes === 18) out.wrinkle[row] = reader.view.getInt16(at + 16, true) * WRINKLE_STEP;
    }
  }
  return out;
}

const OP_BYTES = 8;
const LAST_OP = FLEX_OP.DME_UPPER_EYELID;
const REMAP_N_WAY = 2;

/** Operations whose index is a row of the controllers. */
const CONTROLLER_OPS: readonly number[] = [
  FLEX_OP.FETCH1,
  FLEX_OP.TWO_WAY_0,
  FLEX_OP.TWO_WAY_1,
  FLEX_OP.N_WAY,
  FLEX_OP.DME_LOWER_EYELID,
  FLEX_OP.DME_UPPER_EYELID,
];

/**
 * Reads the facial animation data of an MDL that `parseMdl` accepts. Vertex animations are half
 * floats, as in all compilers of Source 2004 to 2013.
 * @throws FormatError
 */
export function parseMdlFlexes(bytes: Uint8Array): MdlFlexes {
  const reader = new MdlReader(bytes);
  const found = reader.find(HEADER_TABLES.flexDescriptors);
  const controllers = reader.find(HEADER_TABLES.flexControllers);
  return {
    descriptors: reader.names(found, 0),
    controllers: {
      type: reader.names(controllers, 0),
      name: reader.names(controllers, 4),
      ...reader.columns(controllers, FLEX_CONTROLLER),
    },
    controllerUis: readControllerUis(reader, controllers),
    ...readRules(reader, found.count, controllers.count),
    ...readMeshFlexes(reader, found.count),
  };
}

/** Reads the controllers' UI. Older headers have zeros in place of this table. */
function readControllerUis(reader: MdlReader, controllers: FoundTable): FlexControllerUis {
  const found = reader.find(HEADER_TABLES.flexControllerUis);
  const { where, at, count, bytes } = found;
  const remap = new Uint8Array(count);
  const [left, right, value] = [0, 1, 2].map(() => new Int32Array(count).fill(-1));
  for (let i = 0; i < count; i++) {
    const record = at + i * bytes;
    remap[i] = reader.bytes[record + 16];
    if (remap[i] >= FLEX_REMAPS.length) {
      const expected = `0 to ${FLEX_REMAPS.length - 1}`;
      throw reader.error("bad-value", `${where}.remaptype`, record + 16, expected, remap[i]);
    }
    left[i] = rowAt(reader, controllers, record, 4);
    if (reader.bytes[record + 17] !== 0) right[i] = rowAt(reader, controllers, record, 8);
    if (remap[i] === REMAP_N_WAY) value[i] = rowAt(reader, controllers, record, 12);
  }
  return { count, name: reader.names(found, 0), remap, left, right, value };
}

/** Returns the row of `table` that a record points at. */
function rowAt(reader: MdlReader, table: FoundTable, record: number, field: number): number {
  const offset = reader.i32(record + field);
  const row = (record + offset - table.at) / table.bytes;
  if (!Number.isInteger(row) || row < 0 || row >= table.count) {
    const expected = `the offset of one of ${table.count} records`;
    throw reader.error("bad-offset", table.where, record + field, expected, offset);
  }
  return row;
}

function readRules(
  reader: MdlReader,
  descriptorCount: number,
  controllerCount: number,
): { rules: FlexRules; ops: FlexOps } {
  const { where, at, count, bytes } = reader.find(HEADER_TABLES.flexRules);
  const rules = {
    count,
    descriptor: new Int32Array(count),
    firstOp: new Uint32Array(count),
    opCount: new Uint32Array(count),
  };
  const found: FoundTable[] = [];
  let opCount = 0;
  for (let i = 0; i < count; i++) {
    const record = at + i * bytes;
    const descriptor = reader.i32(record);
    if (descriptor < 0 || descriptor >= descriptorCount) {
      const expected = `a row below ${descriptorCount}`;
      throw reader.error("bad-index", `${where}.flex`, record, expected, descriptor);
    }
    const ops = reader.findBelow("mstudioflexop_t", record, 4, 8, OP_BYTES);
    found.push(ops);
    rules.descriptor[i] = descriptor;
    rules.firstOp[i] = opCount;
    rules.opCount[i] = ops.count;
    opCount += ops.count;
  }
  const ops = {
    count: opCount,
    op: new Uint8Array(opCount),
    index: new Int32Array(opCount),
    value: new Float32Array(opCount),
  };
  let row = 0;
  for (const table of found) {
    for (let i = 0; i < table.count; i++, row++) {
      readOp(reader, table.at + i * OP_BYTES, ops, row, descriptorCount, controllerCount);
    }
  }
  return { rules, ops };
}

function readOp(
  reader: MdlReader,
  at: number,
  ops: FlexOps,
  row: number,
  descriptorCount: number,
  controllerCount: number,
): void {
  const op = reader.i32(at);
  if (op < FLEX_OP.CONST || op > LAST_OP) {
    throw reader.error("bad-value", "mstudioflexop_t.op", at, `1 to ${LAST_OP}`, op);
  }
  ops.op[row] = op;
  if (op === FLEX_OP.CONST) {
    ops.value[row] = reader.f32(at + 4);
    if (!Number.isFinite(ops.value[row])) {
      const found = ops.value[row];
      throw reader.error("bad-value", "mstudioflexop_t.value", at + 4, "a finite number", found);
    }
    return;
  }
  const index = reader.i32(at + 4);
  ops.index[row] = index;
  const isController = CONTROLLER_OPS.includes(op);
  if (!isController && op !== FLEX_OP.FETCH2) return;
  const limit = isController ? controllerCount : descriptorCount;
  if (index < 0 || index >= limit) {
    const expected = `a row below ${limit}`;
    throw reader.error("bad-index", "mstudioflexop_t.index", at + 4, expected, index);
  }
}
