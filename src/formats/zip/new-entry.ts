/** Encodes the headers of a new zip entry like Valve's tools. */

import { CENTRAL_HEADER, CENTRAL_HEADER_BYTES } from "./find-directory.ts";
import { LOCAL_HEADER, LOCAL_HEADER_BYTES } from "./read-entry.ts";

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
