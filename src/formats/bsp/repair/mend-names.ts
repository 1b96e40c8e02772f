/** Names of materials of which the file's end cut some, and the table of where each begins. */

export interface MendedNames {
  /** Of the names: up to the zero of the last one that is whole; 0: none is. */
  readonly length: number;
  /** Where each name begins. */
  readonly starts: Int32Array;
  /** Of these so many have letters. */
  readonly keptCount: number;
}

/**
 * Keeps the names that are whole. Rows of the others lead to the zero that ends the last one, which is a name
 * of no letters: engines do not look whether a name is there.
 *
 * @param names as much as is there of LUMP_TEXDATA_STRING_DATA
 * @param starts LUMP_TEXDATA_STRING_TABLE; where that is lost, the number of its rows: compilers write
 *   the names in the order of their rows, one behind the other, as all of the real maps that were looked at have them
 */
export function mendNames(names: Uint8Array, starts: Int32Array | number): MendedNames {
  const length = names.lastIndexOf(0) + 1;
  const rows = typeof starts === "number" ? listStarts(names, length, starts) : starts;
  let keptCount = 0;
  const mended = rows.map((start) => {
    if (start < 0 || start >= length) return Math.max(0, length - 1);
    keptCount++;
    return start;
  });
  return { length, starts: mended, keptCount };
}

function listStarts(names: Uint8Array, length: number, count: number): Int32Array {
  const starts = new Int32Array(count).fill(-1);
  let at = 0;
  for (let row = 0; row < count && at < length; row++) {
    starts[row] = at;
    at = names.indexOf(0, at) + 1;
  }
  return starts;
}
