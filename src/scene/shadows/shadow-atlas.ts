/** Squares of a picture, side by side: what the shadows of a map's models look like. */

/** Edge of the picture at most: `TEXTURE_PAGE_SIZE` of the engine's own. */
const MAX_EDGE = 1024;
/** Of a square. A quarter of the texels of the engine's largest, which has one picture for what is seen alone. */
const MAX_CELL = 128;
const MIN_CELL = 16;

export interface AtlasPlan {
  readonly width: number;
  readonly height: number;
  /** Upper left corner of each square; -1: there is no room for it. */
  readonly x: Int16Array;
  readonly y: Int16Array;
}

/** The least power of two that holds so many texels, as far as there are any. */
export function cellSize(texels: number): number {
  let size = MIN_CELL;
  while (size < texels && size < MAX_CELL) size *= 2;
  return size;
}

/**
 * Places squares of sizes that `cellSize` gives, the last of them in any case, larger ones first, along a curve that fills a square of theirs before
 * it goes on to the next: nothing is left over between them.
 */
export function planAtlas(sizes: readonly number[]): AtlasPlan {
  const order = sizes.map((_, i) => i).sort((a, b) => sizes[b] - sizes[a] || a - b);
  const x = new Int16Array(sizes.length).fill(-1);
  const y = new Int16Array(sizes.length).fill(-1);
  const room = (MAX_EDGE / MIN_CELL) ** 2;
  const last = sizes.length - 1;
  let next = 0;
  let kept = unitsOf(sizes[last]);
  for (const i of order) {
    if (i === last) kept = 0;
    const units = unitsOf(sizes[i]);
    if (next + units + kept > room) continue;
    x[i] = everySecondBit(next) * MIN_CELL;
    y[i] = everySecondBit(next >>> 1) * MIN_CELL;
    next += units;
  }
  let width = MIN_CELL;
  let height = MIN_CELL;
  while ((width / MIN_CELL) * (height / MIN_CELL) < next) {
    if (width === height) width *= 2;
    else height *= 2;
  }
  return { width, height, x, y };
}

const unitsOf = (size: number) => (size / MIN_CELL) ** 2;

function everySecondBit(code: number): number {
  let value = 0;
  for (let bit = 0; bit < 15; bit++) value |= ((code >>> (bit * 2)) & 1) << bit;
  return value;
}
