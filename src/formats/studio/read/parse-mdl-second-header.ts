/** Reads the second header of an MDL. */

import type { Column } from "../../binary/record-layout.ts";
import { STUDIOHDR, STUDIOHDR2 } from "../records/header.ts";
import {
  BONE,
  BONE_FLEX_DRIVER,
  BONE_FLEX_DRIVER_CONTROL,
  LINEAR_BONE,
  SRC_BONE_TRANSFORM,
} from "../records/skeleton.ts";
import type {
  BoneFlexDrivers,
  LinearBones,
  MdlSecondHeader,
  SourceTransforms,
} from "../rig/rig-types.ts";
import { MdlReader } from "./mdl-reader.ts";

const TRANSFORM_LAYOUT = {
  bytes: SRC_BONE_TRANSFORM.bytes,
  columns: {
    before: SRC_BONE_TRANSFORM.columns.pretransform,
    after: SRC_BONE_TRANSFORM.columns.posttransform,
  },
};

const CONTROL_LAYOUT = {
  bytes: BONE_FLEX_DRIVER_CONTROL.bytes,
  columns: {
    component: BONE_FLEX_DRIVER_CONTROL.columns.m_nBoneComponent,
    controller: BONE_FLEX_DRIVER_CONTROL.columns.m_nFlexControllerIndex,
    min: BONE_FLEX_DRIVER_CONTROL.columns.m_flMin,
    max: BONE_FLEX_DRIVER_CONTROL.columns.m_flMax,
  },
};

/**
 * Reads the tables of an MDL's second header, except those in `MdlRig`. The MDL must be one that
 * `parseMdl` accepts.
 * @throws FormatError
 */
export function parseMdlSecondHeader(bytes: Uint8Array): MdlSecondHeader {
  const reader = new MdlReader(bytes);
  const place = STUDIOHDR.at.studiohdr2index;
  const at = reader.i32(place);
  // Only the part that is read, which files of other tools may end after.
  if (at !== 0) reader.array(STUDIOHDR2.name, place, 1, at, STUDIOHDR2.at.reserved);
  return {
    boneFlexDrivers: readDrivers(reader, at),
    sourceTransforms: readTransforms(reader, at),
    linearBones: at === 0 ? null : readLinearBones(reader, at),
  };
}

/** @param header offset of the second header; 0 if there is none */
function readDrivers(reader: MdlReader, header: number): BoneFlexDrivers {
  const where = BONE_FLEX_DRIVER.name;
  const places: number[] = [];
  const bone: number[] = [];
  if (header !== 0) {
    const boneCount = reader.find(STUDIOHDR.tables.boneindex).count;
    const drivers = reader.find(STUDIOHDR2.tables.m_nBoneFlexDriverIndex, header);
    for (let driver = 0; driver < drivers.count; driver++) {
      const record = drivers.at + driver * BONE_FLEX_DRIVER.bytes;
      const row = reader.i32(record + BONE_FLEX_DRIVER.at.m_nBoneIndex);
      if (row < 0 || row >= boneCount) {
        throw reader.error("bad-index", where, record, `a bone below ${boneCount}`, row);
      }
      const controls = reader.find(BONE_FLEX_DRIVER.tables.m_nControlIndex, record);
      for (let i = 0; i < controls.count; i++) {
        places.push(controls.at + i * controls.bytes);
        bone.push(row);
      }
    }
  }
  const rows = reader.gather(BONE_FLEX_DRIVER_CONTROL.name, places, CONTROL_LAYOUT);
  const controllerCount = reader.find(STUDIOHDR.tables.flexcontrollerindex).count;
  for (let i = 0; i < rows.count; i++) {
    const { component, controller } = rows;
    const isSound = component[i] >= 0 && component[i] < 3;
    if (isSound && controller[i] >= 0 && controller[i] < controllerCount) continue;
    const expected = `an axis of 3 and a controller below ${controllerCount}`;
    const found = `${component[i]} and ${controller[i]}`;
    throw reader.error("bad-index", BONE_FLEX_DRIVER_CONTROL.name, places[i], expected, found);
  }
  return { bone: Int32Array.from(bone), ...rows };
}

function readTransforms(reader: MdlReader, header: number): SourceTransforms {
  if (header === 0) {
    return { count: 0, name: [], before: new Float32Array(0), after: new Float32Array(0) };
  }
  // The offset is from the file's start, like those of the first header's tables.
  const { where, countAt, offsetAt, bytes } = STUDIOHDR2.tables.srcbonetransformindex;
  const count = reader.i32(header + countAt);
  const offset = reader.i32(header + offsetAt);
  const at = reader.table(where, header + countAt, count, offset, bytes);
  const found = { where, at, count, bytes };
  return {
    name: reader.names(found, SRC_BONE_TRANSFORM.at.sznameindex),
    ...reader.columns(found, TRANSFORM_LAYOUT),
  };
}

function readLinearBones(reader: MdlReader, header: number): LinearBones | null {
  const where = LINEAR_BONE.name;
  const place = header + STUDIOHDR2.at.linearboneindex;
  const offset = reader.i32(place);
  if (offset === 0) return null;
  const record = header + offset;
  reader.array(where, place, 1, record, LINEAR_BONE.bytes);
  const count = reader.i32(record + LINEAR_BONE.at.numbones);
  const boneCount = reader.find(STUDIOHDR.tables.boneindex).count;
  if (count !== boneCount) {
    throw reader.error("mismatch", where, record, `${boneCount} bones, as the header has`, count);
  }
  const findArray = (field: number, arity = 1) =>
    reader.array(where, record, count, record + reader.i32(record + field), arity * 4);
  const readFloats = (field: number, { arity = 1 }: Column): Float32Array => {
    const first = findArray(field, arity);
    return Float32Array.from({ length: count * arity }, (_, i) => reader.f32(first + i * 4));
  };
  const firstFlags = findArray(LINEAR_BONE.at.flagsindex);
  const firstParent = findArray(LINEAR_BONE.at.parentindex);
  return {
    count,
    flags: Uint32Array.from({ length: count }, (_, i) => reader.i32(firstFlags + i * 4) >>> 0),
    parent: Int32Array.from({ length: count }, (_, i) => reader.i32(firstParent + i * 4)),
    // The values are those of the bones' fields.
    position: readFloats(LINEAR_BONE.at.posindex, BONE.columns.pos),
    quaternion: readFloats(LINEAR_BONE.at.quatindex, BONE.columns.quat),
    rotation: readFloats(LINEAR_BONE.at.rotindex, BONE.columns.rot),
    poseToBone: readFloats(LINEAR_BONE.at.posetoboneindex, BONE.columns.poseToBone),
    positionScale: readFloats(LINEAR_BONE.at.posscaleindex, BONE.columns.posscale),
    rotationScale: readFloats(LINEAR_BONE.at.rotscaleindex, BONE.columns.rotscale),
    alignment: readFloats(LINEAR_BONE.at.qalignmentindex, BONE.columns.qAlignment),
  };
}
