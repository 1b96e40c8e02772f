/**
 * Decompresses single entries: stored, deflate (8) or LZMA (14), never more than the declared size.
 */

import { Inflate } from "fflate";
import { FormatError, type FormatErrorCode } from "../../core/errors.ts";
import { decompressLzma, LZMA_PROPERTY_BYTES } from "../lzma/decompress-lzma.ts";
import type { ZipEntry } from "./types.ts";

export const LOCAL_HEADER = 0x04034b50;
export const LOCAL_HEADER_BYTES = 30;
const ENCRYPTED = 1;
export const METHOD_STORE = 0;
const METHOD_DEFLATE = 8;
const METHOD_LZMA = 14;
/** Size limit, above any file of a map. */
const MAX_ENTRY_BYTES = 1 << 28;
/** Best ratio of deflate: 258 bytes from two bits. */
const MAX_DEFLATE_RATIO = 1032;
const INFLATE_PIECE_BYTES = 1 << 13;
/**
 * Header before the data of method 14: version (2), size of the properties (2), then the
 * properties.
 */
const LZMA_PREFIX_BYTES = 4;

export function readEntry(bytes: Uint8Array, entry: ZipEntry): Uint8Array {
  const start = findEntryData(bytes.subarray(entry.headerOffset), entry);
  const end = start + entry.compressedByteLength;
  if (end > bytes.length) {
    throw fault(entry, "truncated", `data up to byte ${end}`, bytes.length);
  }
  return unpackEntry(bytes.subarray(start, end), entry);
}

/**
 * Returns the offset of an entry's data in the archive. The local header may be longer than the
 * central one says.
 * @param header the local header's first `LOCAL_HEADER_BYTES` bytes or more
 */
export function findEntryData(header: Uint8Array, entry: ZipEntry): number {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length < LOCAL_HEADER_BYTES || view.getUint32(0, true) !== LOCAL_HEADER) {
    throw fault(entry, "bad-offset", "a local header", "none");
  }
  const nameAndExtra = view.getUint16(26, true) + view.getUint16(28, true);
  return entry.headerOffset + LOCAL_HEADER_BYTES + nameAndExtra;
}

/** Throws for impossible sizes of an entry before anything is allocated. */
export function checkEntrySizes(entry: ZipEntry): void {
  if ((entry.flags & ENCRYPTED) !== 0) {
    throw fault(entry, "unsupported", "an entry without a password", "an encrypted one");
  }
  const limit = Math.min(MAX_ENTRY_BYTES, maxByteLength(entry.method, entry.compressedByteLength));
  if (entry.byteLength > limit) {
    throw fault(entry, "bad-value", `at most ${limit} bytes unpacked`, entry.byteLength);
  }
}

/**
 * @param data data as stored in the archive, `compressedByteLength` bytes; returned itself for a
 * stored entry
 */
export function unpackEntry(data: Uint8Array, entry: ZipEntry): Uint8Array {
  checkEntrySizes(entry);
  if (entry.method === METHOD_STORE) {
    if (entry.byteLength !== data.length) {
      throw fault(entry, "mismatch", `${entry.byteLength} stored bytes`, data.length);
    }
    return data;
  }
  if (entry.method === METHOD_DEFLATE) return inflate(data, entry);
  if (entry.method === METHOD_LZMA) return unpackLzma(data, entry);
  throw fault(entry, "unsupported", "method 0, 8 or 14", entry.method);
}

/** Returns the maximum decompressed size of a method; the LZMA reader has its own limit. */
function maxByteLength(method: number, compressedByteLength: number): number {
  return method === METHOD_DEFLATE ? compressedByteLength * MAX_DEFLATE_RATIO : MAX_ENTRY_BYTES;
}

/**
 * Decompresses in pieces, so that data exceeding the declared size is detected early. fflate's
 * `inflateSync` with a buffer would process all of it.
 */
function inflate(data: Uint8Array, entry: ZipEntry): Uint8Array {
  const out = new Uint8Array(entry.byteLength);
  let written = 0;
  const stream = new Inflate((piece) => {
    if (written + piece.length > out.length) {
      throw fault(entry, "mismatch", `${entry.byteLength} bytes unpacked`, "more");
    }
    out.set(piece, written);
    written += piece.length;
  });
  try {
    for (let at = 0, isLast = false; !isLast; at += INFLATE_PIECE_BYTES) {
      isLast = at + INFLATE_PIECE_BYTES >= data.length;
      stream.push(data.subarray(at, at + INFLATE_PIECE_BYTES), isLast);
    }
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw fault(entry, "bad-value", "intact deflate data", (error as Error).message);
  }
  if (written < out.length) {
    throw fault(entry, "mismatch", `${entry.byteLength} bytes unpacked`, written);
  }
  return out;
}

function unpackLzma(data: Uint8Array, entry: ZipEntry): Uint8Array {
  const start = LZMA_PREFIX_BYTES + LZMA_PROPERTY_BYTES;
  const propertyBytes = data.length >= start ? data[2] | (data[3] << 8) : -1;
  if (propertyBytes !== LZMA_PROPERTY_BYTES) {
    throw fault(entry, "bad-value", "five bytes of LZMA properties", propertyBytes);
  }
  const properties = data.subarray(LZMA_PREFIX_BYTES, start);
  return decompressLzma(properties, data.subarray(start), entry.byteLength, entry.path);
}

function fault(
  entry: ZipEntry,
  code: FormatErrorCode,
  expected: string,
  found: string | number,
): FormatError {
  const { path: where, headerOffset: offset } = entry;
  return new FormatError({ format: "ZIP", code, where, offset, expected, found: String(found) });
}
