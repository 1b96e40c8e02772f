/** The best assignment of rows to columns by what each pair costs: the Hungarian method, with potentials. */

/**
 * @param cost row-major, `rowCount * columnCount`, finite, with no more rows than columns
 * @returns the column of each row, so that the sum of costs is least
 */
export function assignBest(
  cost: Float64Array,
  rowCount: number,
  columnCount: number,
): Int32Array<ArrayBuffer> {
  // Rows and columns count from 1 here: column 0 is where a row starts that has none yet.
  const ofRow = new Float64Array(rowCount + 1);
  const ofColumn = new Float64Array(columnCount + 1);
  const rowOf = new Int32Array(columnCount + 1);
  const before = new Int32Array(columnCount + 1);
  const least = new Float64Array(columnCount + 1);
  const isUsed = new Uint8Array(columnCount + 1);
  for (let row = 1; row <= rowCount; row++) {
    rowOf[0] = row;
    least.fill(Number.POSITIVE_INFINITY);
    isUsed.fill(0);
    let column = 0;
    do {
      isUsed[column] = 1;
      const from = rowOf[column];
      let step = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let j = 1; j <= columnCount; j++) {
        if (isUsed[j] === 1) continue;
        const reduced = cost[(from - 1) * columnCount + j - 1] - ofRow[from] - ofColumn[j];
        if (reduced < least[j]) {
          least[j] = reduced;
          before[j] = column;
        }
        if (least[j] < step) {
          step = least[j];
          next = j;
        }
      }
      for (let j = 0; j <= columnCount; j++) {
        if (isUsed[j] === 1) {
          ofRow[rowOf[j]] += step;
          ofColumn[j] -= step;
        } else least[j] -= step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      rowOf[column] = rowOf[before[column]];
      column = before[column];
    }
  }
  const columnOf = new Int32Array(rowCount).fill(-1);
  for (let j = 1; j <= columnCount; j++) if (rowOf[j] > 0) columnOf[rowOf[j] - 1] = j - 1;
  return columnOf;
}
