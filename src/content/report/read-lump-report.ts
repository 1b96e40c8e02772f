/** What all of a map file's bytes are, as data: read of its directory, and of those of what lies in its lumps. */

import { FormatError } from "../../core/errors.ts";
import { LUMP, LUMP_NAMES } from "../../formats/bsp/lumps.ts";
import { countRecords, type RecordCount } from "../../formats/bsp/tables/count-records.ts";
import { type GameLumpWeight, listGameLumps } from "../../formats/bsp/tables/list-game-lumps.ts";
import {
  toldFaceBrushes,
  type WeighedLumps,
  weighOpened,
} from "../../formats/bsp/tables/weigh-lumps.ts";
import type { LumpEntry } from "../../formats/bsp/types.ts";
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

/**
 * Weighs a map file's parts.
 *
 * @param entries what became of each lump, where all of the map was read; else as the directory has them
 * Rejects as the file's source does; what is damaged in it is told.
 */
export async function readLumpReport(
  name: string,
  file: LumpFile,
  entries?: readonly LumpEntry[],
): Promise<LumpReport> {
  const { header, byteLength } = file;
  const lumps = await file.readLumps("LUMP_GAME_LUMP");
  const space = weighOpened(header, lumps, entries);
  const withFaceBrushes = toldFaceBrushes(lumps, header);
  const faults = space.lumps.flatMap(({ problem }) => problem ?? []);
  /** What no reader of maps looks at may be damaged, too. */
  const attempt = <T>(read: () => T, missing: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      faults.push(error.message);
      return missing;
    }
  };
  const gameLumps = attempt<readonly GameLumpWeight[]>(() => listGameLumps(lumps), []);
  const records: (RecordCount | null)[] = LUMP_NAMES.map(
    (slot, index) =>
      attempt(() => countRecords(lumps, slot, header, withFaceBrushes), null) ??
      countRead(space.lumps[index]),
  );
  for (const slot of COUNTED) records[slot] ??= await countRows(file, slot, faults);
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

/** Lumps that are no arrays of records, and are read to be counted: they are small. */
const COUNTED: readonly number[] = [LUMP.LUMP_ENTITIES, LUMP.LUMP_TEXDATA_STRING_DATA];

async function countRows(file: LumpFile, slot: number, faults: string[]) {
  try {
    const [table] = await file.readTables(slot);
    return table === undefined ? null : { records: table.count, recordBytes: table.recordBytes };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    faults.push(error.message);
    return null;
  }
}

/** Of what is no array of records, as many as were read; bytes by themselves are none. */
function countRead({ records, recordBytes }: LumpEntry): RecordCount | null {
  return records > 0 && recordBytes !== 1 ? { records, recordBytes } : null;
}
