/**
 * Extra vertex attributes after the tangents in VVDs of later branches (CS:GO and later): a header
 * of 8 bytes (number of attributes, total bytes), 12 bytes for each attribute (its type, its offset
 * from that header, its bytes for each vertex), then the values in vertex order. Sources: the
 * public readers Crowbar and SourceIO.
 */

import {
  EXTRA_HEADER,
  EXTRA_INDEX,
  TANGENT,
  VERTEX,
  VERTEX_FILE_HEADER,
} from "../records/vertices.ts";
import type { VvdExtra } from "../types.ts";
import { parseVvd, readVvdRuns } from "./parse-vvd.ts";
import { StudioReader } from "./studio-reader.ts";

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
  const vertexPlace = VERTEX_FILE_HEADER.at.vertexDataStart;
  const tangentPlace = VERTEX_FILE_HEADER.at.tangentDataStart;
  const tangents = reader.i32(tangentPlace);
  const last =
    tangents === 0
      ? reader.i32(vertexPlace) + count * VERTEX.bytes
      : tangents + count * TANGENT.bytes;
  // A file without vertices may have any offset here, because parseVvd checks it only if there are
  // vertices.
  const placeAt = tangents === 0 ? vertexPlace : tangentPlace;
  if (last < VERTEX_FILE_HEADER.bytes) {
    const expected = `a place behind the header of ${VERTEX_FILE_HEADER.bytes} bytes`;
    throw reader.error(
      "bad-offset",
      VERTEX_FILE_HEADER.name,
      placeAt,
      expected,
      reader.i32(placeAt),
    );
  }
  const start = Math.ceil(last / ALIGNMENT) * ALIGNMENT;
  const available = bytes.length - start;
  if (available <= 0) return [];
  const where = EXTRA_HEADER.name;
  if (available < EXTRA_HEADER.bytes) {
    throw reader.error("truncated", where, start, `${EXTRA_HEADER.bytes} bytes`, available);
  }
  const attributeCount = reader.i32(start + EXTRA_HEADER.at.m_count);
  // The remaining bytes are padding.
  if (attributeCount === 0) return [];
  const byteLengthAt = start + EXTRA_HEADER.at.m_totalBytes;
  const byteLength = reader.i32(byteLengthAt);
  const tableEnd = EXTRA_HEADER.bytes + attributeCount * EXTRA_INDEX.bytes;
  if (attributeCount < 0 || attributeCount > MAX_ATTRIBUTES || tableEnd > available) {
    const expected = `at most ${MAX_ATTRIBUTES} attributes`;
    throw reader.error("bad-count", where, start, expected, attributeCount);
  }
  if (byteLength < tableEnd || byteLength > available) {
    const expected = `${tableEnd} to ${available} bytes in all`;
    throw reader.error("bad-count", where, byteLengthAt, expected, byteLength);
  }
  const runs = readVvdRuns(reader, count);
  return Array.from({ length: attributeCount }, (_, row) => {
    const at = start + EXTRA_HEADER.bytes + row * EXTRA_INDEX.bytes;
    const name = EXTRA_INDEX.name;
    const sizeAt = at + EXTRA_INDEX.at.m_bytes;
    const bytesPerVertex = reader.i32(sizeAt);
    if (bytesPerVertex < 1 || bytesPerVertex > MAX_VERTEX_BYTES) {
      const expected = `1 to ${MAX_VERTEX_BYTES} bytes a vertex`;
      throw reader.error("bad-value", name, sizeAt, expected, bytesPerVertex);
    }
    const offsetAt = at + EXTRA_INDEX.at.m_offset;
    const offset = reader.i32(offsetAt);
    if (offset < tableEnd || offset + count * bytesPerVertex > byteLength) {
      const expected = `${count} values of ${bytesPerVertex} bytes inside ${byteLength}`;
      throw reader.error("bad-offset", name, offsetAt, expected, offset);
    }
    const stored = bytes.subarray(start + offset, start + offset + count * bytesPerVertex);
    return readAttribute(reader.i32(at + EXTRA_INDEX.at.m_type), bytesPerVertex, stored, runs);
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
