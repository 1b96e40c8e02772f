/**
 * Measures the size of each lump in a map file, and of the bytes outside of all lumps, and counts
 * the records of lumps, including lumps that are not drawn.
 */

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
import {
  hasFaceBrushes,
  hasMoreThanLuxels,
  type LumpLengths,
  lumpLength,
  nameLump,
  recordsOf,
} from "./lump-structs.ts";
import { openLumps } from "./open-lumps.ts";
import { isVariableOverlays, readLumpTables } from "./read-lump-tables.ts";

export interface RecordCount {
  readonly records: number;
  readonly recordBytes: number;
}

/**
 * Returns the record count; `null` if the lump is not an array of records. Only the compression
 * header of the lump has to be loaded. Throws FormatError if the length does not fit the records.
 */
export function countRecords(
  lumps: LumpReader,
  slot: LumpName,
  header: LumpLengths,
  hasFaceBrushes: boolean,
): RecordCount | null {
  const forms = recordsOf(slot, header.version, hasFaceBrushes);
  if (forms.length === 0 || lumps.isEmpty(slot)) return null;
  if (hasMoreThanLuxels(lumps, header, slot)) return null;
  const { bytes } = lumps.layout(slot, forms);
  const records = lumpLength(lumps, header, slot) / bytes;
  return Number.isInteger(records) ? { records, recordBytes: bytes } : null;
}

// Counts the records of each lump of a map.

/** Lumps that are not arrays of records. They are counted by reading them. */
const COUNTERS: { readonly [K in LumpName]?: typeof countRows } = {
  LUMP_ENTITIES: countRows,
  LUMP_TEXDATA_STRING_DATA: countRows,
  LUMP_GAME_LUMP: (lumps) => {
    const records = readGameLumpDirectory(lumps).length;
    return { records, recordBytes: lumps.entry("LUMP_GAME_LUMP").recordBytes };
  },
};

export interface RecordCounts {
  /** Count of each slot; `null` if it holds no records. */
  readonly records: readonly (RecordCount | null)[];
  /** Lumps that could not be counted, a sentence each. */
  readonly faults: readonly string[];
}

/** Directory entry with the outcome of reading a lump. */
export type CountedEntry = Pick<LumpEntry, "index"> & {
  readonly records: number | null;
  readonly recordBytes: number | null;
};

/** @param entries outcome of reading each lump, used if there is no other count */
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
      // Overlays have a fixed record size here, but follow a list of faces.
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

/** Arrays of single bytes do not count as records. */
function countRead({ records, recordBytes }: CountedEntry): RecordCount | null {
  if (records === null || recordBytes === null) return null;
  return records > 0 && recordBytes !== 1 ? { records, recordBytes } : null;
}

type Place = Omit<LumpEntry, "records" | "recordBytes">;

export interface LumpWeight extends Place {
  /** Number of records, drawn or not; `null` if the lump holds no records. */
  readonly records: number | null;
  readonly recordBytes: number | null;
  /** Name in Valve's headers for maps of this version. `name` is the same for all versions. */
  readonly title: string;
  /** Size after decompression in bytes, from the directory. */
  readonly byteLength: number;
  /** Share of the file's bytes inside the lump, 0 to 1. */
  readonly share: number;
}

export interface MapSpace {
  readonly headerBytes: number;
  /** Bytes outside of all lumps: padding, and unreferenced data. */
  readonly unused: number;
  /**
   * Bytes claimed by more than one lump, counted once for each extra lump. The lengths of all lumps
   * inside the file plus header and `unused`, minus this, are the file's length.
   */
  readonly overlapping: number;
}

export interface WeighedLumps extends MapSpace, Pick<RecordCounts, "faults"> {
  readonly lumps: readonly LumpWeight[];
}

/**
 * Measures the lumps of a map file.
 *
 * @param entries outcome of reading each lump; the directory if undefined
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

/** Measures the lumps of an open map. Only the compression headers of lumps need to be loaded. */
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

/**
 * Returns false if the faces cannot be counted. The error of their own lump is reported elsewhere.
 */
export function toldFaceBrushes(lumps: LumpReader, header: LumpLengths): boolean {
  try {
    return hasFaceBrushes(lumps, header);
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** Returns the range of a lump inside the file. */
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
