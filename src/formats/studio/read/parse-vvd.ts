/** Reads the vertices of a VVD. */

import { MAX_NUM_LODS, type StudioVertices, type Vvd } from "../types.ts";
import { StudioReader } from "./studio-reader.ts";
import { readVvdRuns } from "./vertices/read-vvd-runs.ts";

/** "IDSV", little-endian. */
const VVD_ID = 0x56534449;
const VVD_VERSION = 4;
const HEADER_BYTES = 64;
const VERTEX_BYTES = 48;
const TANGENT_BYTES = 16;
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
  reader.header("vertexFileHeader_t", 8);
  reader.identify("vertexFileHeader_t", VVD_ID, "bad-magic", "IDSV");
  const version = reader.i32(4);
  if (version !== VVD_VERSION) {
    throw reader.error("bad-version", "vertexFileHeader_t", 4, `version ${VVD_VERSION}`, version);
  }
  reader.header("vertexFileHeader_t", HEADER_BYTES);
  const lodCount = reader.i32(12);
  if (lodCount < 1 || lodCount > MAX_NUM_LODS) {
    const expected = `1 to ${MAX_NUM_LODS} LODs`;
    throw reader.error("bad-count", "vertexFileHeader_t.numLODs", 12, expected, lodCount);
  }
  const count = reader.i32(16);
  const vertexStart = reader.array("mstudiovertex_t", 16, count, reader.i32(56), VERTEX_BYTES);
  const lodVertexCounts = new Uint32Array(MAX_NUM_LODS);
  for (let i = 0; i < MAX_NUM_LODS; i++) {
    const at = 16 + i * 4;
    const needed = reader.i32(at);
    if (needed < 0 || needed > count) {
      throw reader.error("bad-count", "numLODVertexes", at, `0 to ${count} vertices`, needed);
    }
    lodVertexCounts[i] = needed;
  }
  const tangentAt = reader.i32(60);
  const hasTangents = tangentAt !== 0;
  const tangentStart = hasTangents
    ? reader.array("tangents", 60, count, tangentAt, TANGENT_BYTES)
    : 0;
  const runs = readVvdRuns(reader, count);
  const vertices = createVertices(count);
  copyVertices(reader, vertices, runs, vertexStart);
  if (hasTangents) copyTangents(bytes, vertices.tangent, runs, tangentStart, count);
  return {
    version,
    checksum: reader.i32(8),
    lodCount,
    lodVertexCounts,
    fixupCount: reader.i32(48),
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
  const floats = viewFloats(bytes, start, vertices.count * VERTEX_BYTES);
  let out = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const end = runs[run] + runs[run + 1];
    for (let source = runs[run]; source < end; source++, out++) {
      const f = source * 12;
      position[out * 3] = floats[f + 4];
      position[out * 3 + 1] = floats[f + 5];
      position[out * 3 + 2] = floats[f + 6];
      normal[out * 3] = floats[f + 7];
      normal[out * 3 + 1] = floats[f + 8];
      normal[out * 3 + 2] = floats[f + 9];
      texCoord[out * 2] = floats[f + 10];
      texCoord[out * 2 + 1] = floats[f + 11];

      const at = start + source * VERTEX_BYTES;
      const bones = bytes[at + 15];
      if (bones < 1 || bones > MAX_NUM_BONES_PER_VERT) {
        const where = "mstudioboneweight_t.numbones";
        throw reader.error("bad-count", where, at + 15, "1 to 3 bones", bones);
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
      for (let i = 0; i < bones; i++) boneIndex[out * 3 + i] = bytes[at + 12 + i];
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
  const floats = viewFloats(bytes, start, count * TANGENT_BYTES);
  let out = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const first = runs[run] * 4;
    const length = runs[run + 1] * 4;
    tangent.set(floats.subarray(first, first + length), out);
    out += length;
  }
}
