/** Batches of what is drawn back to front: rows that share a pipeline and textures, and so a draw. */

/** Rows by batch, and where each batch's part of a list lies that holds all they may draw. */
export interface TranslucentBatches {
  readonly count: number;
  /** Of each batch. */
  readonly key: Uint32Array;
  readonly textureGroup: Uint16Array;
  readonly first: Uint32Array;
  /** Length of the list. */
  readonly capacity: number;
  /** Of each row. */
  readonly rowBatch: Uint32Array;
}

/** The starts of the batches as shaders read them, which take their number from the length. */
export function bindBatchStarts(batches: TranslucentBatches, buffer: GPUBuffer): GPUBufferBinding {
  return { buffer, size: Math.max(4, batches.first.byteLength) };
}

/**
 * @param keyOf pipeline key by row, as the rest
 * @param sizeOf most entries that a row takes up in the list
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
