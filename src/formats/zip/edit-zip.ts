/**
 * Removes entries from a zip and adds others, with headers like those of Valve's tools. The
 * remaining entries are kept as stored.
 */

import { concatBytes } from "../binary/encode-bytes.ts";
import { CENTRAL_HEADER, CENTRAL_HEADER_BYTES } from "./find-directory.ts";
import { LOCAL_HEADER, LOCAL_HEADER_BYTES } from "./read-entry.ts";
import { dataOffset, listBlocks, readZipRecords, type ZipRecord } from "./read-records.ts";

export interface ZipEdit {
  /** Returns true for entries to remove. */
  readonly removes: (record: ZipRecord) => boolean;
  /** Entries to append, in this order. */
  readonly add: readonly NewZipEntry[];
}

const MAX_ENTRIES = 0xffff;
const END_RECORD_BYTES = 22;

/** Returns a zip without entries. Its comment is that of Valve's tools, for no alignment. */
export function makeEmptyZip(): Uint8Array {
  const bytes = new Uint8Array(END_RECORD_BYTES + 32);
  bytes.set([0x50, 0x4b, 5, 6]);
  bytes[20] = 32;
  bytes.set(new TextEncoder().encode("XZP1 0"), END_RECORD_BYTES);
  return bytes;
}

/**
 * Removes and adds entries. Local headers with their data, the directory's headers, the comment,
 * and bytes before and after the archive keep their contents and order; only offsets change. In an
 * archive with disc alignment, padding of local headers is rewritten. An edit without changes
 * returns the same bytes.
 *
 * @throws FormatError (ZIP) as `parseZip`; `bad-offset` if entries overlap
 * @throws RangeError for more than 65535 entries
 */
