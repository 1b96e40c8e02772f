/**
 * Writes a zip like a pakfile: sorted by name, deterministic. Files are stored, or keep their
 * compression.
 */

import { concatBytes } from "../binary/encode-bytes.ts";
import { crc32 } from "./crc32.ts";
import type { DeflatedFile } from "./deflate-file.ts";
import { CENTRAL_HEADER, CENTRAL_HEADER_BYTES, END_RECORD } from "./find-directory.ts";
import { LOCAL_HEADER, LOCAL_HEADER_BYTES } from "./read-entry.ts";

const END_RECORD_BYTES = 22;
/** Version of the format without extensions: 1.0. */
const VERSION = 10;
/** Version with deflate: 2.0. */
const VERSION_DEFLATE = 20;
const METHOD_DEFLATE = 8;
const UTF8_NAME = 1 << 11;
/** 1 January 1980, the earliest date of the format. */
const DATE = (1 << 5) | 1;
const MAX_ENTRIES = 0xffff;
const MAX_BYTES = 0xffffffff;

/**
 * Writes a zip. Throws RangeError for more than 65535 files, 4 GB and more, and names that are
 * empty or longer than 65535 bytes, because these would need the 64-bit extension.
 */
export function writeZip(files: ReadonlyMap<string, Uint8Array | DeflatedFile>): Uint8Array {
  if (files.size > MAX_ENTRIES) throw new RangeError(`${files.size} files in a zip`);
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  // Sorted by code unit, independent of the locale.
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const [path, file] of sorted) {
    const bytes = file instanceof Uint8Array ? file : file.deflated;
    const name = encoder.encode(path);
    if (name.length === 0 || name.length > 0xffff) {
      throw new RangeError(`a name of ${name.length} bytes in a zip`);
    }
    const fields = describe(path, name, file);
    const local = new Uint8Array(LOCAL_HEADER_BYTES + name.length);
    new DataView(local.buffer).setUint32(0, LOCAL_HEADER, true);
    local.set(fields, 4);
    local.set(name, LOCAL_HEADER_BYTES);
    parts.push(local, bytes);

    const central = new Uint8Array(CENTRAL_HEADER_BYTES + name.length);
    const view = new DataView(central.buffer);
    view.setUint32(0, CENTRAL_HEADER, true);
    view.setUint16(4, VERSION, true);
    central.set(fields, 6);
    view.setUint32(42, at, true);
    central.set(name, CENTRAL_HEADER_BYTES);
    directory.push(central);
    at += local.length + bytes.length;
  }
  const directoryBytes = directory.reduce((sum, part) => sum + part.length, 0);
  if (at + directoryBytes + END_RECORD_BYTES > MAX_BYTES) throw new RangeError("a zip of 4 GB");
  const end = new DataView(new ArrayBuffer(END_RECORD_BYTES));
  end.setUint32(0, END_RECORD, true);
  end.setUint16(8, files.size, true);
  end.setUint16(10, files.size, true);
  end.setUint32(12, directoryBytes, true);
  end.setUint32(16, at, true);
  return concatBytes([...parts, ...directory, new Uint8Array(end.buffer)]);
}

/**
 * Returns the fields that local and central header share: from the version needed to the extra
 * field's length.
 */
function describe(path: string, name: Uint8Array, file: Uint8Array | DeflatedFile): Uint8Array {
  const isStored = file instanceof Uint8Array;
  const view = new DataView(new ArrayBuffer(26));
  view.setUint16(0, isStored ? VERSION : VERSION_DEFLATE, true);
  view.setUint16(2, name.length === path.length ? 0 : UTF8_NAME, true);
  view.setUint16(4, isStored ? 0 : METHOD_DEFLATE, true);
  view.setUint16(8, DATE, true);
  view.setUint32(10, isStored ? crc32(file) : file.crc, true);
  view.setUint32(14, isStored ? file.length : file.deflated.length, true);
  view.setUint32(18, isStored ? file.length : file.byteLength, true);
  view.setUint16(22, name.length, true);
  return new Uint8Array(view.buffer);
}
