/** Aligns a zip like console maps or PC maps do. */

import { concatBytes } from "../binary/encode-bytes.ts";
import { CENTRAL_HEADER_BYTES } from "./find-directory.ts";
import { dataOffset, listBlocks, readZipRecords, type ZipRecord } from "./read-records.ts";

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
