/**
 * Reads a zip's central directory from a view, such as a map's pakfile lump, without copying it.
 */

import { FormatError } from "../../core/errors.ts";
import { leavesRoot } from "../leaves-root.ts";
import { normalizePath } from "../normalize-path.ts";
import {
  CENTRAL_HEADER,
  CENTRAL_HEADER_BYTES,
  findDirectory,
  type ZipDirectory,
} from "./find-directory.ts";
import { readEntry } from "./read-entry.ts";
import type { ZipArchive, ZipEntry, ZipListing } from "./types.ts";

const UTF8_NAME = 1 << 11;
const utf8 = new TextDecoder("utf-8");
const oneByte = new TextDecoder("windows-1252");

/**
 * Opens an archive. Throws FormatError (ZIP) for a broken directory: `bad-magic`, `bad-offset`,
 * `bad-count`, `truncated`; `unsupported` for zip64 and split archives.
 */
export function parseZip(bytes: Uint8Array): ZipArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = findDirectory(view);
  const end = directory.offset + directory.byteLength;
  const listing = parseZipDirectory(bytes.subarray(directory.offset, end), directory);
  return { ...listing, read: (entry) => readEntry(bytes, entry) };
}

/** @param bytes bytes of the directory, which begin at `directory.offset` of the archive */
export function parseZipDirectory(bytes: Uint8Array, directory: ZipDirectory): ZipListing {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fault = (
    code: "truncated" | "bad-value" | "bad-offset" | "unsupported",
    at: number,
    expected: string,
    found: string | number,
  ) => directoryFault(code, directory.offset + at, expected, found);
  const entries: ZipEntry[] = [];
  const refused: string[] = [];
  const end = bytes.length;
  let at = 0;
  for (let i = 0; i < directory.entryCount; i++) {
    if (at + CENTRAL_HEADER_BYTES > end) throw fault("truncated", at, `header ${i}`, end - at);
    const signature = view.getUint32(at, true);
    if (signature !== CENTRAL_HEADER) {
      throw fault("bad-value", at, "PK\\1\\2", `0x${signature.toString(16)}`);
    }
    const nameBytes = view.getUint16(at + 28, true);
    const next = findNextHeader(view, at, i + 1 === directory.entryCount);
    if (next > end) throw fault("truncated", at, `header ${i} of ${next - at} bytes`, end - at);
    const flags = view.getUint16(at + 8, true);
    const compressedByteLength = view.getUint32(at + 20, true);
    const byteLength = view.getUint32(at + 24, true);
    const stated = view.getUint32(at + 42, true);
    if ([compressedByteLength, byteLength, stated].includes(0xffffffff)) {
      throw fault("unsupported", at + 20, "sizes without zip64", "0xffffffff");
    }
    const headerOffset = stated + directory.preambleBytes;
    if (headerOffset + compressedByteLength > directory.offset) {
      throw fault("bad-offset", at + 42, "data before the directory", headerOffset);
    }
    const start = at + CENTRAL_HEADER_BYTES;
    const name = decodeEntryName(bytes.subarray(start, start + nameBytes), flags);
    const method = view.getUint16(at + 10, true);
    at = next;
    if (leavesRoot(name)) {
      refused.push(name);
      continue;
    }
    // Entries of folders contain no data.
    if (/[\\/]$/.test(name)) continue;
    const path = normalizePath(name);
    entries.push({ path, name, method, compressedByteLength, byteLength, flags, headerOffset });
  }
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return { entries, refused, find: (path) => byPath.get(normalizePath(path)) };
}

/**
 * Returns the offset of the next header. Zips of consoles (`XZP2` in their comment) pad each file
 * to a sector with its local header's extra field, and repeat that field's size in the central
 * header, but not the field.
 */
export function findNextHeader(view: DataView, at: number, isLast: boolean): number {
  const bare = at + CENTRAL_HEADER_BYTES + view.getUint16(at + 28, true);
  const extraBytes = view.getUint16(at + 30, true);
  const commentBytes = view.getUint16(at + 32, true);
  const isNext = (next: number) =>
    isLast
      ? next <= view.byteLength
      : next + 4 <= view.byteLength && view.getUint32(next, true) === CENTRAL_HEADER;
  const [stated, without] = [bare + extraBytes + commentBytes, bare + commentBytes];
  // If headers have the same length, the stated offset may be that of a later one.
  if (isNext(stated) && (isLast || !isNext(without))) return stated;
  return isNext(without) ? without : stated;
}

/** Decodes a stored name: UTF-8 if its flag is set, else one byte a character. */
export function decodeEntryName(stored: Uint8Array, flags: number): string {
  return ((flags & UTF8_NAME) !== 0 ? utf8 : oneByte).decode(stored);
}

function directoryFault(
  code: "truncated" | "bad-value" | "bad-offset" | "unsupported",
  offset: number,
  expected: string,
  found: string | number,
): FormatError {
  const where = "central directory";
  return new FormatError({ format: "ZIP", code, where, offset, expected, found: String(found) });
}
