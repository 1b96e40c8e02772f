/** One file of a VPK: where its data lie, and putting them together. */

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

/** Larger than any file of a game; a larger one is a broken or hostile entry. */
const MAX_FILE_BYTES = 2 ** 30;

export interface VpkFileSlice {
  /** Number of the part, or `VPK_IN_DIRECTORY`. */
  readonly archive: number;
  /** In the part, from its first byte. */
  readonly offset: number;
  readonly byteLength: number;
}

/** `pak01_003.vpk`, for the part 3 of `pak01_dir.vpk`; null if the name is no directory's. */
export function vpkPartName(directoryName: string, archive: number): string | null {
  const [, stem, end] = /^(.*)_dir(\.vpk)$/i.exec(directoryName) ?? [];
  return stem === undefined ? null : `${stem}_${String(archive).padStart(3, "0")}${end}`;
}

/** The size of a file, preload bytes and all. */
export function vpkFileByteLength(directory: VpkDirectory, file: number): number {
  return directory.filePreloadByteLength[file] + directory.fileByteLength[file];
}

/**
 * What has to be read of which part; null if the file stands in the tree altogether.
 * @param partByteLength of the part that `fileArchive` names
 * @throws FormatError (VPK) `bad-offset` if it does not lie inside its part
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
 * A file whole, from its preload bytes and the rest; `rest` itself if there are none.
 * @throws FormatError (VPK) `mismatch` if it is not what its checksum was made of
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