export function editZip(bytes: Uint8Array, { removes, add }: ZipEdit): Uint8Array {
  const archive = readZipRecords(bytes);
  const { records, alignment, preambleBytes, directoryOffset, end } = archive;
  const kept = records.filter((record) => !removes(record));
  if (kept.length === records.length && add.length === 0) return bytes;
  const count = kept.length + add.length;
  if (count > MAX_ENTRIES) throw new RangeError(`${count} files in a zip`);

  const parts: Uint8Array[] = [];
  let at = 0;
  const put = (part: Uint8Array) => {
    parts.push(part);
    at += part.length;
  };
  const align = () => put(new Uint8Array(-at & (alignment - 1)));

  const blocks = listBlocks(bytes, archive);
  put(bytes.subarray(0, blocks[0]?.offset ?? directoryOffset));
  const keptOffsets = new Set(kept.map((record) => record.headerOffset));
  const moved = new Map<number, { readonly offset: number; readonly extraBytes: number }>();
  for (const { offset, bytes: block } of blocks) {
    if (!keptOffsets.has(offset)) continue;
    const placed = placeBlock(block, at, alignment);
    moved.set(offset, { offset: at, extraBytes: extraBytesOf(placed) });
    put(placed);
  }
  const added = add.map((entry) => {
    const offset = at;
    put(encodeLocalHeader(entry, at, alignment));
    put(entry.data);
    return encodeCentralHeader(entry, offset - preambleBytes);
  });
  align();

  const newDirectoryOffset = at;
  for (const record of kept) {
    const { offset, extraBytes } = moved.get(record.headerOffset)!;
    put(moveCentral(record.central, offset - preambleBytes, extraBytes));
  }
  for (const central of added) put(central);
  const oldHeaders = records.reduce((sum, { central }) => sum + central.length, 0);
  let directoryBytes = at - newDirectoryOffset;
  if (alignment > 1) {
    // The padding at the directory's end counts as part of it.
    align();
    directoryBytes = at - newDirectoryOffset;
  } else {
    directoryBytes += archive.directoryBytes - oldHeaders;
    put(bytes.subarray(directoryOffset + oldHeaders, end));
  }

  const tail = bytes.slice(end);
  const data = new DataView(tail.buffer);
  data.setUint16(8, count, true);
  data.setUint16(10, count, true);
  data.setUint32(12, directoryBytes, true);
  data.setUint32(16, newDirectoryOffset - preambleBytes, true);
  put(tail);
  return concatBytes(parts);
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const extraBytesOf = (block: Uint8Array): number => viewOf(block).getUint16(28, true);

/** Returns a block unchanged or, if its data would not be aligned, with another extra field. */
export function placeBlock(block: Uint8Array, at: number, alignment: number): Uint8Array {
  const start = dataOffset(block);
  if ((at + start) % alignment === 0) return block;
  const nameEnd = start - extraBytesOf(block);
  const extra = new Uint8Array(-(at + nameEnd) & (alignment - 1));
  const header = block.slice(0, nameEnd);
  viewOf(header).setUint16(28, extra.length, true);
  return concatBytes([header, extra, block.subarray(start)]);
}

/**
 * Returns a central header for another offset. In console files it repeats the length of the local
 * extra field, without the field.
 */
export function moveCentral(central: Uint8Array, offset: number, extraBytes: number): Uint8Array {
  const moved = central.slice();
  const view = viewOf(moved);
  view.setUint32(42, offset, true);
  const stated = view.getUint16(28, true) + view.getUint16(30, true) + view.getUint16(32, true);
  if (CENTRAL_HEADER_BYTES + stated > central.length) view.setUint16(30, extraBytes, true);
  return moved;
}

export interface NewZipEntry {
  /** Name with forward slashes. */
  readonly name: string;
  /** 0 for stored, or 14 for LZMA: `data` then begins with a version and the coder's properties. */
  readonly method: 0 | 14;
  /** Data as stored in the archive. */
  readonly data: Uint8Array;
  /** Uncompressed size in bytes. */
  readonly byteLength: number;
  /** CRC-32 of the uncompressed data. */
  readonly crc: number;
}

/** Version of the writer: 2.0. */
const MADE_BY = 20;
/** Versions needed for reading: 1.0, and 6.3 for LZMA. */
const VERSION = 10;
const VERSION_LZMA = 63;
const UTF8_NAME = 1 << 11;
/**
 * 1 January 1980, the earliest date of the format. It is fixed, so that the output is
 * deterministic.
 */
const DATE = (1 << 5) | 1;

/**
 * @param at offset of the header in the archive, from which its data is aligned to a multiple of
 * `alignment`
 */
export function encodeLocalHeader(entry: NewZipEntry, at: number, alignment: number): Uint8Array {
  const name = encodeName(entry);
  const nameEnd = LOCAL_HEADER_BYTES + name.length;
  const extraBytes = -(at + nameEnd) & (alignment - 1);
  const header = new Uint8Array(nameEnd + extraBytes);
  const view = new DataView(header.buffer);
  view.setUint32(0, LOCAL_HEADER, true);
  writeFields(view, 4, entry, name);
  view.setUint16(28, extraBytes, true);
  header.set(name, LOCAL_HEADER_BYTES);
  return header;
}

/** @param offset offset of the local header, as stored in the archive */
export function encodeCentralHeader(entry: NewZipEntry, offset: number): Uint8Array {
  const name = encodeName(entry);
  const header = new Uint8Array(CENTRAL_HEADER_BYTES + name.length);
  const view = new DataView(header.buffer);
  view.setUint32(0, CENTRAL_HEADER, true);
  view.setUint16(4, MADE_BY, true);
  writeFields(view, 6, entry, name);
  view.setUint32(42, offset, true);
  header.set(name, CENTRAL_HEADER_BYTES);
  return header;
}

/** Encodes the name. Throws RangeError if it is empty or longer than 65535 bytes. */
function encodeName({ name }: NewZipEntry): Uint8Array {
  const bytes = new TextEncoder().encode(name);
  if (bytes.length === 0 || bytes.length > 0xffff) {
    throw new RangeError(`a name of ${bytes.length} bytes in a zip`);
  }
  return bytes;
}

/** Writes the fields that both headers share: from the version needed to the name's length. */
function writeFields(view: DataView, at: number, entry: NewZipEntry, name: Uint8Array): void {
  view.setUint16(at, entry.method === 0 ? VERSION : VERSION_LZMA, true);
  view.setUint16(at + 2, name.length === entry.name.length ? 0 : UTF8_NAME, true);
  view.setUint16(at + 4, entry.method, true);
  view.setUint16(at + 8, DATE, true);
  view.setUint32(at + 10, entry.crc, true);
  view.setUint32(at + 14, entry.data.length, true);
  view.setUint32(at + 18, entry.byteLength, true);
  view.setUint16(at + 22, name.length, true);
}
