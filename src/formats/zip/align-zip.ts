/** A zip as consoles have it in a map, and as a PC does. */

import { concatBytes } from "../binary/encode-bytes.ts";
import { CENTRAL_HEADER_BYTES } from "./find-directory.ts";
import { dataOffset, listBlocks, readZipRecords, type ZipRecord } from "./read-records.ts";

const END_RECORD_BYTES = 22;
const COMMENT_BYTES = 32;
/** Sizes behind the data. */
const HAS_DESCRIPTOR = 1 << 3;

/**
 * Each file's data, the directory and its end begin at multiples of `alignment`, as Valve's tools do it: the local
 * extra field fills up, the directory repeats its length, what fills the directory up is counted to it, and the
 * comment says so. Of 1 nothing is filled up. What is stored of the files, their names and their dates stay.
 *
 * @returns the same where the archive says that it is aligned so, or says nothing and is not to be
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

/** Without an extra field, and with sizes that stood behind the data. */
function localHeader(header: Uint8Array, record: ZipRecord): Uint8Array {
  const view = new DataView(header.buffer);
  view.setUint16(6, view.getUint16(6, true) & ~HAS_DESCRIPTOR, true);
  view.setUint32(14, record.crc, true);
  view.setUint32(18, record.compressedByteLength, true);
  view.setUint32(22, record.byteLength, true);
  return header.slice(0, header.length - view.getUint16(28, true));
}

/** With the length of a local extra field that it does not hold itself; without a comment. */
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
