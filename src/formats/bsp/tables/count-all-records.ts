/** How many records each lump of a map holds: one count for whoever lists them. */

import { FormatError } from "../../../core/errors.ts";
import { LUMP_NAMES, type LumpName } from "../lumps.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { readGameLumpDirectory } from "../read/read-game-lumps.ts";
import type { LumpEntry } from "../types.ts";
import { countRecords, type RecordCount } from "./count-records.ts";
import type { LumpLengths } from "./lump-length.ts";
import { hasMoreThanLuxels } from "./lump-structs.ts";
import { isVariableOverlays, readLumpTables } from "./read-lump-tables.ts";

/** No arrays of records: they are counted where they were read. */
const COUNTERS: { readonly [K in LumpName]?: typeof countRows } = {
  LUMP_ENTITIES: countRows,
  LUMP_TEXDATA_STRING_DATA: countRows,
  LUMP_GAME_LUMP: (lumps) => {
    const records = readGameLumpDirectory(lumps).length;
    return { records, recordBytes: lumps.entry("LUMP_GAME_LUMP").recordBytes };
  },
};

export interface RecordCounts {
  /** Of each slot; null where it holds no records. */
  readonly records: readonly (RecordCount | null)[];
  /** What could not be counted, a sentence each. */
  readonly faults: readonly string[];
}

/** What became of a lump when the map was read. */
export type CountedEntry = Pick<LumpEntry, "index"> & {
  readonly records: number | null;
  readonly recordBytes: number | null;
};

/** @param entries what became of each lump: it counts where nothing else tells */
export function countAllRecords(
  lumps: LumpReader,
  header: LumpLengths,
  hasFaceBrushes: boolean,
  entries: readonly CountedEntry[],
): RecordCounts {
  const faults: string[] = [];
  const count = (slot: LumpName): RecordCount | null => {
    try {
      const counter = COUNTERS[slot];
      if (counter !== undefined) return lumps.has(slot) ? counter(lumps, slot, header) : null;
      // Of one size, but behind a list of faces.
      if (isVariableOverlays(lumps, slot))
        return lumps.has(slot) ? countRows(lumps, slot, header) : null;
      return countRecords(lumps, slot, header, hasFaceBrushes);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      faults.push(error.message);
      return null;
    }
  };
  const records = entries.map((entry) => {
    const slot = LUMP_NAMES[entry.index];
    const counted = lumps.isEmpty(slot) ? null : count(slot);
    return counted ?? (hasMoreThanLuxels(lumps, header, slot) ? null : countRead(entry));
  });
  return { records, faults };
}

function countRows(lumps: LumpReader, slot: LumpName, header: LumpLengths): RecordCount | null {
  const [table] = readLumpTables(lumps, slot, header);
  return table === undefined ? null : { records: table.count, recordBytes: table.recordBytes };
}

/** Bytes by themselves are no records. */
function countRead({ records, recordBytes }: CountedEntry): RecordCount | null {
  if (records === null || recordBytes === null) return null;
  return records > 0 && recordBytes !== 1 ? { records, recordBytes } : null;
}
