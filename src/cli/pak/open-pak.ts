/** A map on disk with the archive in its LUMP_PAKFILE. */

import { FormatError } from "../../core/errors.ts";
import { decipherMap, findMapKey } from "../../formats/bsp/cipher.ts";
import { LUMP } from "../../formats/bsp/lumps.ts";
import { parseBspHeader } from "../../formats/bsp/parse-bsp-header.ts";
import { replaceLumps } from "../../formats/bsp/write/replace-lumps.ts";
import { explainBadMagic } from "../../formats/foreign-file.ts";
import { makeEmptyZip } from "../../formats/zip/edit-zip.ts";
import { readZipRecords, type ZipRecord } from "../../formats/zip/read-records.ts";
import { withFileBytes } from "../files/file-bytes.ts";

export interface OpenPak {
  /** The map as it lies on the disk. */
  readonly map: Uint8Array;
  /** The archive; where the map has none, one of no entries. */
  readonly zip: Uint8Array;
  readonly records: readonly ZipRecord[];
}

/** @throws FormatError (BSP, ZIP) for a bad map or archive */
export async function openPak(path: string): Promise<OpenPak> {
  const map = await withFileBytes(path, (file) => file.read(0, file.byteLength));
  try {
    const zip = findZip(map);
    return { map, zip, records: readZipRecords(zip).records };
  } catch (error) {
    throw explainBadMagic(error, map);
  }
}

function findZip(map: Uint8Array): Uint8Array {
  const key = findMapKey(map);
  const bytes = key === null ? map : decipherMap(map, 0, key);
  const header = parseBspHeader(bytes);
  const slot = LUMP.LUMP_PAKFILE;
  const [offset, length] = [header.offset[slot], header.length[slot]];
  if (length === 0) return makeEmptyZip();
  if (offset < 0 || length < 0 || offset + length > bytes.length) {
    throw new FormatError({
      format: "BSP",
      code: "truncated",
      where: "LUMP_PAKFILE",
      offset,
      expected: `${length} bytes within the ${bytes.length} of the file`,
    });
  }
  return bytes.subarray(offset, offset + length);
}

/** The map with another archive. @throws FormatError (BSP) as `replaceLumps` */
export function withPakfile(map: Uint8Array, zip: Uint8Array): Uint8Array {
  return replaceLumps(map, new Map([[LUMP.LUMP_PAKFILE, { bytes: zip }]]));
}
