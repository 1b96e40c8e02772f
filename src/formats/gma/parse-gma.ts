/** Reads the header and the file list of a GMA. */

import { FormatError } from "../../core/errors.ts";
import { leavesRoot } from "../leaves-root.ts";
import { normalizePath } from "../normalize-path.ts";
import { crc32 } from "../zip/crc32.ts";

// GMA: a Garry's Mod addon. A header, the list of files, then their data in the same order.

export interface GmaFile {
  /** Normalised path. */
  readonly path: string;
  /** Offset from the archive's start. */
  readonly offset: number;
  readonly byteLength: number;
  /** CRC-32; 0 if the writer left it out. */
  readonly crc: number;
}

export interface GmaDirectory {
  /** Version, 1 to 3. */
  readonly version: number;
  /** Seconds since 1970 by the writer's clock. */
  readonly timestamp: number;
  readonly name: string;
  /** In most addons JSON with tags, type, and a text. */
  readonly description: string;
  readonly author: string;
  readonly files: readonly GmaFile[];
  /** Stored names that were left out because they lead out of the root. */
  readonly refused: readonly string[];
  /** Finds a file, case-insensitive, with either slash. If there are several, returns the first. */
  find(path: string): GmaFile | undefined;
}

/** Size of "GMAD", the version, the author's Steam ID and a time of 8 bytes each. */
const HEADER_BYTES = 21;
const LAST_VERSION = 3;

/** Thrown if the given bytes end inside the file list: more of the file is needed. */
class NeedsMore extends Error {}

/**
 * Reads the header and the file list. File data is not read, but must be inside the archive.
 *
 * @param bytes start of the archive
 * @param byteLength size of the whole archive
 * @returns `null` if the list continues after `bytes`
 * @throws FormatError (GMA): `bad-magic`, `bad-version`, `truncated`, `bad-offset`
 */
export function parseGma(bytes: Uint8Array, byteLength = bytes.length): GmaDirectory | null {
  try {
    return parse(bytes, byteLength);
  } catch (error) {
    if (!(error instanceof NeedsMore)) throw error;
    if (bytes.length < byteLength) return null;
    throw fault("truncated", "file list", byteLength, "more bytes", "the file's end");
  }
}

/** Throws FormatError (GMA) `mismatch` if a file does not match its checksum. */
export function checkGmaFile(file: GmaFile, bytes: Uint8Array): void {
  if (file.crc === 0) return;
  const crc = crc32(bytes);
  if (crc === file.crc) return;
  const expected = `bytes of CRC ${file.crc.toString(16)}`;
  throw fault("mismatch", file.path, file.offset, expected, crc.toString(16));
}

function parse(bytes: Uint8Array, byteLength: number): GmaDirectory {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const decoder = new TextDecoder("utf-8");
  if (bytes.length < HEADER_BYTES) throw new NeedsMore();
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  if (magic !== "GMAD") {
    throw fault("bad-magic", "header", 0, "GMAD", magic.replace(/[^ -~]/g, "."));
  }
  const version = bytes[4];
  if (version < 1 || version > LAST_VERSION) {
    throw fault("bad-version", "header", 4, `version 1 to ${LAST_VERSION}`, version);
  }
  let at = HEADER_BYTES;
  const text = (): string => {
    const end = bytes.indexOf(0, at);
    if (end < 0) throw new NeedsMore();
    const value = decoder.decode(bytes.subarray(at, end));
    at = end + 1;
    return value;
  };
  const skip = (count: number): number => {
    if (at + count > bytes.length) throw new NeedsMore();
    at += count;
    return at - count;
  };
  // The list of required content, which the game never used and which is almost always empty.
  if (version > 1) while (text() !== "");
  const name = text();
  const description = text();
  const author = text();
  skip(4);

  const listed: { name: string; byteLength: number; crc: number }[] = [];
  while (view.getUint32(skip(4), true) !== 0) {
    const stored = text();
    const sizeAt = skip(12);
    const size = view.getUint32(sizeAt, true) + view.getUint32(sizeAt + 4, true) * 2 ** 32;
    if (size > byteLength) {
      throw fault("bad-offset", "file list", sizeAt, `at most ${byteLength} bytes`, size);
    }
    listed.push({ name: stored, byteLength: size, crc: view.getUint32(sizeAt + 8, true) });
  }
  const files: GmaFile[] = [];
  const refused: string[] = [];
  const byPath = new Map<string, GmaFile>();
  let offset = at;
  for (const { name: stored, byteLength: size, crc } of listed) {
    if (offset + size > byteLength) {
      throw fault("truncated", "data", offset, `${size} bytes of ${stored}`, byteLength - offset);
    }
    const file = { path: normalizePath(stored), offset, byteLength: size, crc };
    offset += size;
    if (leavesRoot(stored)) {
      refused.push(stored);
      continue;
    }
    files.push(file);
    if (!byPath.has(file.path)) byPath.set(file.path, file);
  }
  const timestamp = view.getUint32(13, true) + view.getUint32(17, true) * 2 ** 32;
  const find = (path: string) => byPath.get(normalizePath(path));
  return { version, timestamp, name, description, author, files, refused, find };
}

function fault(
  code: "bad-magic" | "bad-version" | "truncated" | "bad-offset" | "mismatch",
  where: string,
  offset: number,
  expected: string,
  found: string | number,
): FormatError {
  return new FormatError({ format: "GMA", code, where, offset, expected, found: String(found) });
}
