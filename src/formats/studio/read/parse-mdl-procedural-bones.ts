/** Reads the procedural bones of an MDL. */

import { float, int, uint, vector } from "../../binary/columns.ts";
import { JIGGLE, type ProceduralBones } from "../rig/procedural-types.ts";
import { MdlReader } from "./mdl-reader.ts";
import { HEADER_TABLES } from "./mdl-tables.ts";

/** `mstudiobone_t` */
const PROC_TYPE = 164;
const PROC_INDEX = 168;
/** `STUDIO_PROC_*` */
const AXIS_INTERPOLATION = 1;
const QUATERNION_INTERPOLATION = 2;
const AIM_AT_BONE = 3;
const AIM_AT_ATTACHMENT = 4;
const JIGGLES = 5;

const AXIS_INTERPOLATION_LAYOUT = {
  bytes: 176,
  columns: { control: int(0), axis: int(4), position: float(8, 18), quaternion: float(80, 24) },
} as const;

const QUATERNION_INTERPOLATION_BYTES = 12;
const TRIGGER_LAYOUT = {
  bytes: 48,
  columns: {
    inverseTolerance: float(0),
    trigger: float(4, 4),
    position: vector(20),
    quaternion: float(32, 4),
  },
} as const;

const AIM_LAYOUT = {
  bytes: 44,
  columns: {
    parent: int(0),
    aim: int(4),
    aimVector: vector(8),
    upVector: vector(20),
    basePosition: vector(32),
  },
} as const;

const JIGGLE_LAYOUT = {
  bytes: 120,
  columns: {
    flags: uint(0),
    length: float(4),
    tipMass: float(8),
    yaw: float(12, 2),
    pitch: float(20, 2),
    along: float(28, 2),
    angleLimit: float(36),
    yawLimit: float(40, 4),
    pitchLimit: float(56, 4),
    base: float(72, 3),
    baseLimit: float(84, 9),
  },
} as const;
/** Extra fields at the end of the record, written by compilers that support them. */
const BOING_LAYOUT = { bytes: 140, columns: { boing: float(120, 5) } } as const;

interface Procedure {
  readonly bone: number;
  readonly type: number;
  readonly at: number;
}

/**
 * Reads the procedural bones, which follow other bones by a rule, of an MDL that `parseMdl`
 * accepts.
 * @throws FormatError
 */
export function parseMdlProceduralBones(bytes: Uint8Array): ProceduralBones {
  const reader = new MdlReader(bytes);
  const procedures = listProcedures(reader);
  const boneCount = reader.find(HEADER_TABLES.bones).count;
  const attachmentCount = reader.find(HEADER_TABLES.attachments).count;
  const of = (...types: number[]) => procedures.filter(({ type }) => types.includes(type));

  const axis = of(AXIS_INTERPOLATION);
  const axes = reader.gather("mstudioaxisinterpbone_t", places(axis), AXIS_INTERPOLATION_LAYOUT);
  checkRows(reader, "mstudioaxisinterpbone_t.control", axis, 0, axes.control, () => boneCount);
  checkRows(reader, "mstudioaxisinterpbone_t.axis", axis, 4, axes.axis, () => 3);

  const aim = of(AIM_AT_BONE, AIM_AT_ATTACHMENT);
  const aims = reader.gather("mstudioaimatbone_t", places(aim), AIM_LAYOUT);
  checkRows(reader, "mstudioaimatbone_t.parent", aim, 0, aims.parent, () => boneCount);
  const isAtAttachment = Uint8Array.from(aim, ({ type }) => Number(type === AIM_AT_ATTACHMENT));
  const aimed = (row: number) => (isAtAttachment[row] ? attachmentCount : boneCount);
  checkRows(reader, "mstudioaimatbone_t.aim", aim, 4, aims.aim, aimed);

  return {
    axisInterpolations: { bone: bonesOf(axis), ...axes },
    ...readQuaternionInterpolations(reader, of(QUATERNION_INTERPOLATION), boneCount),
    aims: { bone: bonesOf(aim), isAtAttachment, ...aims },
    jiggles: readJiggles(reader, of(JIGGLES)),
  };
}

function listProcedures(reader: MdlReader): Procedure[] {
  const { at, count, bytes } = reader.find(HEADER_TABLES.bones);
  const found: Procedure[] = [];
  for (let bone = 0; bone < count; bone++) {
    const record = at + bone * bytes;
    const type = reader.i32(record + PROC_TYPE);
    if (type === 0) continue;
    if (type < 0 || type > JIGGLES) {
      const expected = `0 to ${JIGGLES}`;
      throw reader.error("bad-value", "mstudiobone_t.proctype", record + PROC_TYPE, expected, type);
    }
    found.push({ bone, type, at: record + reader.i32(record + PROC_INDEX) });
  }
  return found;
}

const places = (rows: readonly Procedure[]): number[] => rows.map(({ at }) => at);
const bonesOf = (rows: readonly Procedure[]): Int32Array =>
  Int32Array.from(rows, (row) => row.bone);

function checkRows(
  reader: MdlReader,
  where: string,
  rows: readonly Procedure[],
  field: number,
  values: Int32Array,
  limitOf: (row: number) => number,
): void {
  const bad = values.findIndex((value, row) => value < 0 || value >= limitOf(row));
  if (bad < 0) return;
  const expected = `a row below ${limitOf(bad)}`;
  throw reader.error("bad-index", where, rows[bad].at + field, expected, values[bad]);
}

function readQuaternionInterpolations(
  reader: MdlReader,
  rows: readonly Procedure[],
  boneCount: number,
): Pick<ProceduralBones, "quaternionInterpolations" | "triggers"> {
  const control = new Int32Array(rows.length);
  const firstTrigger = new Uint32Array(rows.length);
  const triggerCount = new Uint32Array(rows.length);
  const triggers: number[] = [];
  const where = "mstudioquatinterpbone_t";
  rows.forEach(({ at }, row) => {
    reader.array(where, at, 1, at, QUATERNION_INTERPOLATION_BYTES);
    const found = reader.findBelow("mstudioquatinterpinfo_t", at, 4, 8, TRIGGER_LAYOUT.bytes);
    control[row] = reader.i32(at);
    firstTrigger[row] = triggers.length;
    triggerCount[row] = found.count;
    for (let i = 0; i < found.count; i++) triggers.push(found.at + i * TRIGGER_LAYOUT.bytes);
  });
  checkRows(reader, `${where}.control`, rows, 0, control, () => boneCount);
  return {
    quaternionInterpolations: {
      count: rows.length,
      bone: bonesOf(rows),
      control,
      firstTrigger,
      triggerCount,
    },
    triggers: reader.gather("mstudioquatinterpinfo_t", triggers, TRIGGER_LAYOUT),
  };
}

function readJiggles(reader: MdlReader, rows: readonly Procedure[]): ProceduralBones["jiggles"] {
  const where = "mstudiojigglebone_t";
  const jiggles = reader.gather(where, places(rows), JIGGLE_LAYOUT);
  const boing = new Float32Array(rows.length * 5);
  rows.forEach(({ at }, row) => {
    if ((jiggles.flags[row] & JIGGLE.IS_BOING) === 0) return;
    boing.set(reader.gather(where, [at], BOING_LAYOUT).boing, row * 5);
  });
  return { bone: bonesOf(rows), ...jiggles, boing };
}
