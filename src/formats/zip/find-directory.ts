/** Finds a zip's central directory from the record at its end. */

import { FormatError } from "../../core/errors.ts";

const END_RECORD = 0x06054b50;
const END_RECORD_BYTES = 22;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const MAX_COMMENT_BYTES = 0xffff;
/** A map's lump may be padded behind the archive. */
const MAX_PADDING_BYTES = 64;
export const CENTRAL_HEADER = 0x02014b50;
export const CENTRAL_HEADER_BYTES = 46;

export interface ZipDirectory {
  readonly offset: number;
  readonly byteLength: number;
  readonly entryCount: number;
  /** What lies before the archive: added to every offset in it. */
  readonly preambleBytes: number;
}

/** Throws FormatError (ZIP): `bad-magic`, `bad-offset`, `bad-count`, `unsupported`. */
export function findDirectory(view: DataView): ZipDirectory {
  const end = findEndRecord(view);
  if (
    end >= ZIP64_LOCATOR_BYTES &&
    view.getUint32(end - ZIP64_LOCATOR_BYTES, true) === ZIP64_LOCATOR
  ) {
    throw fault("unsupported", end, "a zip without zip64", "a zip64 locator");
  }
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 6, true) !== 0) {
    throw fault("unsupported", end + 4, "a zip in one piece", "several disks");
  }
  const entryCount = view.getUint16(end + 10, true);
  const byteLength = view.getUint32(end + 12, true);
  const stated = view.getUint32(end + 16, true);
  if (byteLength > end) {
    throw fault("bad-offset", end + 12, `a directory of at most ${end} bytes`, byteLength);
  }
  if (entryCount * CENTRAL_HEADER_BYTES > byteLength) {
    const limit = Math.floor(byteLength / CENTRAL_HEADER_BYTES);
    throw fault("bad-count", end + 10, `at most ${limit} entries`, entryCount);
  }
  if (entryCount === 0) return { offset: end, byteLength: 0, entryCount, preambleBytes: 0 };
  // The directory ends where its end record starts; what the offset lacks is a preamble. Some
  // writers leave a gap there instead, so the offset is tried as it is first.
  for (const offset of [stated, end - byteLength]) {
    if (offset + byteLength > end) continue;
    if (view.getUint32(offset, true) !== CENTRAL_HEADER) continue;
    if (offset >= stated) return { offset, byteLength, entryCount, preambleBytes: offset - stated };
  }
  throw fault("bad-offset", end + 16, "the offset of a central directory", stated);
}

/** Offset of the last end record whose comment fits behind it. */
function findEndRecord(view: DataView): number {
  const last = view.byteLength - END_RECORD_BYTES;
  const first = Math.max(0, last - MAX_COMMENT_BYTES - MAX_PADDING_BYTES);
  for (let at = last; at >= first; at--) {
    if (view.getUint32(at, true) !== END_RECORD) continue;
    if (view.getUint16(at + 20, true) <= last - at) return at;
  }
  throw fault("bad-magic", Math.max(0, last), "an end of central directory record", "none");
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
