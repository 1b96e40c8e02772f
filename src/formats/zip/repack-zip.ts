/** Compresses, decompresses or aligns the entries of a zip. Everything else is kept. */

import { FormatError } from "../../core/errors.ts";
import { concatBytes } from "../binary/encode-bytes.ts";
import { extraBytesOf, moveCentral, placeBlock } from "./edit-zip.ts";
import { CENTRAL_HEADER_BYTES } from "./find-directory.ts";
import { unpackEntry } from "./read-entry.ts";
import { dataOffset, listBlocks, readZipRecords, type ZipRecord } from "./read-records.ts";

export interface ZipRepack {
  /**
   * Compressor for method 14, which returns `null` for entries to be stored; if `null`, all are
   * stored.
   */
  readonly pack: ((bytes: Uint8Array) => Uint8Array | null) | null;
  /** Called with the decompressed size of an entry; throws FormatError if it is too large. */
  readonly take: (byteLength: number, where: string) => void;
}

export interface RepackedZip {
  /** The same bytes if nothing changes. */
  readonly bytes: Uint8Array;
  readonly changed: number;
  /** Entries that cannot be decompressed and are kept as stored: a line each. */
  readonly problems: readonly string[];
}

const METHOD_STORE = 0;
const METHOD_LZMA = 14;
const VERSION = 10;
const VERSION_LZMA = 63;
/** Flags for an end mark of LZMA, and for sizes after the data. */
const CODING_FLAGS = (1 << 1) | (1 << 3);

/**
 * Repacks a zip. Entries keep their names, dates and order. Sizes stored after an entry's data are
 * moved to its header.
 * @throws FormatError (ZIP) as `editZip`, and errors of `take`
 */
export function repackZip(bytes: Uint8Array, { pack, take }: ZipRepack): RepackedZip {
  const archive = readZipRecords(bytes);
  const { records, alignment, preambleBytes, directoryOffset, end } = archive;
  const byOffset = new Map(records.map((record) => [record.headerOffset, record]));
  const problems: string[] = [];
  const coded = new Map<number, CodedEntry>();
  const blocks = listBlocks(bytes, archive);
  for (const { offset, bytes: block } of blocks) {
    const entry = codeEntry(block, byOffset.get(offset)!, pack, take, problems);
    if (entry !== null) coded.set(offset, entry);
  }
  if (coded.size === 0) return { bytes, changed: 0, problems };

  const parts: Uint8Array[] = [bytes.subarray(0, blocks[0].offset)];
  let at = blocks[0].offset;
  const put = (part: Uint8Array) => {
    parts.push(part);
    at += part.length;
  };
  const align = () => put(new Uint8Array(-at & (alignment - 1)));
  const moved = new Map<number, { readonly offset: number; readonly extraBytes: number }>();
  for (const { offset, bytes: block } of blocks) {
    const entry = coded.get(offset);
    const placed = placeBlock(entry ? entry.block : block, at, alignment);
    moved.set(offset, { offset: at, extraBytes: extraBytesOf(placed) });
    put(placed);
  }
  align();
  const newDirectoryOffset = at;
  for (const { headerOffset, central } of records) {
    const { offset, extraBytes } = moved.get(headerOffset)!;
    const entry = coded.get(headerOffset);
    const header = entry ? patchCentral(central, entry) : central;
    put(moveCentral(header, offset - preambleBytes, extraBytes));
  }
  const oldHeaders = records.reduce((sum, { central }) => sum + central.length, 0);
  if (alignment > 1) align();
  else put(bytes.subarray(directoryOffset + oldHeaders, end));
  const tail = bytes.slice(end);
  const data = new DataView(tail.buffer);
  // Headers keep their lengths. Padding of the directory to a sector counts as part of it.
  if (alignment > 1) data.setUint32(12, at - newDirectoryOffset, true);
  data.setUint32(16, newDirectoryOffset - preambleBytes, true);
  put(tail);
  return { bytes: concatBytes(parts), changed: coded.size, problems };
}

interface CodedEntry {
  readonly method: number;
  readonly dataBytes: number;
  /** Local header and data. */
  readonly block: Uint8Array;
}

/** Returns `null` if the entry stays as it is. */
function codeEntry(
  block: Uint8Array,
  record: ZipRecord,
  pack: ZipRepack["pack"],
  take: ZipRepack["take"],
  problems: string[],
): CodedEntry | null {
  const isDone =
    record.method === METHOD_LZMA ? pack !== null : record.method === METHOD_STORE && pack === null;
  if (isDone || record.byteLength === 0) return null;
  const start = dataOffset(block);
  take(record.byteLength, record.path);
  const unpacked = tryUnpack(
    block.subarray(start, start + record.compressedByteLength),
    record,
    problems,
  );
  if (unpacked === null) return null;
  const packed = pack?.(unpacked) ?? null;
  if (packed === null && record.method === METHOD_STORE) return null;
  const data = packed ?? unpacked;
  const method = packed === null ? METHOD_STORE : METHOD_LZMA;
  const header = block.slice(0, start);
  const view = new DataView(header.buffer);
  patchFields(view, 4, method, data.length);
  view.setUint32(14, record.crc, true);
  view.setUint32(22, record.byteLength, true);
  return { method, dataBytes: data.length, block: concatBytes([header, data]) };
}

