/** Texts of a simulation by number, so that columns can hold them. Number 0 is the empty text. */
export class StringPool {
  readonly #numbers = new Map<string, number>([["", 0]]);
  readonly #texts: string[] = [""];
  /** Number of each text in lower case. */
  readonly #folded: number[] = [0];

  /** Returns the number of a text; a new text gets the next number. */
  intern(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#texts.length;
    this.#numbers.set(text, number);
    this.#texts.push(text);
    this.#folded.push(number);
    const lower = text.toLowerCase();
    if (lower !== text) this.#folded[number] = this.intern(lower);
    return number;
  }

  /** Returns the number of a text in lower case. Names, classes, inputs and outputs are compared by it. */
  fold(text: string): number {
    return this.#folded[this.intern(text)];
  }

  foldedOf(number: number): number {
    return this.#folded[number];
  }

  text(number: number): string {
    return this.#texts[number];
  }
}
