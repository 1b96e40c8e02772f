/** Reads a whole map file. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { Limits } from "../../core/limits.ts";
import { decipherMap, findMapKey } from "./cipher.ts";
import { withDialect } from "./detect-dialect.ts";
import type { SideName } from "./lump-ranges.ts";
import { parseBspHeader } from "./parse-bsp-header.ts";
import { readWorld } from "./parse-world.ts";
import { LumpReader } from "./read/lump-reader.ts";
import { readDetailLumps, readSideLights } from "./read/read-details.ts";
import type { Bsp } from "./types.ts";
import { wholeBytes } from "./whole-bytes.ts";

/**
 * Reads a compiled map: versions 17 to 25 and 27, either byte order, either header order, LZMA
 * lumps, the dialects of `dialects`, enciphered or not. Columns that are stored ready for use
 * (lighting, visibility, pakfile) are views of `stored`, or of a copy if the file is enciphered.
 *
 * @param diagnostics receives a warning for each part that was left out because it is damaged or
 * costs too much
 * @param limits used instead of `LIMITS`
 * @throws FormatError if the world cannot be drawn: one of its lumps is missing, cut short, or
 * points outside the tables it indexes; or if it exceeds the limits (too-large)
 */
export function parseBsp(stored: Uint8Array, diagnostics?: Diagnostics, limits?: Limits): Bsp {
  const ledger = new Ledger(limits);
  const key = findMapKey(stored);
  const bytes = key === null ? stored : decipherMap(stored, 0, key);
  ledger.addInput(bytes.length);
  const header = withDialect(parseBspHeader(bytes));
  const lumps = new LumpReader(wholeBytes(bytes), header, diagnostics, ledger);
  const world = readWorld(lumps, header);
  const leafCount = world.leafs.count;
  const withLights = (side: SideName) =>
    world[side] && { ...world[side], ...readSideLights(lumps, side, leafCount) };
  return {
    ...world,
    ldr: withLights("ldr"),
    hdr: withLights("hdr"),
    ...readDetailLumps(lumps, world),
    pakfile: readPakfile(lumps),
  };
}

function readPakfile(lumps: LumpReader): Uint8Array {
  return lumps.optional(
    "LUMP_PAKFILE",
    () => {
      const bytes = lumps.stored("LUMP_PAKFILE");
      lumps.setRecords("LUMP_PAKFILE", bytes.length, 1);
      return bytes;
    },
    new Uint8Array(0),
  );
}
