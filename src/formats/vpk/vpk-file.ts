/** Locates and assembles single files of a VPK. */

import { FormatError, type FormatErrorCode } from "../../core/errors.ts";
import { crc32 } from "../zip/crc32.ts";
import { VPK_IN_DIRECTORY, type VpkDirectory } from "./types.ts";

export function vpkError(
  code: FormatErrorCode,
  where: string,
  offset: number,
  expected: string,
  found: string | number,
): FormatError {
  return new FormatError({ format: "VPK", code, where, offset, expected, found: String(found) });
}

/** Size limit of a file, above any file of a game. */
const MAX_FILE_BYTES = 2 ** 30;

export interface VpkFileSlice {
  /** Number of the part, or `VPK_IN_DIRECTORY`. */
  readonly archive: number;
  /** Offset from the part's start. */
  readonly offset: number;
  readonly byteLength: number;
}

/**
 * Returns the name of a part, for example `pak01_003.vpk` for part 3 of `pak01_dir.vpk`; `null` if
 * the name is not a directory file's.
 */
export function vpkPartName(directoryName: string, archive: number): string | null {
  const [, stem, end] = /^(.*)_dir(\.vpk)$/i.exec(directoryName) ?? [];
  return stem === undefined ? null : `${stem}_${String(archive).padStart(3, "0")}${end}`;
}

/** Returns the size of a file, including preload bytes. */
export function vpkFileByteLength(directory: VpkDirectory, file: number): number {
  return directory.filePreloadByteLength[file] + directory.fileByteLength[file];
}

/**
 * Returns the range to read from a part; `null` if the whole file is in the tree.
 * @param partByteLength size of the part that `fileArchive` names
 * @throws FormatError (VPK) `bad-offset` if the file is not inside its part
 */
export function locateVpkFile(
  directory: VpkDirectory,
  file: number,
  partByteLength: number,
): VpkFileSlice | null {
  const byteLength = directory.fileByteLength[file];
  if (byteLength === 0) return null;
  const archive = directory.fileArchive[file];
  const { dataOffset, dataByteLength } = directory.header;
  const isInDirectory = archive === VPK_IN_DIRECTORY;
  const end = directory.fileOffset[file] + byteLength;
  const limit = isInDirectory ? dataByteLength : partByteLength;
  if (end > limit || byteLength > MAX_FILE_BYTES) {
    const expected = `data inside ${Math.min(limit, MAX_FILE_BYTES)} bytes`;
    throw fileError(directory, file, "bad-offset", expected, `${byteLength} up to byte ${end}`);
  }
  const offset = directory.fileOffset[file] + (isInDirectory ? dataOffset : 0);
  return { archive, offset, byteLength };
}

/**
 * Returns a whole file, from its preload bytes and the rest; `rest` itself if there are none.
 * @throws FormatError (VPK) `mismatch` if it does not match its checksum
 */
export function joinVpkFile(directory: VpkDirectory, file: number, rest: Uint8Array): Uint8Array {
  const start = directory.filePreloadOffset[file];
  const preload = directory.tree.subarray(start, start + directory.filePreloadByteLength[file]);
  let bytes = rest;
  if (preload.length > 0) {
    bytes = new Uint8Array(preload.length + rest.length);
    bytes.set(preload);
    bytes.set(rest, preload.length);
  }
  const crc = crc32(bytes);
  if (crc !== directory.fileCrc[file]) {
    const expected = `bytes of CRC ${hex(directory.fileCrc[file])}`;
    throw fileError(directory, file, "mismatch", expected, hex(crc));
  }
  return bytes;
}

function fileError(
  directory: VpkDirectory,
  file: number,
  code: "bad-offset" | "mismatch",
  expected: string,
  found: string,
) {
  return vpkError(code, directory.path(file), directory.fileOffset[file], expected, found);
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, "0");
}
