/** Reads the header of a VPK. */

import type { VpkHeader } from "./types.ts";
import { vpkError } from "./vpk-file.ts";

export const VPK_MAGIC = 0x55aa1234;
export const VPK_HEADER_BYTES_V1 = 12;
export const VPK_HEADER_BYTES_V2 = 28;
/** Sections whose sizes version 2 stores after the tree's. */
const SECTION_NAMES = ["file data", "archive MD5", "other MD5", "signature"];

/**
 * Reads the header of a directory file (`pak01_dir.vpk`) or of a single-file VPK.
 *
 * @param bytes the first `VPK_HEADER_BYTES_V2` bytes of the file or more; all bytes of a shorter
 * file
 * @param fileByteLength size of the whole file; every section must be inside it
 * @throws FormatError (VPK): `bad-magic`, `bad-version`, `truncated`
 */
export function parseVpkHeader(bytes: Uint8Array, fileByteLength: number): VpkHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < VPK_HEADER_BYTES_V1) {
    throw vpkError("truncated", "header", 0, `${VPK_HEADER_BYTES_V1} bytes`, bytes.length);
  }
  const magic = view.getUint32(0, true);
  if (magic !== VPK_MAGIC) {
    // Parts contain raw data, so a user may have picked one: the message names the right file.
    const expected = "0x55aa1234, as in a _dir.vpk or a VPK in one file";
    throw vpkError("bad-magic", "header", 0, expected, `0x${magic.toString(16)}`);
  }
  const version = view.getUint32(4, true);
  if (version !== 1 && version !== 2) {
    throw vpkError("bad-version", "header", 4, "version 1 or 2", version);
  }
  const treeOffset = version === 1 ? VPK_HEADER_BYTES_V1 : VPK_HEADER_BYTES_V2;
  if (bytes.length < treeOffset) {
    throw vpkError("truncated", "header", 0, `${treeOffset} bytes`, bytes.length);
  }
  const treeByteLength = view.getUint32(8, true);
  const dataOffset = treeOffset + treeByteLength;
  if (dataOffset > fileByteLength) {
    throw vpkError("truncated", "tree", 8, `a tree up to byte ${dataOffset}`, fileByteLength);
  }
  if (version === 1) {
    const dataByteLength = fileByteLength - dataOffset;
    return { version, treeOffset, treeByteLength, dataOffset, dataByteLength };
  }
  let end = dataOffset;
  for (const [i, name] of SECTION_NAMES.entries()) {
    end += view.getUint32(12 + i * 4, true);
    if (end > fileByteLength) {
      throw vpkError("truncated", name, 12 + i * 4, `a section up to byte ${end}`, fileByteLength);
    }
  }
  const dataByteLength = view.getUint32(12, true);
  return { version, treeOffset, treeByteLength, dataOffset, dataByteLength };
}
