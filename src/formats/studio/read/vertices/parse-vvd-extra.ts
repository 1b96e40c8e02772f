/**
 * Extra vertex attributes after the tangents in VVDs of later branches (CS:GO and later): a header
 * of 8 bytes (number of attributes, total bytes), 12 bytes for each attribute (its type, its offset
 * from that header, its bytes for each vertex), then the values in vertex order. Sources: the
 * public readers Crowbar and SourceIO.
 */

import type { VvdExtra } from "../../types.ts";
import { parseVvd } from "../parse-vvd.ts";
import { StudioReader } from "../studio-reader.ts";
import { readVvdRuns } from "./read-vvd-runs.ts";

const VVD_HEADER_BYTES = 64;
const HEADER_BYTES = 8;
const INDEX_BYTES = 12;
const VERTEX_BYTES = 48;
const TANGENT_BYTES = 16;
const ALIGNMENT = 4;
/** Limit on attributes, above any branch's. Only texture coordinates 0 to 7 have public names. */
const MAX_ATTRIBUTES = 32;
const MAX_VERTEX_BYTES = 64;
const TEXCOORDS = 8;

/**
 * Reads only the extra attributes of a VVD, by vertex of root LOD 0; empty if nothing follows the
 * tangents.
 * @param count number of vertices, if the file was parsed before
 * @throws FormatError (VVD), like `parseVvd`, and for an invalid table of attributes
 */
export function parseVvdExtra(
  bytes: Uint8Array,
  count = parseVvd(bytes).vertices.count,
): readonly VvdExtra[] {
  const reader = new StudioReader("VVD", bytes);
  const tangents = reader.i32(60);
  const last =
    tangents === 0 ? reader.i32(56) + count * VERTEX_BYTES : tangents + count * TANGENT_BYTES;
  // A file without vertices may have any offset here, because parseVvd checks it only if there are
  // vertices.
  const placeAt = tangents === 0 ? 56 : 60;
  if (last < VVD_HEADER_BYTES) {
    const expected = `a place behind the header of ${VVD_HEADER_BYTES} bytes`;
    throw reader.error("bad-offset", "vertexFileHeader_t", placeAt, expected, reader.i32(placeAt));
  }
  const start = Math.ceil(last / ALIGNMENT) * ALIGNMENT;
  const available = bytes.length - start;
  if (available <= 0) return [];
  const where = "ExtraVertexAttributesHeader_t";
  if (available < HEADER_BYTES) {
    throw reader.error("truncated", where, start, `${HEADER_BYTES} bytes`, available);
  }
  const attributeCount = reader.i32(start);
  // The remaining bytes are padding.
  if (attributeCount === 0) return [];
  const byteLength = reader.i32(start + 4);
  const tableEnd = HEADER_BYTES + attributeCount * INDEX_BYTES;
  if (attributeCount < 0 || attributeCount > MAX_ATTRIBUTES || tableEnd > available) {
    throw reader.error(
      "bad-count",
      where,
      start,
      `at most ${MAX_ATTRIBUTES} attributes`,
      attributeCount,
    );
  }
  if (byteLength < tableEnd || byteLength > available) {
    const expected = `${tableEnd} to ${available} bytes in all`;
    throw reader.error("bad-count", where, start + 4, expected, byteLength);
  }
  const runs = readVvdRuns(reader, count);
  return Array.from({ length: attributeCount }, (_, row) => {
    const at = start + HEADER_BYTES + row * INDEX_BYTES;
    const bytesPerVertex = reader.i32(at + 8);
    if (bytesPerVertex < 1 || bytesPerVertex > MAX_VERTEX_BYTES) {
      const expected = `1 to ${MAX_VERTEX_BYTES} bytes a vertex`;
      throw reader.error(
        "bad-value",
        "ExtraVertexAttributeIndex_t",
        at + 8,
        expected,
        bytesPerVertex,
      );
    }
    const offset = reader.i32(at + 4);
    if (offset < tableEnd || offset + count * bytesPerVertex > byteLength) {
      const expected = `${count} values of ${bytesPerVertex} bytes inside ${byteLength}`;
      throw reader.error("bad-offset", "ExtraVertexAttributeIndex_t", at + 4, expected, offset);
    }
    const stored = bytes.subarray(start + offset, start + offset + count * bytesPerVertex);
    return readAttribute(reader.i32(at), bytesPerVertex, stored, runs);
  });
}

function readAttribute(
  type: number,
  bytesPerVertex: number,
  stored: Uint8Array,
  runs: Uint32Array,
): VvdExtra {
  const bytes = new Uint8Array(stored.length);
  let to = 0;
  for (let run = 0; run < runs.length; run += 2) {
    const first = runs[run] * bytesPerVertex;
    const length = runs[run + 1] * bytesPerVertex;
    bytes.set(stored.subarray(first, first + length), to);
    to += length;
  }
  const isTexCoord = type >= 0 && type < TEXCOORDS && bytesPerVertex === 8;
  const name = type >= 0 && type < TEXCOORDS ? `TEXCOORD${type}` : null;
  const texCoord = isTexCoord ? new Float32Array(bytes.buffer) : null;
  return { type, name, bytesPerVertex, bytes, texCoord };
}
