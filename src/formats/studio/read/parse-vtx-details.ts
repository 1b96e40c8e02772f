/** Reads strip properties and material replacements of a VTX. */

import type {
  BoneStates,
  MaterialReplacements,
  StripGroups,
  Strips,
  VtxDetails,
} from "../rig/vtx-details-types.ts";
import { readVtxLayout, type VtxLayout } from "../vtx-layout.ts";
import { StudioReader } from "./studio-reader.ts";

const HEADER_BYTES = 36;
const REPLACEMENT_LIST_BYTES = 8;
const REPLACEMENT_BYTES = 6;
const BONE_STATE_BYTES = 8;

/**
 * Reads the strip properties and the material replacements of a VTX that `parseVtx` accepts.
 * @throws FormatError
 */
export function parseVtxDetails(bytes: Uint8Array): VtxDetails {
  const reader = new StudioReader("VTX", bytes);
  reader.header("FileHeader_t", HEADER_BYTES);
  const layout = readVtxLayout(bytes);
  return {
    vertexCacheSize: reader.i32(4),
    maxBonesPerStrip: reader.u16(8),
    maxBonesPerTriangle: reader.u16(10),
    groups: readGroups(reader, layout),
    ...readStrips(reader, layout),
    replacements: readReplacements(reader),
  };
}

function readGroups(
  reader: StudioReader,
  { groups: { at, mesh }, groupHeaderBytes }: VtxLayout,
): StripGroups {
  const isLong = groupHeaderBytes === 33;
  return {
    count: at.length,
    mesh: Uint32Array.from(mesh),
    flags: Uint8Array.from(at, (header) => reader.bytes[header + 24]),
    vertexCount: Uint32Array.from(at, (header) => reader.i32(header)),
    indexCount: Uint32Array.from(at, (header) => reader.i32(header + 8)),
    topologyIndexCount: Uint32Array.from(at, (header) => (isLong ? reader.i32(header + 25) : 0)),
  };
}

function readStrips(
  reader: StudioReader,
  { strips: { at, group, type, indexCount } }: VtxLayout,
): { strips: Strips; boneStates: BoneStates } {
  const boneStateCount = Uint32Array.from(at, (header) => reader.i32(header + 19));
  const firstBoneState = new Uint32Array(at.length);
  const count = boneStateCount.reduce((sum, own, strip) => {
    firstBoneState[strip] = sum;
    return sum + own;
  }, 0);
  const boneStates = { count, hardwareBone: new Int32Array(count), bone: new Int32Array(count) };
  at.forEach((header, strip) => {
    const first = header + reader.i32(header + 23);
    const where = "BoneStateChangeHeader_t";
    reader.array(where, header + 19, boneStateCount[strip], first, BONE_STATE_BYTES);
    for (let i = 0; i < boneStateCount[strip]; i++) {
      boneStates.hardwareBone[firstBoneState[strip] + i] = reader.i32(first + i * 8);
      boneStates.bone[firstBoneState[strip] + i] = reader.i32(first + i * 8 + 4);
    }
  });
  const strips = {
    count: at.length,
    group: Uint32Array.from(group),
    flags: Uint8Array.from(type),
    vertexCount: Uint32Array.from(at, (header) => reader.i32(header + 8)),
    indexCount: Uint32Array.from(indexCount),
    boneCount: Uint16Array.from(at, (header) => reader.u16(header + 16)),
    firstBoneState,
    boneStateCount,
  };
  return { strips, boneStates };
}

/** Reads `MaterialReplacementListHeader_t`, one for each LOD. */
function readReplacements(reader: StudioReader): MaterialReplacements {
  const where = "MaterialReplacementHeader_t";
  const lodCount = reader.i32(20);
  const lists = reader.table(where, 20, lodCount, reader.i32(24), REPLACEMENT_LIST_BYTES);
  const lod: number[] = [];
  const material: number[] = [];
  const name: string[] = [];
  for (let row = 0; row < lodCount; row++) {
    const list = lists + row * REPLACEMENT_LIST_BYTES;
    const count = reader.i32(list);
    const first = reader.table(where, list, count, list + reader.i32(list + 4), REPLACEMENT_BYTES);
    for (let i = 0; i < count; i++) {
      const record = first + i * REPLACEMENT_BYTES;
      lod.push(row);
      material.push(reader.u16(record));
      name.push(reader.string(where, record + 2, record + reader.i32(record + 2)));
    }
  }
  return {
    count: lod.length,
    lod: Uint8Array.from(lod),
    material: Uint16Array.from(material),
    name,
  };
}
