/**
 * Accounts for all bytes of a map file, from its directory and the directories inside its lumps.
 */

import { FormatError } from "../../core/errors.ts";
import type { LumpReader } from "../../formats/bsp/read/lump-reader.ts";
import { gameLumpBase, readGameLumpDirectory } from "../../formats/bsp/read/read-game-lumps.ts";
import type { RecordCount } from "../../formats/bsp/tables/weigh-lumps.ts";
import {
  type LumpWeight,
  type WeighedLumps,
  weighOpened,
} from "../../formats/bsp/tables/weigh-lumps.ts";
import type { ZipEntry } from "../../formats/zip/types.ts";
import type { LumpFile } from "./lump-file.ts";

const FLAG_COMPRESSED = 1;

interface GameLumpWeight {
  /** Four letters. */
  readonly id: string;
  readonly version: number;
  /** Size in LUMP_GAME_LUMP in bytes. */
  readonly length: number;
  /** Size after decompression in bytes. */
  readonly byteLength: number;
  readonly compressed: boolean;
}

/**
 * Lists the game lumps. A compressed one ends where the next begins, or at the lump's end. Throws
 * FormatError.
 */
export function listGameLumps(lumps: LumpReader): GameLumpWeight[] {
  const directory = readGameLumpDirectory(lumps);
  const { offset } = lumps.entry("LUMP_GAME_LUMP");
  const lumpLength = lumps.bytes("LUMP_GAME_LUMP").length;
  const base = gameLumpBase(directory, { offset, length: lumpLength });
  return directory.map((entry, i) => {
    const start = entry.offset - base;
    const compressed = (entry.flags & FLAG_COMPRESSED) !== 0;
    const room = Math.max(0, lumpLength - start);
    const next = directory[i + 1];
    const toNext =
      next !== undefined && next.offset > entry.offset ? next.offset - entry.offset : room;
    const length = Math.min(room, compressed ? toNext : Math.max(0, entry.length));
    return {
      id: entry.id,
      version: entry.version,
      length,
      byteLength: Math.max(0, entry.length),
      compressed,
    };
  });
}

export interface LumpReport extends WeighedLumps {
  /** Name of the file. */
  readonly name: string;
  readonly byteLength: number;
  /** BSP version of the map. */
  readonly version: number;
  /** Record count of each slot; null if it has no records. */
  readonly records: readonly (RecordCount | null)[];
  readonly gameLumps: readonly GameLumpWeight[];
  /** Entries of the pakfile, as far as it is readable. */
  readonly files: readonly ZipEntry[];
  /** One sentence for each part that could not be read. */
  readonly faults: readonly string[];
}

/**
 * Lumps that are read whole: those whose contents are listed, and small lumps without fixed-size
 * records, which must be parsed to be counted.
 */
const WANTED = [
  "LUMP_GAME_LUMP",
  "LUMP_ENTITIES",
  "LUMP_TEXDATA_STRING_DATA",
  "LUMP_MAP_FLAGS",
] as const;

/**
 * Weighs a map file's parts. Rejects as the file's source does; damage in the file is reported in
 * `faults`.
 *
 * @param entries state of each lump after the whole map was read; if left out, the directory's
 */
export async function readLumpReport(
  name: string,
  file: LumpFile,
  entries?: readonly LumpWeight[],
): Promise<LumpReport> {
  const { header, byteLength } = file;
  const lumps = await file.readLumps(...WANTED);
  // Must run before `weighOpened`: reading the game lumps sets the record count of their lump.
  const { gameLumps, fault } = readGameLumps(lumps);
  const space = weighOpened(header, lumps, entries);
  const problems = space.lumps.flatMap(({ problem }) => problem ?? []);
  const faults = [...problems, ...fault, ...space.faults];
  const records = space.lumps.map(({ records: count, recordBytes }): RecordCount | null =>
    count === null || recordBytes === null ? null : { records: count, recordBytes },
  );
  const pakfile = await file.openPakfile();
  if (pakfile?.damage) faults.push(pakfile.damage.message);
  return {
    ...space,
    name,
    byteLength,
    version: header.version,
    records,
    gameLumps,
    files: pakfile?.zip.entries ?? [],
    faults: [...new Set(faults)],
  };
}

/** Lists the game lumps, which may be damaged and which no map reader has checked. */
function readGameLumps(lumps: LumpReader) {
  try {
    return { gameLumps: listGameLumps(lumps), fault: [] };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { gameLumps: [], fault: [error.message] };
  }
}
