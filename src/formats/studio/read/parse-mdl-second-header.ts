/** Reads the second header of an MDL. */

import type {
  BoneFlexDrivers,
  LinearBones,
  MdlSecondHeader,
  SourceTransforms,
} from "../rig/second-header-types.ts";
import { MdlReader } from "./mdl-reader.ts";
import {
  BONE_FLEX_CONTROL,
  HEADER_TABLES,
  LINEAR_BONE_ARRAYS,
  SOURCE_TRANSFORM,
} from "./mdl-tables.ts";

const SECOND_HEADER_BYTES = 32;
const DRIVER_BYTES = 24;
const LINEAR_BONES_BYTES = 64;

/**
 * Reads the tables of an MDL's second header, except those in `MdlRig`. The MDL must be one that
 * `parseMdl` accepts.
 * @throws FormatError
 */
export function parseMdlSecondHeader(bytes: Uint8Array): MdlSecondHeader {
  const reader = new MdlReader(bytes);
  const at = reader.i32(400);
  if (at !== 0) reader.array("studiohdr2_t", 400, 1, at, SECOND_HEADER_BYTES);
  return {
    boneFlexDrivers: readDrivers(reader, at),
    sourceTransforms: readTransforms(reader, at),
    linearBones: at === 0 ? null : readLinearBones(reader, at),
  };
}

/** @param header offset of the second header; 0 if there is none */
function readDrivers(reader: MdlReader, header: number): BoneFlexDrivers {
  const where = "mstudioboneflexdriver_t";
  const places: number[] = [];
  const bone: number[] = [];
  if (header !== 0) {
    const boneCount = reader.find(HEADER_TABLES.bones).count;
    const drivers = reader.findBelow(where, header, 24, 28, DRIVER_BYTES);
    for (let driver = 0; driver < drivers.count; driver++) {
      const record = drivers.at + driver * DRIVER_BYTES;
      const row = reader.i32(record);
      if (row < 0 || row >= boneCount) {
        throw reader.error("bad-index", where, record, `a bone below ${boneCount}`, row);
      }
      const name = "mstudioboneflexdrivercontrol_t";
      const controls = reader.findBelow(name, record, 4, 8, BONE_FLEX_CONTROL.bytes);
      for (let i = 0; i < controls.count; i++) {
        places.push(controls.at + i * controls.bytes);
        bone.push(row);
      }
    }
  }
  const rows = reader.gather("mstudioboneflexdrivercontrol_t", places, BONE_FLEX_CONTROL);
  const controllerCount = reader.find(HEADER_TABLES.flexControllers).count;
  for (let i = 0; i < rows.count; i++) {
    const { component, controller } = rows;
    const isSound = component[i] >= 0 && component[i] < 3;
    if (isSound && controller[i] >= 0 && controller[i] < controllerCount) continue;
    const expected = `an axis of 3 and a controller below ${controllerCount}`;
    const found = `${component[i]} and ${controller[i]}`;
    throw reader.error("bad-index", "mstudioboneflexdrivercontrol_t", places[i], expected, found);
  }
  return { bone: Int32Array.from(bone), ...rows };
}

function readTransforms(reader: MdlReader, header: number): SourceTransforms {
  const where = "mstudiosrcbonetransform_t";
  if (header === 0) {
    return { count: 0, name: [], before: new Float32Array(0), after: new Float32Array(0) };
  }
  // The offset is from the file's start, like those of the first header's tables.
  const count = reader.i32(header);
  const { bytes } = SOURCE_TRANSFORM;
  const at = reader.table(where, header, count, reader.i32(header + 4), bytes);
  const found = { where, at, count, bytes };
  return { name: reader.names(found, 0), ...reader.columns(found, SOURCE_TRANSFORM) };
}

function readLinearBones(reader: MdlReader, header: number): LinearBones | null {
  const where = "mstudiolinearbone_t";
  const offset = reader.i32(header + 16);
  if (offset === 0) return null;
  const record = header + offset;
  reader.array(where, header + 16, 1, record, LINEAR_BONES_BYTES);
  const count = reader.i32(record);
  const boneCount = reader.find(HEADER_TABLES.bones).count;
  if (count !== boneCount) {
    throw reader.error("mismatch", where, record, `${boneCount} bones, as the header has`, count);
  }
  const { flags, parent, ...floats } = LINEAR_BONE_ARRAYS;
  const place = ({ at, bytes }: { readonly at: number; readonly bytes: number }) =>
    reader.array(where, record, count, record + reader.i32(record + at), bytes);
  const readFloats = (name: keyof typeof floats): Float32Array => {
    const first = place(floats[name]);
    return Float32Array.from({ length: (count * floats[name].bytes) / 4 }, (_, i) =>
      reader.f32(first + i * 4),
    );
  };
  const [firstFlags, firstParent] = [place(flags), place(parent)];
  return {
    count,
    flags: Uint32Array.from({ length: count }, (_, i) => reader.i32(firstFlags + i * 4) >>> 0),
    parent: Int32Array.from({ length: count }, (_, i) => reader.i32(firstParent + i * 4)),
    position: readFloats("position"),
    quaternion: readFloats("quaternion"),
    rotation: readFloats("rotation"),
    poseToBone: readFloats("poseToBone"),
    positionScale: readFloats("positionScale"),
    rotationScale: readFloats("rotationScale"),
    alignment: readFloats("alignment"),
  };
}
