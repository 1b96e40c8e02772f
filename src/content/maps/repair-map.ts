/** Saves the intact parts of a damaged map file, pakfile included. */

import { FormatError } from "../../core/errors.ts";
import type { Limits } from "../../core/limits.ts";
import { decipherMap, findMapKey } from "../../formats/bsp/cipher.ts";
import { findPakfile } from "../../formats/bsp/lump-ranges.ts";
import { LUMP } from "../../formats/bsp/lumps.ts";
import { parseBspHeader } from "../../formats/bsp/parse-bsp-header.ts";
import {
  type BspRepair,
  type PakfileRepair,
  repairBsp,
} from "../../formats/bsp/repair/repair-bsp.ts";
import { crc32 } from "../../formats/zip/crc32.ts";
import type { DeflatedFile } from "../../formats/zip/deflate-file.ts";
import type { ZipEntry } from "../../formats/zip/types.ts";
import { writeZip } from "../../formats/zip/write-zip.ts";
import { openPakfile } from "../archives/open-pakfile.ts";
import { locateZipEntry, readZipEntry } from "../archives/zip-archive.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { memoryBytes } from "../bytes/memory-bytes.ts";

const METHOD_DEFLATE = 8;

/**
 * Writes the intact parts of a map. An intact map is returned unchanged. An enciphered map stays
 * enciphered.
 *
 * @throws FormatError if there is no world to save
 */
export async function repairMap(stored: Uint8Array, limits?: Limits): Promise<BspRepair> {
  const key = findMapKey(stored);
  const bytes = key === null ? stored : decipherMap(stored, 0, key);
  const { bytes: repaired, changes } = repairBsp(bytes, await repairPakfile(bytes), limits);
  return { bytes: key === null ? repaired : decipherMap(repaired, 0, key), changes };
}

async function repairPakfile(bytes: Uint8Array): Promise<PakfileRepair | null> {
  const header = parseBspHeader(bytes);
  const length = header.length[LUMP.LUMP_PAKFILE];
  if (length === 0) return null;
  const range = findPakfile(header, bytes.length);
  if (range === null) {
    const at = header.offset[LUMP.LUMP_PAKFILE];
    return { bytes: null, message: `${length} bytes at ${at} do not lie in the file` };
  }
  const { offset, byteLength } = range;
  const packed = memoryBytes("pakfile", bytes.subarray(offset, offset + byteLength));
  const { zip, damage } = await openPakfile(packed);
  if (damage === null && byteLength === length) return null;
  const counting = zip.entries.filter((entry) => zip.find(entry.path) === entry);
  const files = new Map<string, Uint8Array | DeflatedFile>();
  for (const entry of counting) {
    const file = await readIntact(packed, entry);
    if (file !== null) files.set(entry.name, file);
  }
  const seen = damage?.seenCount ?? zip.entries.length;
  const there = `${byteLength} of ${length} bytes are there`;
  const kept = `${files.size} of the ${seen} files found in them are kept`;
  return { bytes: files.size === 0 ? null : writeZip(files), message: `${there}, ${kept}` };
}

/** Reads an entry in the form to write: deflated entries stay deflated. null if it is damaged. */
async function readIntact(
  packed: ByteSource,
  entry: ZipEntry,
): Promise<Uint8Array | DeflatedFile | null> {
  try {
    const bytes = await readZipEntry(packed, entry);
    if (entry.method !== METHOD_DEFLATE) return bytes;
    const data = await locateZipEntry(packed, entry);
    const deflated = await data.read(0, data.byteLength);
    return { deflated, crc: crc32(bytes), byteLength: bytes.length };
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
