/** Finds a zip's central directory from the record at its end. */

import { FormatError } from "../../core/errors.ts";
import { END_RECORD_BYTES, MAX_COMMENT_BYTES, MAX_PADDING_BYTES } from "./tail-bytes.ts";

export const END_RECORD = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
export const CENTRAL_HEADER = 0x02014b50;
export const CENTRAL_HEADER_BYTES = 46;

export interface ZipDirectory {
  readonly offset: number;
  readonly byteLength: number;
  readonly entryCount: number;
  /** Number of bytes before the archive, which is added to every offset in it. */
  readonly preambleBytes: number;
}

/** Contents of the record at an archive's end. Offsets are from the archive's first byte. */
export interface ZipEndRecord {
  /** Offset of the record. */
  readonly end: number;
  readonly entryCount: number;
  readonly byteLength: number;
  /**
   * Possible offsets of the directory: the stated one, and the one at which it ends at the record.
   */
  readonly directoryOffsets: readonly number[];
  readonly statedOffset: number;
}

/**
 * Finds the directory. Throws FormatError (ZIP): `bad-magic`, `bad-offset`, `bad-count`,
 * `unsupported`.
 */
export function findDirectory(view: DataView): ZipDirectory {
  const record = findEndRecord(view, 0);
  if (record.entryCount === 0) return placeDirectory(record, record.end);
  for (const offset of record.directoryOffsets) {
    if (view.getUint32(offset, true) === CENTRAL_HEADER) return placeDirectory(record, offset);
  }
  throw directoryNotFound(record);
}

/** Returns the directory at the offset where its first header was found. */
export function placeDirectory(record: ZipEndRecord, offset: number): ZipDirectory {
  const { entryCount, byteLength, statedOffset } = record;
  if (entryCount === 0) return { offset, byteLength: 0, entryCount, preambleBytes: 0 };
  return { offset, byteLength, entryCount, preambleBytes: offset - statedOffset };
}

export function directoryNotFound(record: ZipEndRecord): FormatError {
  const expected = "the offset of a central directory";
  return fault("bad-offset", record.end + 16, expected, record.statedOffset);
}

/**
 * Finds the end record.
 * @param tail the archive's last bytes: `MAX_TAIL_BYTES`, or all of a shorter archive
 * @param tailOffset offset of `tail` in the archive
 * @throws FormatError (ZIP): `bad-magic`, `bad-offset`, `bad-count`, `unsupported`
 */
export function findEndRecord(tail: DataView, tailOffset: number): ZipEndRecord {
  const at = findSignature(tail, tailOffset);
  const end = tailOffset + at;
  if (
    at >= ZIP64_LOCATOR_BYTES &&
    tail.getUint32(at - ZIP64_LOCATOR_BYTES, true) === ZIP64_LOCATOR
  ) {
    throw fault("unsupported", end, "a zip without zip64", "a zip64 locator");
  }
  if (tail.getUint16(at + 4, true) !== 0 || tail.getUint16(at + 6, true) !== 0) {
    throw fault("unsupported", end + 4, "a zip in one piece", "several disks");
  }
  const entryCount = tail.getUint16(at + 10, true);
  const byteLength = tail.getUint32(at + 12, true);
  const statedOffset = tail.getUint32(at + 16, true);
  if (byteLength > end) {
    throw fault("bad-offset", end + 12, `a directory of at most ${end} bytes`, byteLength);
  }
  if (entryCount * CENTRAL_HEADER_BYTES > byteLength) {
    const limit = Math.floor(byteLength / CENTRAL_HEADER_BYTES);
    throw fault("bad-count", end + 10, `at most ${limit} entries`, entryCount);
  }
  // The directory ends at its end record. If the stated offset is too small, there is a preamble.
  // Some writers leave a gap instead, so the stated offset is tried first.
  const directoryOffsets = [statedOffset, end - byteLength].filter(
    (offset) => offset >= statedOffset && offset + byteLength <= end,
  );
  return { end, entryCount, byteLength, statedOffset, directoryOffsets };
}

/** Returns the offset in `view` of the last end record whose comment fits after it. */
function findSignature(view: DataView, viewOffset: number): number {
  const last = view.byteLength - END_RECORD_BYTES;
  const first = Math.max(0, last - MAX_COMMENT_BYTES - MAX_PADDING_BYTES);
  for (let at = last; at >= first; at--) {
    if (view.getUint32(at, true) !== END_RECORD) continue;
    if (view.getUint16(at + 20, true) <= last - at) return at;
  }
  throw fault(
    "bad-magic",
    viewOffset + Math.max(0, last),
    "an end of central directory record",
    "none",
  );
}

function fault(
  code: "bad-magic" | "bad-offset" | "bad-count" | "unsupported",
  offset: number,
  expected: string,
  found: string | number,
): FormatError {
  const where = "end of central directory";
  return new FormatError({ format: "ZIP", code, where, offset, expected, found: String(found) });
}
