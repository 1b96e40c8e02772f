/** Reads a zip's entries with their stored bytes, for code that edits zips. */

import { FormatError } from "../../core/errors.ts";
import { leavesRoot } from "../leaves-root.ts";
import { normalizePath } from "../normalize-path.ts";
import { CENTRAL_HEADER_BYTES, findDirectory, findEndRecord } from "./find-directory.ts";
import { decodeEntryName, findNextHeader, parseZip } from "./parse-zip.ts";
import { LOCAL_HEADER, LOCAL_HEADER_BYTES } from "./read-entry.ts";
import type { ZipEntry } from "./types.ts";

export interface ZipRecord extends ZipEntry {
  /**
   * Normalised path. A name that leads out of the root is kept, in lower case with forward slashes.
   */
  readonly path: string;
  /** CRC-32 of the uncompressed data. */
  readonly crc: number;
  /** Header in the central directory, as a view. */
  readonly central: Uint8Array;
}

export interface ZipRecords {
  /** All entries in the directory's order, including folders and names that `parseZip` refuses. */
  readonly records: readonly ZipRecord[];
  /** Offset of the directory. */
  readonly directoryOffset: number;
  /** Size of the directory in the end record. */
  readonly directoryBytes: number;
  /** Offset of the end record. */
  readonly end: number;
  /** Number added to all offsets that the archive states. */
  readonly preambleBytes: number;
  /** Alignment of entries' data, the directory and its end: 1, or a disc sector. */
  readonly alignment: number;
}

/** Reads the records. Throws FormatError (ZIP) as `parseZip` does. */
export function readZipRecords(bytes: Uint8Array): ZipRecords {
  // Checks that every header is inside the archive.
  parseZip(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { end } = findEndRecord(view, 0);
  const directory = findDirectory(view);
  const { offset, byteLength, preambleBytes, entryCount } = directory;
  const headers = new DataView(bytes.buffer, bytes.byteOffset + offset, byteLength);
  const records: ZipRecord[] = [];
  for (let i = 0, at = 0; i < entryCount; i++) {
    const next = findNextHeader(headers, at, i + 1 === entryCount);
    const central = bytes.subarray(offset + at, offset + next);
    const flags = headers.getUint16(at + 8, true);
    const nameBytes = headers.getUint16(at + 28, true);
    const nameAt = CENTRAL_HEADER_BYTES;
    const name = decodeEntryName(central.subarray(nameAt, nameAt + nameBytes), flags);
    records.push({
      name,
      path: leavesRoot(name) ? name.toLowerCase().replaceAll("\\", "/") : normalizePath(name),
      flags,
      method: headers.getUint16(at + 10, true),
      compressedByteLength: headers.getUint32(at + 20, true),
      byteLength: headers.getUint32(at + 24, true),
      crc: headers.getUint32(at + 16, true),
      central,
      headerOffset: headers.getUint32(at + 42, true) + preambleBytes,
    });
    at = next;
  }
  return {
    records,
    directoryOffset: offset,
    directoryBytes: byteLength,
    end,
    preambleBytes,
    alignment: readAlignment(bytes.subarray(end + 22)),
  };
}

/** Reads the alignment from the comment of Valve's tools: `XZP1 0`, `XZP2 2048`. */
function readAlignment(comment: Uint8Array): number {
  const stated = /^XZP\d (\d{1,5})\0/.exec(String.fromCharCode(...comment.subarray(0, 16)));
  const alignment = stated ? Number(stated[1]) : 0;
  return alignment > 0 && (alignment & (alignment - 1)) === 0 ? alignment : 1;
}

/**
 * A part of an archive before its directory: a local header, its data, and the bytes up to the next
 * header.
 */
export interface ZipBlock {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * Splits the archive before its directory at each local header.
 * @throws FormatError (ZIP, `bad-offset`) if a header is missing, or its data overlaps the next
 */
export function listBlocks(bytes: Uint8Array, archive: ZipRecords): ZipBlock[] {
  const { records, directoryOffset } = archive;
  const starts = [...new Set(records.map((record) => record.headerOffset))].sort((a, b) => a - b);
  const blocks = starts.map((offset, i) => {
    return { offset, bytes: bytes.subarray(offset, starts[i + 1] ?? directoryOffset) };
  });
  const byOffset = new Map(blocks.map((block) => [block.offset, block.bytes]));
  for (const { name, headerOffset, compressedByteLength } of records) {
    const block = byOffset.get(headerOffset)!;
    if (dataOffset(block) + compressedByteLength <= block.length) continue;
    throw new FormatError({
      format: "ZIP",
      code: "bad-offset",
      where: name,
      offset: headerOffset,
      expected: "a local header with its data before the next one",
      found: `${block.length} bytes`,
    });
  }
  return blocks;
}

/** Returns the offset of the data in a block; infinity if it does not begin with a header. */
export function dataOffset(block: Uint8Array): number {
  if (block.length < LOCAL_HEADER_BYTES) return Number.POSITIVE_INFINITY;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (view.getUint32(0, true) !== LOCAL_HEADER) return Number.POSITIVE_INFINITY;
  return LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}
