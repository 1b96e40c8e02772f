/** Batches of translucent rows that share a pipeline and textures, and therefore a draw. */

/** Batch of each row, and a region of a list for each batch that fits all its rows. */
/** Batches, and the initial arguments of all their slots. */
export interface OrderedBatches {
  readonly batches: TranslucentBatches;
  readonly emptyArgs: Uint32Array<ArrayBuffer>;
}

export interface TranslucentBatches {
  readonly count: number;
  /** Key, texture group and start of the region of each batch. */
  readonly key: Uint32Array;
  readonly textureGroup: Uint16Array;
  readonly first: Uint32Array;
  /** Length of the list. */
  readonly capacity: number;
  /** Batch of each row. */
  readonly rowBatch: Uint32Array;
}

/**
 * @param keyOf pipeline key of a row; the other functions take a row as well
 * @param sizeOf greatest number of list entries of a row
 */
export function buildTranslucentBatches(
  rowCount: number,
  keyOf: (row: number) => number,
  textureGroupOf: (row: number) => number,
  sizeOf: (row: number) => number,
): TranslucentBatches {
  const batchOf = new Map<number, number>();
  const rowBatch = new Uint32Array(rowCount);
  const size: number[] = [];
  for (let row = 0; row < rowCount; row++) {
    const both = keyOf(row) * 65536 + textureGroupOf(row);
    let batch = batchOf.get(both);
    if (batch === undefined) {
      batch = batchOf.size;
      batchOf.set(both, batch);
      size.push(0);
    }
    rowBatch[row] = batch;
    size[batch] += sizeOf(row);
  }
  const keys = [...batchOf.keys()];
  const first = new Uint32Array(size.length);
  let capacity = 0;
  size.forEach((entries, batch) => {
    first[batch] = capacity;
    capacity += entries;
  });
  return {
    count: keys.length,
    key: Uint32Array.from(keys, (both) => Math.floor(both / 65536)),
    textureGroup: Uint16Array.from(keys, (both) => both % 65536),
    first,
    capacity,
    rowBatch,
  };
}
