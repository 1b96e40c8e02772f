/** Reads the procedural bones of an MDL. */

import { unsigned } from "../../binary/record-layout.ts";
import { STUDIOHDR } from "../records/header.ts";
import {
  AIM_AT_BONE,
  AXIS_INTERP_BONE,
  BONE,
  JIGGLE_BONE,
  QUAT_INTERP_BONE,
  QUAT_INTERP_INFO,
} from "../records/skeleton.ts";
import { JIGGLE, type ProceduralBones } from "../rig/procedural-types.ts";
import { MdlReader } from "./mdl-reader.ts";

/** `STUDIO_PROC_*` */
const PROC_AXISINTERP = 1;
const PROC_QUATINTERP = 2;
const PROC_AIMATBONE = 3;
const PROC_AIMATATTACH = 4;
const PROC_JIGGLE = 5;

const AXIS_LAYOUT = {
  bytes: AXIS_INTERP_BONE.bytes,
  columns: {
    control: AXIS_INTERP_BONE.columns.control,
    axis: AXIS_INTERP_BONE.columns.axis,
    position: AXIS_INTERP_BONE.columns.pos,
    quaternion: AXIS_INTERP_BONE.columns.quat,
  },
};

const TRIGGER_LAYOUT = {
  bytes: QUAT_INTERP_INFO.bytes,
  columns: {
    inverseTolerance: QUAT_INTERP_INFO.columns.inv_tolerance,
    trigger: QUAT_INTERP_INFO.columns.trigger,
    position: QUAT_INTERP_INFO.columns.pos,
    quaternion: QUAT_INTERP_INFO.columns.quat,
  },
};

const AIM_LAYOUT = {
  bytes: AIM_AT_BONE.bytes,
  columns: {
    parent: AIM_AT_BONE.columns.parent,
    aim: AIM_AT_BONE.columns.aim,
    aimVector: AIM_AT_BONE.columns.aimvector,
    upVector: AIM_AT_BONE.columns.upvector,
    basePosition: AIM_AT_BONE.columns.basepos,
  },
};

const JIGGLE_LAYOUT = {
  bytes: JIGGLE_BONE.at.boingImpactSpeed,
  columns: {
    flags: unsigned(JIGGLE_BONE.columns.flags),
    length: JIGGLE_BONE.columns.length,
    tipMass: JIGGLE_BONE.columns.tipMass,
    // Columns of several fields.
    yaw: { ...JIGGLE_BONE.columns.yawStiffness, arity: 2 },
    pitch: { ...JIGGLE_BONE.columns.pitchStiffness, arity: 2 },
    along: { ...JIGGLE_BONE.columns.alongStiffness, arity: 2 },
    angleLimit: JIGGLE_BONE.columns.angleLimit,
    yawLimit: { ...JIGGLE_BONE.columns.minYaw, arity: 4 },
    pitchLimit: { ...JIGGLE_BONE.columns.minPitch, arity: 4 },
    base: { ...JIGGLE_BONE.columns.baseMass, arity: 3 },
    baseLimit: { ...JIGGLE_BONE.columns.baseMinLeft, arity: 9 },
  },
};
/** Extra fields at the end of the record, written by compilers that support them. */
const BOING_LAYOUT = {
  bytes: JIGGLE_BONE.bytes,
  columns: { boing: { ...JIGGLE_BONE.columns.boingImpactSpeed, arity: 5 } },
};

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
  const boneCount = reader.find(STUDIOHDR.tables.boneindex).count;
  const attachmentCount = reader.find(STUDIOHDR.tables.localattachmentindex).count;
  const of = (...types: number[]) => procedures.filter(({ type }) => types.includes(type));

  const axis = of(PROC_AXISINTERP);
  const axes = reader.gather(AXIS_INTERP_BONE.name, placesOf(axis, 0), AXIS_LAYOUT);
  const controls = placesOf(axis, AXIS_INTERP_BONE.at.control);
  const where = "mstudioaxisinterpbone_t";
  checkRows(reader, `${where}.control`, controls, axes.control, () => boneCount);
  const axisPlaces = placesOf(axis, AXIS_INTERP_BONE.at.axis);
  checkRows(reader, `${where}.axis`, axisPlaces, axes.axis, () => 3);

  const aim = of(PROC_AIMATBONE, PROC_AIMATATTACH);
  const aims = reader.gather(AIM_AT_BONE.name, placesOf(aim, 0), AIM_LAYOUT);
  const parents = placesOf(aim, AIM_AT_BONE.at.parent);
  checkRows(reader, "mstudioaimatbone_t.parent", parents, aims.parent, () => boneCount);
  const isAtAttachment = Uint8Array.from(aim, ({ type }) => Number(type === PROC_AIMATATTACH));
  const aimed = (row: number) => (isAtAttachment[row] ? attachmentCount : boneCount);
  const targets = placesOf(aim, AIM_AT_BONE.at.aim);
  checkRows(reader, "mstudioaimatbone_t.aim", targets, aims.aim, aimed);

  return {
    axisInterpolations: { bone: bonesOf(axis), ...axes },
    ...readQuaternionInterpolations(reader, of(PROC_QUATINTERP), boneCount),
    aims: { bone: bonesOf(aim), isAtAttachment, ...aims },
    jiggles: readJiggles(reader, of(PROC_JIGGLE)),
  };
}

