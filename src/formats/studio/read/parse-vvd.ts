/** Reads the vertices of a VVD. */

import { FIXUP, TANGENT, VERTEX, VERTEX_FILE_HEADER } from "../records/vertices.ts";
import { MAX_NUM_LODS, type StudioVertices, type Vvd } from "../types.ts";
import { StudioReader } from "./studio-reader.ts";

/** "IDSV", little-endian. */
const VVD_ID = 0x56534449;
const VVD_VERSION = 4;
const MAX_NUM_BONES_PER_VERT = 3;

/**
 * Parses a VVD, version 4, and applies its fixups for root LOD 0. Layout: `vertexFileHeader_t`,
 * `vertexFileFixup_t` and `mstudiovertex_t` in Valve's `studio.h`.
 *
 * The list of root LOD 0 contains the vertices of every LOD: a fixup applies to LOD n if its own
 * lod is >= n, and all are >= 0. VTX meshes of every LOD index this list.
 * @throws FormatError
 */
export function parseVvd(bytes: Uint8Array): Vvd {
  const reader = new StudioReader("VVD", bytes);
  const where = VERTEX_FILE_HEADER.name;
  reader.header(where, VERTEX_FILE_HEADER.at.checksum);
  reader.identify(where, VVD_ID, "bad-magic", "IDSV");
  const versionAt = VERTEX_FILE_HEADER.at.version;
  const version = reader.i32(versionAt);
  if (version !== VVD_VERSION) {
    throw reader.error("bad-version", where, versionAt, `version ${VVD_VERSION}`, version);
  }
  reader.header(where, VERTEX_FILE_HEADER.bytes);
  const lodCountAt = VERTEX_FILE_HEADER.at.numLODs;
  const lodCount = reader.i32(lodCountAt);
  if (lodCount < 1 || lodCount > MAX_NUM_LODS) {
    const expected = `1 to ${MAX_NUM_LODS} LODs`;
    throw reader.error("bad-count", "vertexFileHeader_t.numLODs", lodCountAt, expected, lodCount);
  }
  const countAt = VERTEX_FILE_HEADER.at.numLODVertexes;
  const count = reader.i32(countAt);
  const vertexAt = reader.i32(VERTEX_FILE_HEADER.at.vertexDataStart);
  const vertexStart = reader.array(VERTEX.name, countAt, count, vertexAt, VERTEX.bytes);
  const lodVertexCounts = new Uint32Array(MAX_NUM_LODS);
  for (let i = 0; i < MAX_NUM_LODS; i++) {
    const at = countAt + i * 4;
    const needed = reader.i32(at);
    if (needed < 0 || needed > count) {
      throw reader.error("bad-count", "numLODVertexes", at, `0 to ${count} vertices`, needed);
    }
    lodVertexCounts[i] = needed;
  }
  const tangentPlace = VERTEX_FILE_HEADER.at.tangentDataStart;
  const tangentAt = reader.i32(tangentPlace);
  const hasTangents = tangentAt !== 0;
  const tangentStart = hasTangents
    ? reader.array("tangents", tangentPlace, count, tangentAt, TANGENT.bytes)
    : 0;
  const runs = readVvdRuns(reader, count);
  const vertices = createVertices(count);
  copyVertices(reader, vertices, runs, vertexStart);
  if (hasTangents) copyTangents(bytes, vertices.tangent, runs, tangentStart, count);
  return {
    version,
    checksum: reader.i32(VERTEX_FILE_HEADER.at.checksum),
    lodCount,
    lodVertexCounts,
    fixupCount: reader.i32(VERTEX_FILE_HEADER.at.numFixups),
    vertices,
  };
}

function createVertices(count: number): StudioVertices {
  return {
    count,
    position: new Float32Array(count * 3),
    normal: new Float32Array(count * 3),
    tangent: new Float32Array(count * 4),
    texCoord: new Float32Array(count * 2),
    boneWeight: new Float32Array(count * 3),
    boneIndex: new Uint8Array(count * 3),
    boneCount: new Uint8Array(count),
  };
}

/** Returns a float32 view of bytes; copies them only if they are not aligned. */
function viewFloats(bytes: Uint8Array, offset: number, byteLength: number): Float32Array {
  const start = bytes.byteOffset + offset;
  if (start % 4 === 0) return new Float32Array(bytes.buffer, start, byteLength / 4);
  // Not bytes.slice: Node's Buffer returns a view of the same memory.
  return new Float32Array(new Uint8Array(bytes.subarray(offset, offset + byteLength)).buffer);
}

