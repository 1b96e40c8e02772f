/** What all of a map file's bytes are, as data: read of its directory, and of those of what lies in its lumps. */

import { FormatError } from "../../core/errors.ts";
import type { LumpReader } from "../../formats/bsp/read/lump-reader.ts";
import type { RecordCount } from "../../formats/bsp/tables/count-records.ts";
import { type GameLumpWeight, listGameLumps } from "../../formats/bsp/tables/list-game-lumps.ts";
import {
  type LumpWeight,
  type WeighedLumps,
  weighOpened,
} from "../../formats/bsp/tables/weigh-lumps.ts";
import type { ZipEntry } from "../../formats/zip/types.ts";
import type { LumpFile } from "./lump-file.ts";

export interface LumpReport extends WeighedLumps {
  /** The file's. */
  readonly name: string;
  readonly byteLength: number;
  /** The map's. */
  readonly version: number;
  /** Of each slot; null where it holds no records. */
  readonly records: readonly (RecordCount | null)[];
  readonly gameLumps: readonly GameLumpWeight[];
  /** In the pakfile, as far as it can be read. */
  readonly files: readonly ZipEntry[];
  /** What could not be read, a sentence each. */
  readonly faults: readonly string[];
}

/** Read whole: what is listed one by one, and small lumps that are no arrays of records, to be counted. */
const WANTED = [
  "LUMP_GAME_LUMP",
  "LUMP_ENTITIES",
  "LUMP_TEXDATA_STRING_DATA",
  "LUMP_MAP_FLAGS",
] as const;

/**
 * Weighs a map file's parts.
 *
 * @param entries what became of each lump, where all of the map was read; else as the directory has them
 * Rejects as the file's source does; what is damaged in it is told.
 */
export async function readLumpReport(
  name: string,
  file: LumpFile,
  entries?: readonly LumpWeight[],
): Promise<LumpReport> {
  const { header, byteLength } = file;
  const lumps = await file.readLumps(...WANTED);
  // Before the lumps are counted: this counts them, too.
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

/** What may be damaged, and no reader of maps looked at it. */
function readGameLumps(lumps: LumpReader) {
  try {
    return { gameLumps: listGameLumps(lumps), fault: [] };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { gameLumps: [], fault: [error.message] };
  }
}
