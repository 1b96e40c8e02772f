/** What each lump takes of a map file, and what no lump takes. */

import { FormatError } from "../../../core/errors.ts";
import type { Limits } from "../../../core/limits.ts";
import { LUMP_NAMES, type LumpName } from "../lumps.ts";
import {
  BSP_HEADER_BYTES,
  type BspHeader,
  CONTAGION_VERSION,
  MAX_BSP_HEADER_BYTES,
} from "../parse-bsp-header.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { readGameLumpDirectory } from "../read/read-game-lumps.ts";
import type { LumpEntry } from "../types.ts";
import { countRecords, type RecordCount } from "./count-records.ts";
import { type LumpLengths, lumpLength } from "./lump-length.ts";
import { hasFaceBrushes, hasMoreThanLuxels, nameLump } from "./lump-structs.ts";
import { openLumps } from "./open-lumps.ts";
import { isVariableOverlays, readLumpTables } from "./read-lump-tables.ts";

// How many records each lump of a map holds: one count for whoever lists them.

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

type Place = Omit<LumpEntry, "records" | "recordBytes">;

export interface LumpWeight extends Place {
  /** Whether anything is drawn from it or not; null where it holds no records. */
  readonly records: number | null;
  readonly recordBytes: number | null;
  /** What Valve's headers call the slot in maps of this version; `name` is the same in all. */
  readonly title: string;
  /** Once unpacked, as the directory says it. */
  readonly byteLength: number;
  /** Of the file, 0 to 1: what of the lump lies in it. */
  readonly share: number;
}

export interface MapSpace {
  readonly headerBytes: number;
  /** Bytes in no lump: what aligns the next one, and what is forgotten. */
  readonly unused: number;
  /** Bytes that lumps claim again, once for each that does: the lengths of all that lies in the file,
   * and the header's and `unused`, less this, are the file's length. */
  readonly overlapping: number;
}

export interface WeighedLumps extends MapSpace, Pick<RecordCounts, "faults"> {
  readonly lumps: readonly LumpWeight[];
}

/**
 * Weighs the lumps of a map file.
 *
 * @param entries what became of each lump when the map was read; else as the directory has them
 * @throws FormatError
 */
export function weighLumps(
  stored: Uint8Array,
  entries?: readonly (Place & CountedEntry)[],
  limits?: Limits,
): WeighedLumps {
  const { header, lumps } = openLumps(stored, limits);
  return weighOpened(header, lumps, entries);
}

/** The same of a map that is open, of which no lump need be read but what says that it is packed. */
export function weighOpened(
  header: BspHeader,
  lumps: LumpReader,
  entries: readonly (Place & CountedEntry)[] = lumps.entries,
): WeighedLumps {
  const fileLength = lumps.byteLength;
  const withFaceBrushes = toldFaceBrushes(lumps, header);
  const headerBytes =
    header.version === CONTAGION_VERSION ? MAX_BSP_HEADER_BYTES : BSP_HEADER_BYTES;
  const { records, faults } = countAllRecords(lumps, header, withFaceBrushes, entries);
  const weights = entries.map((entry, i) => {
    const { index } = entry;
    const [start, end] = spanOf(entry, fileLength);
    return {
      ...entry,
      records: records[i]?.records ?? null,
      recordBytes: records[i]?.recordBytes ?? null,
      title: nameLump(LUMP_NAMES[index] satisfies LumpName, header.version, withFaceBrushes),
      byteLength: lumpLength(lumps, header, LUMP_NAMES[index]),
      share: (end - start) / fileLength,
    };
  });
  return { lumps: weights, faults, headerBytes, ...measureSpace(weights, headerBytes, fileLength) };
}

/** Faces that cannot be counted tell nothing; their own lump says what is wrong with them. */
export function toldFaceBrushes(lumps: LumpReader, header: LumpLengths): boolean {
  try {
    return hasFaceBrushes(lumps, header);
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** What of a lump lies in the file, from its first byte to behind its last. */
function spanOf({ offset, length }: Place, fileLength: number): [start: number, end: number] {
  const start = Math.min(Math.max(0, offset), fileLength);
  return [start, Math.max(start, Math.min(offset + length, fileLength))];
}

function measureSpace(entries: readonly Place[], headerBytes: number, fileLength: number) {
  const spans = entries
    .map((entry) => spanOf(entry, fileLength))
    .filter(([start, end]) => end > start)
    .sort((a, b) => a[0] - b[0]);
  let reached = headerBytes;
  let unused = 0;
  let overlapping = 0;
  for (const [start, end] of spans) {
    if (start > reached) unused += start - reached;
    else overlapping += Math.min(end, reached) - start;
    reached = Math.max(reached, end);
  }
  return { unused: unused + fileLength - reached, overlapping };
}
