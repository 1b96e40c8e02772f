/** An entry's local header, read without a directory: what is left to go by when that is lost. */

import { leavesRoot } from "../leaves-root.ts";
import { normalizePath } from "../normalize-path.ts";
import { decodeEntryName } from "./parse-zip.ts";
import { LOCAL_HEADER, LOCAL_HEADER_BYTES } from "./read-entry.ts";
import type { ZipEntry } from "./types.ts";

/** Longer than any path of a game; more is other data that looks like a header. */
const MAX_NAME_BYTES = 1024;
/** What a caller needs at hand to read any header: itself and its name. */
export const LOCAL_HEADER_ROOM = LOCAL_HEADER_BYTES + MAX_NAME_BYTES;

/** General purpose flags: sizes and checksum stand behind the data, in a data descriptor. */
const HAS_DESCRIPTOR = 1 << 3;

export interface LocalHeader {
  /** `headerOffset` is the caller's to count from. */
  readonly entry: ZipEntry;
  /** Of the unpacked bytes. */
  readonly crc: number;
  /** From the header's start to its data: past the name and the extra field. */
  readonly headerBytes: number;
  /** Whether sizes and checksum are still to be found behind the data. */
  readonly isOpen: boolean;
  /** A folder's own entry, or one that leads out of the root: nothing to read. */
  readonly isFile: boolean;
}

/**
 * Reads a local header, or gives null where there is none: a signature may turn up in any data.
 * @param bytes from the signature on; `LOCAL_HEADER_ROOM` of them, or as many as there are
 * @param headerOffset where they begin in the archive
 */
export function parseLocalHeader(bytes: Uint8Array, headerOffset: number): LocalHeader | null {
  if (bytes.length < LOCAL_HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== LOCAL_HEADER) return null;
  const nameBytes = view.getUint16(26, true);
  const nameEnd = LOCAL_HEADER_BYTES + nameBytes;
  if (nameBytes === 0 || nameBytes > MAX_NAME_BYTES || nameEnd > bytes.length) return null;
  const stored = bytes.subarray(LOCAL_HEADER_BYTES, nameEnd);
  // No path holds control characters; chance data nearly always does.
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
    // Some writers set the flag and state the sizes nevertheless.
    isOpen: (flags & HAS_DESCRIPTOR) !== 0 && compressedByteLength === 0,
    isFile: !/[\\/]$/.test(name) && !leavesRoot(name),
  };
}
