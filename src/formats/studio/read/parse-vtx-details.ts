/** Reads strip properties and material replacements of a VTX. */

import {
  BONE_STATE_CHANGE,
  LONG_STRIP_GROUP,
  MATERIAL_REPLACEMENT,
  MATERIAL_REPLACEMENT_LIST,
  STRIP,
  STRIP_GROUP,
  VTX_HEADER,
} from "../records/strips.ts";
import { readVtxLayout, type VtxLayout } from "../vtx-layout.ts";
import { findTable, StudioReader } from "./studio-reader.ts";

/** `STRIPGROUP_*` */
export const STRIP_GROUP_FLAGS = {
  IS_FLEXED: 0x1,
  IS_HWSKINNED: 0x2,
  IS_DELTA_FLEXED: 0x4,
  SUPPRESS_HW_MORPH: 0x8,
} as const;

/** `STRIP_IS_*` */
export const STRIP_FLAGS = { IS_TRILIST: 0x1, IS_TRISTRIP: 0x2 } as const;

/** Strip groups in file order: sorted by mesh and LOD. */
export interface StripGroups {
  readonly count: number;
  /** Row of `Vtx.meshes`. */
  readonly mesh: Uint32Array;
  /** Bits of `STRIP_GROUP_FLAGS`. */
  readonly flags: Uint8Array;
  readonly vertexCount: Uint32Array;
  readonly indexCount: Uint32Array;
  /** For files with headers of 33 bytes; otherwise 0. */
  readonly topologyIndexCount: Uint32Array;
}

export interface Strips {
  readonly count: number;
  /** Row of `StripGroups`. */
  readonly group: Uint32Array;
  /** Bits of `STRIP_FLAGS`. */
  readonly flags: Uint8Array;
  readonly vertexCount: Uint32Array;
  readonly indexCount: Uint32Array;
  /** Maximum number of bones of its vertices. */
  readonly boneCount: Uint16Array;
  /** Run of `BoneStates`. */
  readonly firstBoneState: Uint32Array;
  readonly boneStateCount: Uint32Array;
}

/**
 * `BoneStateChangeHeader_t`: which of the model's bones is loaded into which hardware bone slot.
 */
export interface BoneStates {
  readonly count: number;
  readonly hardwareBone: Int32Array;
  readonly bone: Int32Array;
}

/** Materials that a LOD replaces. */
export interface MaterialReplacements {
  readonly count: number;
  readonly lod: Uint8Array;
  /** Row of `Mdl.textures`. */
  readonly material: Uint16Array;
  readonly name: readonly string[];
}

export interface VtxDetails {
  readonly vertexCacheSize: number;
  readonly maxBonesPerStrip: number;
  readonly maxBonesPerTriangle: number;
  readonly groups: StripGroups;
  readonly strips: Strips;
  readonly boneStates: BoneStates;
  readonly replacements: MaterialReplacements;
}

/**
 * Reads the strip properties and the material replacements of a VTX that `parseVtx` accepts.
 * @throws FormatError
 */
export function parseVtxDetails(bytes: Uint8Array): VtxDetails {
  const reader = new StudioReader("VTX", bytes);
  reader.header(VTX_HEADER.name, VTX_HEADER.bytes);
  const layout = readVtxLayout(bytes);
  return {
    vertexCacheSize: reader.i32(VTX_HEADER.at.vertCacheSize),
    maxBonesPerStrip: reader.u16(VTX_HEADER.at.maxBonesPerStrip),
    maxBonesPerTriangle: reader.u16(VTX_HEADER.at.maxBonesPerTri),
    groups: readGroups(reader, layout),
    ...readStrips(reader, layout),
    replacements: readReplacements(reader),
  };
}

function readGroups(reader: StudioReader, { groups, groupHeaderBytes }: VtxLayout): StripGroups {
  const isLong = groupHeaderBytes === LONG_STRIP_GROUP.bytes;
  const { at: headers } = groups;
  const readCounts = (field: number) => Uint32Array.from(headers, (at) => reader.i32(at + field));
  return {
    count: headers.length,
    mesh: Uint32Array.from(groups.mesh),
    flags: Uint8Array.from(headers, (at) => reader.bytes[at + STRIP_GROUP.at.flags]),
    vertexCount: readCounts(STRIP_GROUP.at.numVerts),
    indexCount: readCounts(STRIP_GROUP.at.numIndices),
    topologyIndexCount: isLong
      ? readCounts(LONG_STRIP_GROUP.at.numTopologyIndices)
      : new Uint32Array(headers.length),
  };
}

function readStrips(
  reader: StudioReader,
  { strips: { at, group, type, indexCount } }: VtxLayout,
): { strips: Strips; boneStates: BoneStates } {
  const readCounts = (field: number) =>
    Uint32Array.from(at, (header) => reader.i32(header + field));
  const boneStateCount = readCounts(STRIP.at.numBoneStateChanges);
  const firstBoneState = new Uint32Array(at.length);
  const count = boneStateCount.reduce((sum, own, strip) => {
    firstBoneState[strip] = sum;
    return sum + own;
  }, 0);
  const boneStates = { count, hardwareBone: new Int32Array(count), bone: new Int32Array(count) };
  at.forEach((header, strip) => {
    const { where, countAt, offsetAt, bytes } = STRIP.tables.boneStateChangeOffset;
    const first = header + reader.i32(header + offsetAt);
    reader.array(where, header + countAt, boneStateCount[strip], first, bytes);
    for (let i = 0; i < boneStateCount[strip]; i++) {
      const state = first + i * bytes;
      const row = firstBoneState[strip] + i;
      boneStates.hardwareBone[row] = reader.i32(state + BONE_STATE_CHANGE.at.hardwareID);
      boneStates.bone[row] = reader.i32(state + BONE_STATE_CHANGE.at.newBoneID);
    }
  });
  const strips = {
    count: at.length,
    group: Uint32Array.from(group),
    flags: Uint8Array.from(type),
    vertexCount: readCounts(STRIP.at.numVerts),
    indexCount: Uint32Array.from(indexCount),
    boneCount: Uint16Array.from(at, (header) => reader.u16(header + STRIP.at.numBones)),
    firstBoneState,
    boneStateCount,
  };
  return { strips, boneStates };
}

/** Reads `MaterialReplacementListHeader_t`, one for each LOD. */
function readReplacements(reader: StudioReader): MaterialReplacements {
  const where = MATERIAL_REPLACEMENT.name;
  const place = VTX_HEADER.at.numLODs;
  const lodCount = reader.i32(place);
  const listsAt = reader.i32(VTX_HEADER.at.materialReplacementListOffset);
  const listBytes = MATERIAL_REPLACEMENT_LIST.bytes;
  const lists = reader.table(where, place, lodCount, listsAt, listBytes);
  const lod: number[] = [];
  const material: number[] = [];
  const name: string[] = [];
  for (let row = 0; row < lodCount; row++) {
    const list = lists + row * listBytes;
    const found = findTable(reader, MATERIAL_REPLACEMENT_LIST.tables.replacementOffset, list);
    for (let i = 0; i < found.count; i++) {
      const record = found.at + i * found.bytes;
      const nameAt = record + MATERIAL_REPLACEMENT.at.replacementMaterialNameOffset;
      lod.push(row);
      material.push(reader.u16(record + MATERIAL_REPLACEMENT.at.materialID));
      name.push(reader.string(where, nameAt, record + reader.i32(nameAt)));
    }
  }
  return {
    count: lod.length,
    lod: Uint8Array.from(lod),
    material: Uint16Array.from(material),
    name,
  };
}
