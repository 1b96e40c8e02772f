import type { FormatError, FormatErrorCode } from "../../../core/errors.ts";
import type { ColumnArray } from "../../binary/record-layout.ts";
import { bspError } from "../bsp-error.ts";
import type { LumpName } from "../lumps.ts";
import type { ColumnSpec, ColumnSpecs } from "../records/record.ts";
import type { LumpEntry } from "../types.ts";

/** What a range or index points into, for the message. */
export interface Target {
  readonly name: string;
  readonly count: number;
}

/** An error at one row of a lump: its byte offset in the file, or in the decompressed lump. */
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

/** Every value is an index below `target.count`, or from `least` (as -1 for "none") up. */
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

/** Every [first, first + count) lies within the target. An empty range may start anywhere. */
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

/** Of some lumps, how many records there are. */
export type LumpCounts = { readonly [K in LumpName]?: number };

/** Checks the columns that name rows of other lumps, as the record says, of those lumps that are counted. */
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
      // An edge's row counts from 0 in both directions.
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

/** `LUMP_TEXINFO`: texinfos. */
function nameRows(lump: LumpName): string {
  const name = lump.slice("LUMP_".length).toLowerCase();
  return name.endsWith("s") ? name : `${name}s`;
}

/** Of the lengths of ranges: what a walk through all of them comes to, which may share their rows. */
export function sumOf(counts: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) sum += counts[i];
  return sum;
}

/** Nor may a product of two values be infinite. */
const TOO_LARGE = 1e18;

/** No value is infinite or not a number: what is computed from them would be lost. */
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
