/** Reads the triangles of a VTX. */

import { VTX_HEADER, VTX_INDEX, VTX_VERTEX } from "../records/strips.ts";
import { MAX_NUM_LODS, type Vtx } from "../types.ts";
import { readVtxLayout, STRIP_IS_TRILIST, type VtxLayout } from "../vtx-layout.ts";
import { StudioReader } from "./studio-reader.ts";

const VTX_VERSION = 7;

/**
 * Parses a VTX (`.dx90.vtx`, `.dx80.vtx`, `.sw.vtx`, ...), version 7, to triangle lists. Triangles
 * are returned counter-clockwise seen from the front; the file has them clockwise. Layout: Valve's
 * public `optimize.h`, without padding.
 * @throws FormatError
 */
export function parseVtx(bytes: Uint8Array): Vtx {
  const reader = new StudioReader("VTX", bytes);
  reader.header(VTX_HEADER.name, VTX_HEADER.at.vertCacheSize);
  reader.identify(VTX_HEADER.name, VTX_VERSION, "bad-version", `version ${VTX_VERSION}`);
  reader.header(VTX_HEADER.name, VTX_HEADER.bytes);
  const lodCountAt = VTX_HEADER.at.numLODs;
  const lodCount = reader.i32(lodCountAt);
  if (lodCount < 1 || lodCount > MAX_NUM_LODS) {
    const expected = `1 to ${MAX_NUM_LODS} LODs`;
    throw reader.error("bad-count", "FileHeader_t.numLODs", lodCountAt, expected, lodCount);
  }
  const layout = readVtxLayout(bytes);
  const { meshes } = layout;
  const deepest = meshes.lod.reduce((most, lod) => Math.max(most, lod), 0);
  if (deepest >= lodCount) {
    const expected = `meshes of LODs below ${lodCount}`;
    throw reader.error("bad-count", "FileHeader_t.numLODs", lodCountAt, expected, `LOD ${deepest}`);
  }
  const { indices, firstIndex, indexCount } = readTriangles(reader, layout);
  return {
    version: VTX_VERSION,
    checksum: reader.i32(VTX_HEADER.at.checkSum),
    lodCount,
    maxBonesPerVert: reader.i32(VTX_HEADER.at.maxBonesPerVert),
    stripGroupHeaderBytes: layout.groupHeaderBytes,
    stripGroupCount: layout.groups.at.length,
    stripCount: layout.strips.type.length,
    meshes: {
      count: meshes.model.length,
      bodyPart: Uint16Array.from(meshes.bodyPart),
      model: Uint16Array.from(meshes.model),
      lod: Uint8Array.from(meshes.lod),
      switchPoint: Float32Array.from(meshes.switchPoint),
      mesh: Uint16Array.from(meshes.mesh),
      firstIndex,
      indexCount,
    },
    indices,
  };
}

/** Reads the strips of each mesh as one run of triangles. */
function readTriangles(reader: StudioReader, layout: VtxLayout) {
  const { meshes, strips } = layout;
  let most = 0;
  for (let i = 0; i < strips.type.length; i++) {
    const count = strips.indexCount[i];
    most += strips.type[i] === STRIP_IS_TRILIST ? count : Math.max(0, count - 2) * 3;
  }
  const indices = new Uint32Array(most);
  const meshCount = meshes.model.length;
  const firstIndex = new Uint32Array(meshCount);
  const indexCount = new Uint32Array(meshCount);
  let end = 0;
  for (let mesh = 0; mesh < meshCount; mesh++) {
    firstIndex[mesh] = end;
    const lastStrip = meshes.firstStrip[mesh] + meshes.stripCount[mesh];
    for (let strip = meshes.firstStrip[mesh]; strip < lastStrip; strip++) {
      const vertexIds = readStrip(reader, layout, strip);
      end =
        strips.type[strip] === STRIP_IS_TRILIST
          ? writeList(indices, end, vertexIds)
          : writeStrip(indices, end, vertexIds);
    }
    indexCount[mesh] = end - firstIndex[mesh];
  }
  return { indices: indices.subarray(0, end), firstIndex, indexCount };
}

/** Returns origMeshVertID for each index of a strip. */
function readStrip(reader: StudioReader, layout: VtxLayout, strip: number): Uint16Array {
  const { bytes } = reader;
  const { strips } = layout;
  const vertexOffset = strips.vertexOffset[strip];
  const vertexCount = strips.vertexCount[strip];
  const vertexIds = new Uint16Array(strips.indexCount[strip]);
  let at = strips.indexOffset[strip];
  for (let i = 0; i < vertexIds.length; i++, at += VTX_INDEX.bytes) {
    const vertex = bytes[at] | (bytes[at + 1] << 8);
    if (vertex >= vertexCount) {
      const expected = `a vertex of the strip group below ${vertexCount}`;
      throw reader.error("bad-index", "StripGroupHeader_t indices", at, expected, vertex);
    }
    const id = vertexOffset + vertex * VTX_VERTEX.bytes + VTX_VERTEX.at.origMeshVertID;
    vertexIds[i] = bytes[id] | (bytes[id + 1] << 8);
  }
  return vertexIds;
}

function writeList(indices: Uint32Array, first: number, vertexIds: Uint16Array): number {
  let out = first;
  for (let i = 0; i < vertexIds.length; i += 3) {
    indices[out++] = vertexIds[i];
    indices[out++] = vertexIds[i + 2];
    indices[out++] = vertexIds[i + 1];
  }
  return out;
}

/**
 * Writes the triangles of a strip. Every second one is wound the other way; degenerate ones only
 * join runs and are skipped.
 */
function writeStrip(indices: Uint32Array, first: number, vertexIds: Uint16Array): number {
  let out = first;
  for (let i = 2; i < vertexIds.length; i++) {
    const a = vertexIds[i - 2];
    const b = vertexIds[i - 1];
    const c = vertexIds[i];
    if (a === b || b === c || c === a) continue;
    const isOdd = (i & 1) === 1;
    indices[out++] = a;
    indices[out++] = isOdd ? b : c;
    indices[out++] = isOdd ? c : b;
  }
  return out;
}
