/**
 * Tessellates a displacement's grid, block by block. The `AllowedVerts` bits of `ddispinfo_t`
 * exclude vertices that a coarser neighbour lacks.
 */

export interface Tessellation {
  /** Vertex numbers of the grid, block by block; wound as the grid's rows and columns. */
  readonly indices: Uint16Array;
  /** First index of each square block of the grid; one more at the end. */
  readonly blockFirstIndex: Uint16Array;
}

/** Cells along a block's edge: small enough for effective frustum culling. */
const BLOCK_CELLS = 4;

/** Tessellations, by edge, of grids whose vertices are all allowed, as in nearly all grids. */
const wholeGrids = new Map<number, Tessellation>();

/** Returns the triangles of a grid; bits at `offset` of `allowed` mark the usable vertices. */
export function tessellateAllowed(
  edge: number,
  allowed: Uint32Array,
  offset: number,
): Tessellation {
  const isAllowed = (vertex: number) =>
    ((allowed[offset + (vertex >>> 5)] >>> (vertex & 31)) & 1) === 1;
  let vertex = 0;
  while (vertex < edge * edge && isAllowed(vertex)) vertex++;
  if (vertex < edge * edge) return tessellateBlocks(edge, isAllowed);
  let whole = wholeGrids.get(edge);
  if (whole === undefined) {
    whole = tessellateBlocks(edge, () => true);
    wholeGrids.set(edge, whole);
  }
  return { indices: whole.indices.slice(), blockFirstIndex: whole.blockFirstIndex };
}

function tessellateBlocks(edge: number, isAllowed: (vertex: number) => boolean): Tessellation {
  const indices = tessellate(edge, isAllowed);
  return { blockFirstIndex: sortByBlock(edge, indices), indices };
}

/**
 * Tessellates a grid with excluded vertices: a quadtree of fans around the centres. A quadrant
 * whose own centre is allowed gets its own fan.
 */
export function tessellate(edge: number, isAllowed: (vertex: number) => boolean): Uint16Array {
  const triangles: number[] = [];
  const at = (row: number, column: number) => row * edge + column;
  // The eight vertices around a centre: corners at even indexes, middles of sides at odd ones.
  const around = [-1, -1, -1, 0, -1, 1, 0, 1, 1, 1, 1, 0, 1, -1, 0, -1];
  const fan = (row: number, column: number, half: number): void => {
    const quarter = half >> 1;
    const isSplit = [0, 2, 4, 6].map((corner) => {
      if (quarter === 0) return false;
      const r = row + around[corner * 2] * quarter;
      const c = column + around[corner * 2 + 1] * quarter;
      if (!isAllowed(at(r, c))) return false;
      fan(r, c, quarter);
      return true;
    });
    const rim: number[] = [];
    for (let i = 0; i < 8; i++) {
      const vertex = at(row + around[i * 2] * half, column + around[i * 2 + 1] * half);
      if (i % 2 === 0 || isAllowed(vertex)) rim.push(i);
    }
    for (let i = 0; i < rim.length; i++) {
      const from = rim[i];
      const to = rim[(i + 1) % rim.length];
      // The corner of this step identifies the triangle's quadrant.
      const corner = from % 2 === 0 ? from : (from + 1) % 8;
      if (isSplit[corner / 2]) continue;
      const a = at(row + around[from * 2] * half, column + around[from * 2 + 1] * half);
      const b = at(row + around[to * 2] * half, column + around[to * 2 + 1] * half);
      triangles.push(at(row, column), a, b);
    }
  };
  const half = (edge - 1) >> 1;
  fan(half, half, half);
  return Uint16Array.from(triangles);
}

/**
 * Sorts triangles, in place, by the block that contains their centre.
 * @returns the first index of each block, and the end of the last
 */
export function sortByBlock(edge: number, indices: Uint16Array): Uint16Array {
  const cells = edge - 1;
  // A grid has at least four blocks.
  const across = Math.max(2, cells / BLOCK_CELLS);
  const count = indices.length / 3;
  const block = new Uint8Array(count);
  const first = new Uint16Array(across * across + 1);
  for (let triangle = 0; triangle < count; triangle++) {
    let row = 0;
    let column = 0;
    for (let i = triangle * 3; i < triangle * 3 + 3; i++) {
      row += Math.floor(indices[i] / edge);
      column += indices[i] % edge;
    }
    const place = (sum: number) => Math.min(across - 1, Math.floor((sum * across) / (cells * 3)));
    block[triangle] = place(row) * across + place(column);
    first[block[triangle] + 1] += 3;
  }
  for (let i = 1; i < first.length; i++) first[i] += first[i - 1];
  const unsorted = indices.slice();
  const next = first.slice();
  for (let triangle = 0; triangle < count; triangle++) {
    for (let i = 0; i < 3; i++) indices[next[block[triangle]]++] = unsorted[triangle * 3 + i];
  }
  return first;
}
