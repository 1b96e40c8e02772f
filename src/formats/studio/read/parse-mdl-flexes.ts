/** Reads the facial animation data of an MDL. */

import { decodeHalf } from "../animation/pose-encoding.ts";
import { STUDIOHDR } from "../records/header.ts";
import {
  FLEX,
  FLEX_CONTROLLER,
  FLEX_CONTROLLER_UI,
  FLEX_DESC,
  FLEX_OPERATION,
  FLEX_RULE,
  MESH,
  MODEL,
  VERT_ANIM,
  VERT_ANIM_WRINKLE,
} from "../records/mesh.ts";
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
import { listModels, MdlReader } from "./mdl-reader.ts";
import { type FoundTable, readFinite } from "./studio-reader.ts";

/** `STUDIO_VERT_ANIM_NORMAL` and `STUDIO_VERT_ANIM_WRINKLE`. */
const VERTEX_ANIMATION_BYTES = [VERT_ANIM.bytes, VERT_ANIM_WRINKLE.bytes];
/** Unit of wrinkle values, which are integers, unlike the half floats beside them. */
const WRINKLE_STEP = 1 / 4096;

const FLEX_LAYOUT = {
  bytes: FLEX.bytes,
  columns: {
    descriptor: FLEX.columns.flexdesc,
    target: { ...FLEX.columns.target0, arity: 4 },
    pair: FLEX.columns.flexpair,
  },
};

const CONTROLLER_LAYOUT = {
  bytes: FLEX_CONTROLLER.bytes,
  columns: { min: FLEX_CONTROLLER.columns.min, max: FLEX_CONTROLLER.columns.max },
};

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
    const found = reader.find(MESH.tables.flexindex, at);
    const own = reader.columns(found, FLEX_LAYOUT);
    reader.checkRows(found, FLEX.at.flexdesc, own.descriptor, descriptorCount);
    for (let i = 0; i < found.count; i++) {
      // 0 means no pair: descriptor 0 is never the other side.
      const pair = own.pair[i] === 0 ? -1 : own.pair[i];
      if (pair < -1 || pair >= descriptorCount) {
        const field = found.at + i * FLEX.bytes + FLEX.at.flexpair;
        const expected = `a row below ${descriptorCount}`;
        throw reader.error("bad-index", "mstudioflex_t.flexpair", field, expected, pair);
      }
      columns.mesh.push(mesh);
      columns.descriptor.push(own.descriptor[i]);
      columns.pair.push(pair);
      for (let k = 0; k < 4; k++) columns.target.push(own.target[i * 4 + k]);
      runs.push({
        vertices: findVertices(reader, found.at + i * FLEX.bytes),
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
  for (const model of listModels(reader)) {
    const meshes = reader.find(MODEL.tables.meshindex, model.at);
    for (let mesh = 0; mesh < meshes.count; mesh++) {
      const at = meshes.at + mesh * MESH.bytes;
      yield { at, vertexCount: reader.i32(at + MESH.at.numvertices) };
    }
  }
}

function findVertices(reader: MdlReader, flex: number): FoundTable {
  const at = flex + FLEX.at.vertanimtype;
  const kind = reader.bytes[at];
  const bytes = VERTEX_ANIMATION_BYTES[kind];
  if (bytes === undefined) {
    throw reader.error("bad-value", "mstudioflex_t.vertanimtype", at, "0 or 1", kind);
  }
  return reader.find({ ...FLEX.tables.vertindex, bytes }, flex);
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
      const vertex = reader.u16(at + VERT_ANIM.at.index);
      if (vertex >= meshVertexCount) {
        const expected = `a vertex below ${meshVertexCount}`;
        throw reader.error("bad-index", `${where}.index`, at, expected, vertex);
      }
      out.vertex[row] = vertex;
      out.speed[row] = reader.bytes[at + VERT_ANIM.at.speed] / 255;
      out.side[row] = reader.bytes[at + VERT_ANIM.at.side] / 255;
      for (let axis = 0; axis < 3; axis++) {
        const [delta, normal] = [at + VERT_ANIM.at.delta, at + VERT_ANIM.at.ndelta];
        out.delta[row * 3 + axis] = decodeHalf(reader.u16(delta + axis * 2));
        out.normalDelta[row * 3 + axis] = decodeHalf(reader.u16(normal + axis * 2));
      }
      if (bytes !== VERT_ANIM_WRINKLE.bytes) continue;
      const wrinkle = reader.view.getInt16(at + VERT_ANIM_WRINKLE.at.wrinkledelta, true);
      out.wrinkle[row] = wrinkle * WRINKLE_STEP;
    }
  }
  return out;
}

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
  const found = reader.find(STUDIOHDR.tables.flexdescindex);
  const controllers = reader.find(STUDIOHDR.tables.flexcontrollerindex);
  return {
    descriptors: reader.names(found, FLEX_DESC.at.szFACSindex),
    controllers: {
      type: reader.names(controllers, FLEX_CONTROLLER.at.sztypeindex),
      name: reader.names(controllers, FLEX_CONTROLLER.at.sznameindex),
      ...reader.columns(controllers, CONTROLLER_LAYOUT),
    },
    controllerUis: readControllerUis(reader, controllers),
    ...readRules(reader, { descriptors: found.count, controllers: controllers.count }),
    ...readMeshFlexes(reader, found.count),
  };
}

