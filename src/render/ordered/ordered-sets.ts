/** What is drawn back to front, in sets that one draw can show: those that share textures. */

/** Rows by set, and where each set's part of a list lies that holds all they may draw. */
export interface OrderedSets {
  readonly count: number;
  /** Of each set. */
  readonly key: Uint32Array;
  readonly textureGroup: Uint16Array;
  readonly first: Uint32Array;
  /** Length of the list. */
  readonly capacity: number;
  /** Of each row. */
  readonly rowSet: Uint32Array;
}

/** The starts of the sets as shaders read them, which take the number of sets from their length. */
export function bindSetStarts(sets: OrderedSets, buffer: GPUBuffer): GPUBufferBinding {
  return { buffer, size: Math.max(4, sets.first.byteLength) };
}

/**
 * @param keyOf pipeline key by row, as the rest
 * @param sizeOf most entries that a row takes up in the list
 */
export function buildOrderedSets(
  rowCount: number,
  keyOf: (row: number) => number,
  textureGroupOf: (row: number) => number,
  sizeOf: (row: number) => number,
): OrderedSets {
  const setOf = new Map<number, number>();
  const rowSet = new Uint32Array(rowCount);
  const size: number[] = [];
  for (let row = 0; row < rowCount; row++) {
    const both = keyOf(row) * 65536 + textureGroupOf(row);
    let set = setOf.get(both);
    if (set === undefined) {
      set = setOf.size;
      setOf.set(both, set);
      size.push(0);
    }
    rowSet[row] = set;
    size[set] += sizeOf(row);
  }
  const keys = [...setOf.keys()];
  const first = new Uint32Array(size.length);
  let capacity = 0;
  size.forEach((entries, set) => {
    first[set] = capacity;
    capacity += entries;
  });
  return {
    count: keys.length,
    key: Uint32Array.from(keys, (both) => Math.floor(both / 65536)),
    textureGroup: Uint16Array.from(keys, (both) => both % 65536),
    first,
    capacity,
    rowSet,
  };
}
