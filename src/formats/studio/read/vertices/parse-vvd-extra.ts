/**
 * What a VVD of later branches (CS:GO and on) has of each vertex behind the tangents: a header of 8 bytes
 * (how many attributes, and bytes in all), 12 bytes for each (which one it is, where it lies, counted
 * from that header, and its bytes a vertex), then the values, in the order of the vertices. As Crowbar
 * and SourceIO, public readers, have it.
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
/** More than any branch has: texture coordinates 0 to 7 are the only ones with a public name. */
const MAX_ATTRIBUTES = 32;
const MAX_VERTEX_BYTES = 64;
const TEXCOORDS = 8;

/**
 * Parses a VVD for these attributes alone, by vertex of root LOD 0; none where nothing lies behind the
 * tangents.
 * @param count of its vertices, if it was parsed before
 * @throws FormatError (VVD), as `parseVvd` does, and where the table of attributes cannot be
 */
export function parseVvdExtra(
  bytes: Uint8Array,
  count = parseVvd(bytes).vertices.count,
): readonly VvdExtra[] {
  const reader = new StudioReader("VVD", bytes);
  const tangents = reader.i32(60);
  const last =
    tangents === 0 ? reader.i32(56) + count * VERTEX_BYTES : tangents + count * TANGENT_BYTES;
  // A file without vertices may name any place: parseVvd checks it only where vertices lie there.
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
  // Bytes that only fill the file up.
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
