/** Checks indices, ranges and numbers in tables of a map. */

import type { FormatError, FormatErrorCode } from "../../../core/errors.ts";
import type { ColumnArray } from "../../binary/record-layout.ts";
import { bspError } from "../bsp-error.ts";
import type { LumpName } from "../lumps.ts";
import type { ColumnSpec, ColumnSpecs } from "../records/record.ts";
import type { LumpEntry } from "../types.ts";

/** Table that a range or index points into, for error messages. */
export interface Target {
  readonly name: string;
  readonly count: number;
}

/**
 * Returns an error at one row of a lump, with its byte offset in the file or in the decompressed
 * lump.
 */
export function rowError(
  entry: LumpEntry,
  code: FormatErrorCode,
  row: number,
  expected: string,
  found?: string | number,
): FormatError {
  const offset = (entry.compressed ? 0 : entry.offset) + row * entry.recordBytes;
  return bspError(code, entry.name, offset, expected, found);
}

/**
 * Throws FormatError unless every value is an index below `target.count` and at least `least`,
 * which is −1 for columns where −1 means none.
 */
export function checkIndices(
  entry: LumpEntry,
  column: string,
  values: ArrayLike<number>,
  target: Target,
  least = 0,
): void {
  for (let i = 0; i < values.length; i++) {
    if (values[i] < least || values[i] >= target.count) {
      const row = rowOf(entry, values, i);
      const expected = `${column} of row ${row} from ${least} to below ${target.count} (${target.name})`;
      throw rowError(entry, "bad-index", row, expected, values[i]);
    }
  }
}

/**
 * Throws FormatError unless every [first, first + count) is within the target. Empty ranges may
 * start anywhere.
 */
export function checkRanges(
  entry: LumpEntry,
  column: string,
  first: ArrayLike<number>,
  count: ArrayLike<number>,
  target: Target,
): void {
  for (let i = 0; i < first.length; i++) {
    if (count[i] > 0 && first[i] + count[i] > target.count) {
      const expected = `${column} of row ${i} to end within ${target.count} (${target.name})`;
      throw rowError(entry, "bad-index", i, expected, `${first[i]} + ${count[i]}`);
    }
  }
}

/** Record counts of some lumps. */
export type LumpCounts = { readonly [K in LumpName]?: number };

/**
 * Checks columns that reference other lumps, as declared in the record. Lumps without a count are
 * skipped.
 */
export function checkReferences(
  entry: LumpEntry,
  { specs }: { readonly specs: ColumnSpecs },
  table: object,
  counts: LumpCounts,
): void {
  const columns = table as Readonly<Record<string, ColumnArray>>;
  const all = Object.entries(specs) as [field: string, spec: ColumnSpec][];
  for (const [field, { name, points }] of all) {
    const count = points && counts[points.to];
    if (points === undefined || count === undefined) continue;
    const { to, what = field, count: length, least = 0, negative } = points;
    const target = { name: nameRows(to), count };
    if (length === undefined) {
      // Edge indices count from 0 in both directions, so −count is not a valid one.
      const lowest = negative === undefined ? least : (negative === to ? 1 : 0) - counts[negative]!;
      checkIndices(entry, what, columns[name], target, lowest);
      continue;
    }
    const signed = [name, length].filter((each) => columns[each] instanceof Int32Array);
    for (const each of signed) {
      const [own] = all.find(([, spec]) => spec.name === each)!;
      checkIndices(entry, own, columns[each], { ...target, count: count + 1 });
    }
    checkRanges(entry, what, columns[name], columns[length], target);
  }
}

/** Returns the plural noun for a lump's rows: `texinfos` for `LUMP_TEXINFO`. */
function nameRows(lump: LumpName): string {
  const name = lump.slice("LUMP_".length).toLowerCase();
  return name.endsWith("s") ? name : `${name}s`;
}

/** Returns the sum of the range lengths: the cost of walking all of them. Ranges may overlap. */
export function sumOf(counts: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += counts[i];
  return sum;
}

/** Limit of finite values, chosen so that the product of two of them is finite as well. */
const TOO_LARGE = 1e18;

/** Throws FormatError if a value is infinite or not a number. */
export function checkFinite(entry: LumpEntry, column: string, values: Float32Array): void {
  for (let i = 0; i < values.length; i++) {
    if (!(Math.abs(values[i]) < TOO_LARGE)) {
      const row = rowOf(entry, values, i);
      throw rowError(entry, "bad-value", row, `a finite ${column} in row ${row}`, values[i]);
    }
  }
}

function rowOf(entry: LumpEntry, values: ArrayLike<number>, index: number): number {
  return Math.floor(index / Math.max(1, values.length / entry.records));
}