function listProcedures(reader: MdlReader): Procedure[] {
  const { at, count, bytes } = reader.find(STUDIOHDR.tables.boneindex);
  const found: Procedure[] = [];
  for (let bone = 0; bone < count; bone++) {
    const record = at + bone * bytes;
    const place = record + BONE.at.proctype;
    const type = reader.i32(place);
    if (type === 0) continue;
    if (type < 0 || type > PROC_JIGGLE) {
      const expected = `0 to ${PROC_JIGGLE}`;
      throw reader.error("bad-value", "mstudiobone_t.proctype", place, expected, type);
    }
    found.push({ bone, type, at: record + reader.i32(record + BONE.at.procindex) });
  }
  return found;
}

/** Returns the places of a field of the records. */
const placesOf = (rows: readonly Procedure[], field: number): number[] =>
  rows.map(({ at }) => at + field);
const bonesOf = (rows: readonly Procedure[]): Int32Array =>
  Int32Array.from(rows, (row) => row.bone);

function checkRows(
  reader: MdlReader,
  where: string,
  places: readonly number[],
  values: Int32Array,
  limitOf: (row: number) => number,
): void {
  const bad = values.findIndex((value, row) => value < 0 || value >= limitOf(row));
  if (bad < 0) return;
  const expected = `a row below ${limitOf(bad)}`;
  throw reader.error("bad-index", where, places[bad], expected, values[bad]);
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
    reader.array(where, at, 1, at, QUAT_INTERP_BONE.bytes);
    const found = reader.find(QUAT_INTERP_BONE.tables.triggerindex, at);
    control[row] = reader.i32(at + QUAT_INTERP_BONE.at.control);
    firstTrigger[row] = triggers.length;
    triggerCount[row] = found.count;
    for (let i = 0; i < found.count; i++) triggers.push(found.at + i * QUAT_INTERP_INFO.bytes);
  });
  const controls = placesOf(rows, QUAT_INTERP_BONE.at.control);
  checkRows(reader, `${where}.control`, controls, control, () => boneCount);
  return {
    quaternionInterpolations: {
      count: rows.length,
      bone: bonesOf(rows),
      control,
      firstTrigger,
      triggerCount,
    },
    triggers: reader.gather(QUAT_INTERP_INFO.name, triggers, TRIGGER_LAYOUT),
  };
}

function readJiggles(reader: MdlReader, rows: readonly Procedure[]): ProceduralBones["jiggles"] {
  const where = JIGGLE_BONE.name;
  const jiggles = reader.gather(where, placesOf(rows, 0), JIGGLE_LAYOUT);
  const boing = new Float32Array(rows.length * 5);
  rows.forEach(({ at }, row) => {
    if ((jiggles.flags[row] & JIGGLE.IS_BOING) === 0) return;
    boing.set(reader.gather(where, [at], BOING_LAYOUT).boing, row * 5);
  });
  return { bone: bonesOf(rows), ...jiggles, boing };
}
