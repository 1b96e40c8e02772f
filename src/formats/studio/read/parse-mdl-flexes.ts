import {
  FLEX_OP,
  FLEX_REMAPS,
  type FlexControllerUis,
  type FlexOps,
  type FlexRules,
  type MdlFlexes,
} from "../rig/flex-types.ts";
import { type FoundTable, MdlReader } from "./mdl-reader.ts";
import { FLEX_CONTROLLER, HEADER_TABLES } from "./mdl-tables.ts";
import { readMeshFlexes } from "./read-mesh-flexes.ts";

const OP_BYTES = 8;
const LAST_OP = FLEX_OP.DME_UPPER_EYELID;
const REMAP_N_WAY = 2;

/** Those whose index is a controller's row. */
const CONTROLLER_OPS: readonly number[] = [
  FLEX_OP.FETCH1,
  FLEX_OP.TWO_WAY_0,
  FLEX_OP.TWO_WAY_1,
  FLEX_OP.N_WAY,
  FLEX_OP.DME_LOWER_EYELID,
  FLEX_OP.DME_UPPER_EYELID,
];

/**
 * Reads what moves the faces of an MDL that `parseMdl` takes. Vertex animations are half floats, as all
 * compilers of Source 2004 to 2013 store them.
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

/** Older headers have no such table, and zeros in its place. */
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

/** The row of `table` that a record points at. */
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
