/** Which of many names have room in a picture. */

/** Pixels: between a place and its name, a name's height, and what a letter takes at most. */
export const LABEL_GAP = 7;
const LABEL_HEIGHT = 17;
const LETTER = 6.6;
const PADDING = 8;
/** Of the pointer. */
const REACH = 18;

export class LabelChoice {
  /** Pixels in the picture, and how far ahead: of each name. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly depth: Float32Array;
  /** Rows of the names that have room. */
  readonly chosen: Uint16Array;
  count = 0;
  readonly #letters: Uint16Array;
  readonly #order: Uint16Array;
  readonly #byDepth = (a: number, b: number): number => this.depth[a] - this.depth[b];

  constructor(names: readonly string[], most: number) {
    this.x = new Float32Array(names.length);
    this.y = new Float32Array(names.length);
    this.depth = new Float32Array(names.length);
    this.chosen = new Uint16Array(most);
    this.#letters = Uint16Array.from(names, ({ length }) => length);
    this.#order = new Uint16Array(names.length);
  }

  /**
   * Of those that are in the picture, one that is marked comes first, then the one nearest to the pointer, then those
   * nearest to the eye, as long as none lies over another.
   * @param marked a row; -1: none is
   * @param pointerX NaN: there is no pointer
   * @param isOffered which rows are wanted
   */
  choose(
    width: number,
    height: number,
    marked: number,
    pointerX: number,
    pointerY: number,
    isOffered: (row: number) => boolean,
  ): void {
    const { x, y, depth } = this;
    this.count = 0;
    let offered = 0;
    let pointed = -1;
    let nearest = REACH;
    for (let row = 0; row < x.length; row++) {
      const isSeen =
        depth[row] > 0 && x[row] >= 0 && y[row] >= 0 && x[row] < width && y[row] < height;
      if (!isSeen) continue;
      if (row === marked) this.#add(row);
      if (!isOffered(row)) continue;
      this.#order[offered++] = row;
      const away = Math.hypot(x[row] - pointerX, y[row] - pointerY);
      if (away < nearest) {
        nearest = away;
        pointed = row;
      }
    }
    if (pointed >= 0) this.#addWhereFree(pointed);
    const order = this.#order.subarray(0, offered).sort(this.#byDepth);
    for (let i = 0; i < offered; i++) this.#addWhereFree(order[i]);
  }

  #add(row: number): void {
    if (this.count < this.chosen.length) this.chosen[this.count++] = row;
  }

  #addWhereFree(row: number): void {
    const { x, y, chosen } = this;
    for (let i = 0; i < this.count; i++) {
      const other = chosen[i];
      if (other === row) return;
      if (Math.abs(y[other] - y[row]) >= LABEL_HEIGHT) continue;
      const [left, right] = x[other] < x[row] ? [other, row] : [row, other];
      if (x[left] + this.widthOf(left) > x[right]) return;
    }
    this.#add(row);
  }

  /** Pixels, with the gap before it: at most. */
  widthOf(row: number): number {
    return LABEL_GAP + PADDING + this.#letters[row] * LETTER;
  }
}
