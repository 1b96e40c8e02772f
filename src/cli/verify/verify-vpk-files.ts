/** Each file of a VPK against its CRC-32, preload bytes and all. */

import { crc32 } from "node:zlib";
import { FormatError } from "../../core/errors.ts";
import type { VpkDirectory } from "../../formats/vpk/types.ts";
import { vpkError } from "../../formats/vpk/vpk-error.ts";
import { locateVpkFile } from "../../formats/vpk/vpk-file.ts";
import { PartReader, rowsByPart, type WithPart } from "./rows-by-part.ts";

const hex = (crc: number): string => crc.toString(16).padStart(8, "0");

/** @returns how many are sound; what is wrong with the others is added to `faults` */
export async function verifyVpkFiles(
  vpk: VpkDirectory,
  withPart: WithPart,
  faults: FormatError[],
): Promise<number> {
  let sound = 0;
  const preloadCrc = (file: number): number => {
    const start = vpk.filePreloadOffset[file];
    return crc32(vpk.tree.subarray(start, start + vpk.filePreloadByteLength[file]));
  };
  const hold = (file: number, crc: number): void => {
    if (crc === vpk.fileCrc[file]) {
      sound++;
      return;
    }
    const expected = `bytes of CRC ${hex(vpk.fileCrc[file])}`;
    const place = vpk.fileOffset[file];
    faults.push(vpkError("mismatch", vpk.path(file), place, expected, hex(crc)));
  };
  const byPart = rowsByPart(vpk.fileArchive, vpk.fileOffset, vpk.fileByteLength);
  for (const [archive, rows] of byPart) {
    const withRest = rows.filter((file) => vpk.fileByteLength[file] > 0);
    for (const file of rows) if (vpk.fileByteLength[file] === 0) hold(file, preloadCrc(file));
    if (withRest.length === 0) continue;
    await withPart(archive, async (part) => {
      const reader = new PartReader(part);
      try {
        for (const file of withRest) {
          const slice = sliceOf(vpk, file, part.byteLength, faults);
          if (slice === null) continue;
          let crc = preloadCrc(file);
          await reader.read(vpk.path(file), slice.offset, slice.byteLength, (bytes) => {
            crc = crc32(bytes, crc);
          });
          hold(file, crc);
        }
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        faults.push(error);
      }
    });
  }
  return sound;
}

function sliceOf(vpk: VpkDirectory, file: number, byteLength: number, faults: FormatError[]) {
  try {
    return locateVpkFile(vpk, file, byteLength);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    faults.push(error);
    return null;
  }
}
