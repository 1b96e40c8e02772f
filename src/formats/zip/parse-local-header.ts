/**
 * Reads an entry's local header without a directory, for recovering archives whose directory is
 * lost.
 */

import { leavesRoot } from "../leaves-root.ts";
import { normalizePath } from "../normalize-path.ts";
import { decodeEntryName } from "./parse-zip.ts";
import { LOCAL_HEADER, LOCAL_HEADER_BYTES } from "./read-entry.ts";
import type { ZipEntry } from "./types.ts";

/** Name limit, above any path of a game. Longer ones are other data that resembles a header. */
const MAX_NAME_BYTES = 1024;
/** Number of bytes that are enough for any header and its name. */
export const LOCAL_HEADER_ROOM = LOCAL_HEADER_BYTES + MAX_NAME_BYTES;

/** General purpose flag: sizes and checksum are after the data, in a data descriptor. */
const HAS_DESCRIPTOR = 1 << 3;

export interface LocalHeader {
  /** Entry with the given `headerOffset`. */
  readonly entry: ZipEntry;
  /** CRC-32 of the uncompressed bytes. */
  readonly crc: number;
  /** Distance from the header's start to its data: past the name and the extra field. */
  readonly headerBytes: number;
  /** Whether sizes and checksum have to be read after the data. */
  readonly isOpen: boolean;
  /** False for a folder or a name that leads out of the root, which are not read. */
  readonly isFile: boolean;
}

/**
 * Reads a local header, or returns `null` if there is none: a signature may occur in any data.
 * @param bytes bytes from the signature on: `LOCAL_HEADER_ROOM`, or as many as there are
 * @param headerOffset offset of `bytes` in the archive
 */
export function parseLocalHeader(bytes: Uint8Array, headerOffset: number): LocalHeader | null {
  if (bytes.length < LOCAL_HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== LOCAL_HEADER) return null;
  const nameBytes = view.getUint16(26, true);
  const nameEnd = LOCAL_HEADER_BYTES + nameBytes;
  if (nameBytes === 0 || nameBytes > MAX_NAME_BYTES || nameEnd > bytes.length) return null;
  const stored = bytes.subarray(LOCAL_HEADER_BYTES, nameEnd);
  // Paths contain no control characters, but random data nearly always does.
  if (stored.some((byte) => byte < 0x20)) return null;

  const flags = view.getUint16(6, true);
  const name = decodeEntryName(stored, flags);
  const compressedByteLength = view.getUint32(18, true);
  return {
    entry: {
      path: normalizePath(name),
      name,
      method: view.getUint16(8, true),
      compressedByteLength,
      byteLength: view.getUint32(22, true),
      flags,
      headerOffset,
    },
    crc: view.getUint32(14, true),
    headerBytes: nameEnd + view.getUint16(28, true),
    // Some writers set the flag and store the sizes anyway.
    isOpen: (flags & HAS_DESCRIPTOR) !== 0 && compressedByteLength === 0,
    isFile: !/[\\/]$/.test(name) && !leavesRoot(name),
  };
}