/** Reads the controllers' UI. Older headers have zeros in place of this table. */
function readControllerUis(reader: MdlReader, controllers: FoundTable): FlexControllerUis {
  const found = reader.find(STUDIOHDR.tables.flexcontrolleruiindex);
  const { where, at, count, bytes } = found;
  const remap = new Uint8Array(count);
  const [left, right, value] = [0, 1, 2].map(() => new Int32Array(count).fill(-1));
  for (let i = 0; i < count; i++) {
    const record = at + i * bytes;
    remap[i] = reader.bytes[record + FLEX_CONTROLLER_UI.at.remaptype];
    if (remap[i] >= FLEX_REMAPS.length) {
      const expected = `0 to ${FLEX_REMAPS.length - 1}`;
      const place = record + FLEX_CONTROLLER_UI.at.remaptype;
      throw reader.error("bad-value", `${where}.remaptype`, place, expected, remap[i]);
    }
    left[i] = rowAt(reader, controllers, record, FLEX_CONTROLLER_UI.at.szindex0);
    if (reader.bytes[record + FLEX_CONTROLLER_UI.at.stereo] !== 0) {
      right[i] = rowAt(reader, controllers, record, FLEX_CONTROLLER_UI.at.szindex1);
    }
    if (remap[i] === REMAP_N_WAY) {
      value[i] = rowAt(reader, controllers, record, FLEX_CONTROLLER_UI.at.szindex2);
    }
  }
  return {
    count,
    name: reader.names(found, FLEX_CONTROLLER_UI.at.sznameindex),
    remap,
    left,
    right,
    value,
  };
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

interface FaceCounts {
  readonly descriptors: number;
  readonly controllers: number;
}

function readRules(reader: MdlReader, counts: FaceCounts): { rules: FlexRules; ops: FlexOps } {
  const { where, at, count, bytes } = reader.find(STUDIOHDR.tables.flexruleindex);
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
    const descriptor = reader.i32(record + FLEX_RULE.at.flex);
    if (descriptor < 0 || descriptor >= counts.descriptors) {
      const expected = `a row below ${counts.descriptors}`;
      const field = record + FLEX_RULE.at.flex;
      throw reader.error("bad-index", `${where}.flex`, field, expected, descriptor);
    }
    const ops = reader.find(FLEX_RULE.tables.opindex, record);
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
      readOp(reader, table.at + i * FLEX_OPERATION.bytes, ops, row, counts);
    }
  }
  return { rules, ops };
}

function readOp(
  reader: MdlReader,
  at: number,
  ops: FlexOps,
  row: number,
  counts: FaceCounts,
): void {
  const op = reader.i32(at + FLEX_OPERATION.at.op);
  if (op < FLEX_OP.CONST || op > LAST_OP) {
    throw reader.error("bad-value", "mstudioflexop_t.op", at, `1 to ${LAST_OP}`, op);
  }
  ops.op[row] = op;
  const place = at + FLEX_OPERATION.at.index;
  if (op === FLEX_OP.CONST) {
    ops.value[row] = readFinite(reader, "mstudioflexop_t.value", place);
    return;
  }
  const index = reader.i32(place);
  ops.index[row] = index;
  const isController = CONTROLLER_OPS.includes(op);
  if (!isController && op !== FLEX_OP.FETCH2) return;
  const limit = isController ? counts.controllers : counts.descriptors;
  if (index < 0 || index >= limit) {
    const expected = `a row below ${limit}`;
    throw reader.error("bad-index", "mstudioflexop_t.index", place, expected, index);
  }
}
