/**
 * How bright light styles are at a moment: as the map starts, by patterns, and as a host sets them. The engine
 * reads a pattern's letters ten times a second and mixes none with the next: `r_lightinterp` is about models.
 */

const LETTERS_PER_SECOND = 10;
const DARK_LETTER = 97;
/** Of `m` above `a`: as bright as it was baked. */
const BAKED_LETTERS = 12;

export class LightStyleTable {
  /** What shaders read. */
  readonly #brightness: Float32Array;
  readonly #rest: Float32Array;
  #patterns: readonly string[] = [];
  /** By hosts: brightness, or a pattern. */
  readonly #set: (number | string | null)[] = [];
  /** Which letter is shown. */
  #letter = -1;
  #hasPatterns = false;
  #isDirty = true;

  constructor(brightness: Float32Array) {
    this.#brightness = brightness;
    this.#rest = brightness.slice();
  }

  /** Of another map: its styles as it starts, without patterns so far. */
  restart(rest: Float32Array): void {
    this.#rest.set(rest);
    this.#set.length = 0;
    this.setPatterns([]);
  }

  /** The map's own, by style; empty where it has none. */
  setPatterns(patterns: readonly string[]): void {
    this.#patterns = patterns;
    this.#hasPatterns = patterns.length > 0;
    this.#isDirty = true;
  }

  /** @param light brightness, a pattern, or null: as the map has it */
  set(style: number, light: number | string | null): void {
    this.#set[style] = light;
    this.#hasPatterns ||= typeof light === "string";
    this.#isDirty = true;
  }

  /** Whether anything is another brightness than before; without patterns it is not looked for. */
  update(seconds: number, isMoving: boolean): boolean {
    const letter = isMoving ? Math.floor(seconds * LETTERS_PER_SECOND) : -1;
    if (!this.#isDirty && (letter === this.#letter || !this.#hasPatterns)) return false;
    this.#letter = letter;
    this.#isDirty = false;
    let isChanged = false;
    for (let style = 0; style < this.#brightness.length; style++) {
      const before = this.#brightness[style];
      this.#brightness[style] = this.#lightOf(style, isMoving);
      isChanged ||= this.#brightness[style] !== before;
    }
    return isChanged;
  }

  #lightOf(style: number, isMoving: boolean): number {
    const set = this.#set[style];
    if (typeof set === "number") return set;
    const light = set || this.#patterns[style];
    if (!light || !isMoving) return set ? 1 : this.#rest[style];
    // A moment before the first is one of the pattern's, too.
    const letter = ((this.#letter % light.length) + light.length) % light.length;
    return Math.max(light.charCodeAt(letter) - DARK_LETTER, 0) / BAKED_LETTERS;
  }
}