function tryUnpack(data: Uint8Array, record: ZipRecord, problems: string[]): Uint8Array | null {
  try {
    return unpackEntry(data, record);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    problems.push(error.message);
    return null;
  }
}

function patchCentral(central: Uint8Array, { method, dataBytes }: CodedEntry): Uint8Array {
  const patched = central.slice();
  patchFields(new DataView(patched.buffer), 6, method, dataBytes);
  return patched;
}

/** Patches a header. From the version needed on, both kinds of header have the same fields. */
function patchFields(view: DataView, at: number, method: number, dataBytes: number): void {
  view.setUint16(at, method === METHOD_LZMA ? VERSION_LZMA : VERSION, true);
  view.setUint16(at + 2, view.getUint16(at + 2, true) & ~CODING_FLAGS, true);
  view.setUint16(at + 4, method, true);
  view.setUint32(at + 14, dataBytes, true);
}

const END_RECORD_BYTES = 22;
const COMMENT_BYTES = 32;
/** Flag: sizes are stored after the data. */
const HAS_DESCRIPTOR = 1 << 3;

/**
 * Aligns each file's data, the directory and its end to multiples of `alignment`, like Valve's
 * tools: the local extra field is padding, the directory repeats its length, the directory's
 * padding counts as part of it, and the comment states the alignment. With 1 there is no padding.
 * Stored data, names and dates are kept.
 *
 * @returns the same bytes if the comment states this alignment, or none and 1 is requested
 * @throws FormatError (ZIP) as `editZip`
 */
export function alignZip(bytes: Uint8Array, alignment: 1 | 2048): Uint8Array {
  const archive = readZipRecords(bytes);
  if (archive.alignment === alignment) return bytes;
  const parts: Uint8Array[] = [];
  let at = 0;
  const put = (part: Uint8Array) => {
    parts.push(part);
    at += part.length;
  };
  const align = () => put(new Uint8Array(-at & (alignment - 1)));

  const byOffset = new Map(archive.records.map((record) => [record.headerOffset, record]));
  const placed = new Map<number, { readonly offset: number; readonly extraBytes: number }>();
  for (const { offset, bytes: block } of listBlocks(bytes, archive)) {
    const record = byOffset.get(offset)!;
    const start = dataOffset(block);
    const header = localHeader(block.slice(0, start), record);
    const extra = new Uint8Array(-(at + header.length) & (alignment - 1));
    new DataView(header.buffer).setUint16(28, extra.length, true);
    placed.set(offset, { offset: at, extraBytes: extra.length });
    put(header);
    put(extra);
    put(block.subarray(start, start + record.compressedByteLength));
  }
  align();
  const directory = at;
  for (const record of archive.records) {
    const { offset, extraBytes } = placed.get(record.headerOffset)!;
    put(centralHeader(record, offset, extraBytes));
  }
  align();
  const end = new Uint8Array(END_RECORD_BYTES + COMMENT_BYTES);
  end.set(bytes.subarray(archive.end, archive.end + 12));
  const view = new DataView(end.buffer);
  view.setUint32(12, at - directory, true);
  view.setUint32(16, directory, true);
  view.setUint16(20, COMMENT_BYTES, true);
  const comment = alignment === 1 ? "XZP1 0" : `XZP2 ${alignment}`;
  end.set(new TextEncoder().encode(comment), END_RECORD_BYTES);
  put(end);
  return concatBytes(parts);
}

/**
 * Returns a local header without an extra field, and with sizes that were stored after the data.
 */
function localHeader(header: Uint8Array, record: ZipRecord): Uint8Array {
  const view = new DataView(header.buffer);
  view.setUint16(6, view.getUint16(6, true) & ~HAS_DESCRIPTOR, true);
  view.setUint32(14, record.crc, true);
  view.setUint32(18, record.compressedByteLength, true);
  view.setUint32(22, record.byteLength, true);
  return header.slice(0, header.length - view.getUint16(28, true));
}

/**
 * Returns a central header with the length of a local extra field that it does not contain itself,
 * and without a comment.
 */
function centralHeader({ central }: ZipRecord, offset: number, extraBytes: number): Uint8Array {
  const nameBytes = new DataView(central.buffer, central.byteOffset).getUint16(28, true);
  const header = central.slice(0, CENTRAL_HEADER_BYTES + nameBytes);
  const view = new DataView(header.buffer);
  view.setUint16(8, view.getUint16(8, true) & ~HAS_DESCRIPTOR, true);
  view.setUint16(30, extraBytes, true);
  view.setUint16(32, 0, true);
  view.setUint32(42, offset, true);
  return header;
}
