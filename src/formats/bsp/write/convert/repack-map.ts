/** Compresses the lumps and pakfile entries of a map with LZMA, or decompresses all of them. */

import { FormatError } from "../../../../core/errors.ts";
import type { Limits } from "../../../../core/limits.ts";
import { repackZip } from "../../../zip/repack-zip.ts";
import type { LumpReader } from "../../read/lump-reader.ts";
import { recipher } from "../recipher.ts";
import { type AssembleOptions, assembleParts } from "./assemble-parts.ts";
import { type LumpPart, type MapParts, takeApart } from "./map-parts.ts";

/** Outcome for one part of a map, in one line. */
export interface MapChange {
  /** Name in Valve's headers; for a game lump its four letters. */
  readonly lump: string;
  /** `converted` without loss, `reduced` if a part was lost or not converted. */
  readonly action: "converted" | "reduced" | "dropped";
  readonly message: string;
}

export interface WrittenMap {
  /** The source file itself if nothing changed. */
  readonly bytes: Uint8Array;
  readonly changes: readonly MapChange[];
}

/**
 * Repacks a map. Lumps keep their order and contents, and an enciphered map stays enciphered. Game
 * lumps of dialects are left as stored.
 *
 * @throws FormatError (BSP, LZMA): for a lump that is outside the file or cannot be decompressed
 * @throws RangeError for 2 GB and more
 */
export function repackMap(file: Uint8Array, options: AssembleOptions, limits?: Limits): WrittenMap {
  let changes: readonly MapChange[] = [];
  const bytes = recipher(file, (plain) => {
    const made = repackParts(plain, takeApart(plain, limits), options);
    changes = made.changes;
    return made.bytes;
  });
  return { bytes, changes };
}

export function repackParts(file: Uint8Array, map: MapParts, options: AssembleOptions): WrittenMap {
  if (options.packing === "keep") return { bytes: file, changes: [] };
  const changes: MapChange[] = [];
  const parts = repackPak(map.parts, map.lumps, options, changes);
  noteUnnamed(map, changes);
  const bytes = assembleParts(map.header, map.header, { ...map, parts }, options);
  const isSame = bytes.length === file.length && bytes.every((byte, i) => byte === file[i]);
  return { bytes: isSame ? file : bytes, changes };
}

/**
 * Compresses or decompresses the pakfile's entries. A damaged entry is kept as stored and reported.
 */
export function repackPak(
  parts: readonly LumpPart[],
  lumps: LumpReader,
  { packing, packEntry }: AssembleOptions,
  changes: MapChange[],
): readonly LumpPart[] {
  if (packing === "keep") return parts;
  const lump = "LUMP_PAKFILE";
  const note = (message: string) => changes.push({ lump, action: "reduced", message });
  return parts.map((part) => {
    if (part.slot !== lump || part.bytes.length === 0) return part;
    try {
      const { bytes, problems } = repackZip(part.bytes, {
        pack: packing === "pack" ? packEntry : null,
        take: (byteLength, where) => lumps.ledger.take("pakfileBytes", byteLength, where),
      });
      for (const problem of problems) note(`a file was kept as stored: ${problem}`);
      return bytes === part.bytes ? part : { ...part, bytes, stored: bytes };
    } catch (error) {
      if (!(error instanceof FormatError) || error.format !== "ZIP") throw error;
      note(`kept as stored: ${error.message}`);
      return part;
    }
  });
}

/** Reports bytes between the lumps that are not part of the written map. */
export function noteUnnamed({ unnamedBytes }: MapParts, changes: MapChange[]): void {
  if (unnamedBytes === 0) return;
  const message = `${unnamedBytes} bytes outside of all lumps are left out`;
  changes.push({ lump: "header", action: "dropped", message });
}
