/** Removes entries from a zip and adds others. The remaining ones are kept as stored. */

import { concatBytes } from "../binary/encode-bytes.ts";
import { CENTRAL_HEADER_BYTES } from "./find-directory.ts";
import { encodeCentralHeader, encodeLocalHeader, type NewZipEntry } from "./new-entry.ts";
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
