/** Reads baked light for the vertices of a static prop (VHV). */

import { FormatError } from "../../../core/errors.ts";
import { VHV_HEADER, VHV_MESH } from "../records/vertices.ts";
import { StudioReader } from "./studio-reader.ts";

const VHV_VERSION = 2;
const COLOR_BYTES = 4;
/** Size of a vertex with light for each of three bump directions, an option of CS:GO's vrad. */
const BUMPED_VERTEX_BYTES = 3 * COLOR_BYTES;
/** Baked light of one static prop: `sp_<n>.vhv` or `sp_hdr_<n>.vhv` of a map's pakfile. */
export interface Vhv {
  /**
   * Colours of the three directions, each encoded like `color`; `null` if each vertex has one
   * colour.
   */
  readonly directed: readonly Uint8Array[] | null;
  /** Checksum of its MDL. */
  readonly checksum: number;
  readonly meshCount: number;
  /** LOD of each mesh. Meshes are in the order of the strip groups of the model's VTX. */
  readonly meshLod: Uint8Array;
  readonly meshFirstVertex: Uint32Array;
  readonly meshVertexCount: Uint32Array;
  /** 4 a vertex: RGBA, (light ^ (1 / 2.2)) / 2. If three colours are stored, their mean. */
  readonly color: Uint8Array;
}

/**
 * Parses a VHV, version 2, with one colour or three (bumped props) for each vertex. Layout: Valve's
 * public `hardwareverts.h`.
 * @throws FormatError; `unsupported` for vertices of another size
 */
export function parseVhv(bytes: Uint8Array): Vhv {
  const reader = new StudioReader("VHV", bytes);
  const header = VHV_HEADER.name;
  reader.header(header, VHV_HEADER.bytes);
  const version = reader.i32(VHV_HEADER.at.m_nVersion);
  if (version !== VHV_VERSION) {
    throw reader.error("bad-version", header, 0, `version ${VHV_VERSION}`, version);
  }
  const vertexBytesAt = VHV_HEADER.at.m_nVertexSize;
  const vertexBytes = reader.i32(vertexBytesAt);
  if (vertexBytes !== COLOR_BYTES && vertexBytes !== BUMPED_VERTEX_BYTES) {
    const expected = `vertices of ${COLOR_BYTES} or ${BUMPED_VERTEX_BYTES} bytes`;
    const where = "FileHeader_t.m_nVertexSize";
    throw reader.error("unsupported", where, vertexBytesAt, expected, vertexBytes);
  }
  const meshCountAt = VHV_HEADER.at.m_nMeshes;
  const meshCount = reader.i32(meshCountAt);
  const room = Math.floor((bytes.length - VHV_HEADER.bytes) / VHV_MESH.bytes);
  if (meshCount < 0 || meshCount > room) {
    const expected = `0 to ${room} meshes`;
    throw reader.error("bad-count", "FileHeader_t.m_nMeshes", meshCountAt, expected, meshCount);
  }
  const meshLod = new Uint8Array(meshCount);
  const meshFirstVertex = new Uint32Array(meshCount);
  const meshVertexCount = new Uint32Array(meshCount);
  const meshOffset = new Uint32Array(meshCount);
  let total = 0;
  for (let mesh = 0; mesh < meshCount; mesh++) {
    const at = VHV_HEADER.bytes + mesh * VHV_MESH.bytes;
    meshLod[mesh] = reader.i32(at + VHV_MESH.at.m_nLod);
    meshVertexCount[mesh] = reader.i32(at + VHV_MESH.at.m_nVertexes);
    meshOffset[mesh] = reader.i32(at + VHV_MESH.at.m_nOffset);
    meshFirstVertex[mesh] = total;
    total += meshVertexCount[mesh];
    // Meshes may not share bytes, so counts cannot claim more than the file's size.
    if (
      total * vertexBytes > bytes.length ||
      meshOffset[mesh] + meshVertexCount[mesh] * vertexBytes > bytes.length
    ) {
      throw new FormatError({
        format: "VHV",
        code: "bad-offset",
        where: VHV_MESH.name,
        offset: at,
        expected: `vertices inside the file's ${bytes.length} bytes`,
        found: `${meshVertexCount[mesh]} at ${meshOffset[mesh]}`,
      });
    }
  }
  const read = (first: number) => {
    const color = new Uint8Array(total * COLOR_BYTES);
    for (let mesh = 0; mesh < meshCount; mesh++) {
      let to = meshFirstVertex[mesh] * COLOR_BYTES;
      let from = meshOffset[mesh] + first * COLOR_BYTES;
      for (let i = 0; i < meshVertexCount[mesh]; i++, to += COLOR_BYTES, from += vertexBytes) {
        // Stored as B, G, R, A.
        for (let k = 0; k < COLOR_BYTES; k++) color[to + k] = bytes[from + (k < 3 ? 2 - k : k)];
      }
    }
    return color;
  };
  const directed = vertexBytes === COLOR_BYTES ? null : [read(0), read(1), read(2)];
  const color = directed === null ? read(0) : meanColor(directed);
  const checksum = reader.i32(VHV_HEADER.at.m_nChecksum);
  return { directed, checksum, meshCount, meshLod, meshFirstVertex, meshVertexCount, color };
}

/**
 * Returns the mean of the three colours, like the engine's shader for vertices without bump
 * mapping.
 */
function meanColor([first, second, third]: readonly Uint8Array[]): Uint8Array {
  return first.map((value, i) => Math.round((value + second[i] + third[i]) / 3));
}