function copyVertices(
  reader: StudioReader,
  vertices: StudioVertices,
  runs: Uint32Array,
  start: number,
): void {
  const { bytes } = reader;
  const { position, normal, texCoord, boneWeight, boneIndex, boneCount } = vertices;
  const floats = viewFloats(bytes, start, vertices.count * VERTEX.bytes);
  // In floats. The weights are at a vertex's start. Local constants, which the loop reads faster.
  const stride = VERTEX.bytes / 4;
  const positionAt = VERTEX.at.m_vecPosition / 4;
  const normalAt = VERTEX.at.m_vecNormal / 4;
  const texCoordAt = VERTEX.at.m_vecTexCoord / 4;
  let out = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const end = runs[run] + runs[run + 1];
    for (let source = runs[run]; source < end; source++, out++) {
      const f = source * stride;
      position[out * 3] = floats[f + positionAt];
      position[out * 3 + 1] = floats[f + positionAt + 1];
      position[out * 3 + 2] = floats[f + positionAt + 2];
      normal[out * 3] = floats[f + normalAt];
      normal[out * 3 + 1] = floats[f + normalAt + 1];
      normal[out * 3 + 2] = floats[f + normalAt + 2];
      texCoord[out * 2] = floats[f + texCoordAt];
      texCoord[out * 2 + 1] = floats[f + texCoordAt + 1];

      const at = start + source * VERTEX.bytes;
      const bones = bytes[at + VERTEX.at.numbones];
      if (bones < 1 || bones > MAX_NUM_BONES_PER_VERT) {
        const where = "mstudioboneweight_t.numbones";
        throw reader.error("bad-count", where, at + VERTEX.at.numbones, "1 to 3 bones", bones);
      }
      boneCount[out] = bones;
      let sum = 0;
      for (let i = 0; i < bones; i++) sum += floats[f + i];
      // A single bone has full weight, whatever is stored. Slots past the count contain garbage.
      if (bones === 1 || !(sum > 0 && sum < Infinity)) {
        boneWeight[out * 3] = 1;
      } else {
        for (let i = 0; i < bones; i++) boneWeight[out * 3 + i] = floats[f + i] / sum;
      }
      for (let i = 0; i < bones; i++) boneIndex[out * 3 + i] = bytes[at + VERTEX.at.bone + i];
    }
  }
}

function copyTangents(
  bytes: Uint8Array,
  tangent: Float32Array,
  runs: Uint32Array,
  start: number,
  count: number,
): void {
  const floats = viewFloats(bytes, start, count * TANGENT.bytes);
  let out = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const first = runs[run] * 4;
    const length = runs[run + 1] * 4;
    tangent.set(floats.subarray(first, first + length), out);
    out += length;
  }
}

/**
 * Returns the runs of stored vertices that form the list of root LOD 0: (first, count) pairs, in
 * order.
 */
export function readVvdRuns(reader: StudioReader, vertexCount: number): Uint32Array {
  const { where, countAt, offsetAt, bytes } = VERTEX_FILE_HEADER.tables.fixupTableStart;
  const count = reader.i32(countAt);
  if (count === 0) return Uint32Array.of(0, vertexCount);
  const first = reader.array(where, countAt, count, reader.i32(offsetAt), bytes);
  const runs = new Uint32Array(count * 2);
  let total = 0;
  for (let i = 0; i < count; i++) {
    const at = first + i * bytes;
    const lodAt = at + FIXUP.at.lod;
    const lod = reader.i32(lodAt);
    if (lod < 0 || lod >= MAX_NUM_LODS) {
      throw reader.error("bad-value", "vertexFileFixup_t.lod", lodAt, "a LOD of 0 to 7", lod);
    }
    const source = reader.i32(at + FIXUP.at.sourceVertexID);
    const run = reader.i32(at + FIXUP.at.numVertexes);
    if (source < 0 || run < 0 || source + run > vertexCount) {
      const expected = `a run inside ${vertexCount} vertices`;
      throw reader.error("bad-index", where, at, expected, `${run} from ${source}`);
    }
    runs[i * 2] = source;
    runs[i * 2 + 1] = run;
    total += run;
  }
  if (total !== vertexCount) {
    const expected = `fixups of ${vertexCount} vertices together`;
    throw reader.error("bad-count", where, first, expected, total);
  }
  return runs;
}
