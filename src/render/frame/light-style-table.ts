/**
 * Brightness of the light styles over time: the map's initial state, patterns, and values set by
 * the host. As in the engine, letters of a pattern change ten times a second without interpolation
 * (`r_lightinterp` is about models).
 */

const LETTERS_PER_SECOND = 10;
const DARK_LETTER = 97;
/** Steps from `a` to `m`, which is the baked brightness. */
const BAKED_LETTERS = 12;

export class LightStyleTable {
  /** Array that is uploaded for the shaders. */
  readonly #brightness: Float32Array;
  readonly #rest: Float32Array;
  #patterns: readonly string[] = [];
  /** Brightness or pattern set by the host. */
  readonly #set: (number | string | null)[] = [];
  /** Number of the letter shown. */
  #letter = -1;
  #hasPatterns = false;
  #isDirty = true;

  constructor(brightness: Float32Array) {
    this.#brightness = brightness;
    this.#rest = brightness.slice();
  }

  /** Resets to the initial styles of another map, without patterns. */
  restart(rest: Float32Array): void {
    this.#rest.set(rest);
    this.#set.length = 0;
    this.setPatterns([]);
  }

  /** Sets the map's patterns by style; empty if it has none. */
  setPatterns(patterns: readonly string[]): void {
    this.#patterns = patterns;
    this.#hasPatterns = patterns.length > 0;
    this.#isDirty = true;
  }

  /** @param light brightness or pattern, or `null` for the map's own */
  set(style: number, light: number | string | null): void {
    this.#set[style] = light;
    this.#hasPatterns ||= typeof light === "string";
    this.#isDirty = true;
  }

  /**
   * Returns true if any brightness has changed. Without patterns, only changes by the host are
   * checked.
   */
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
    // A negative letter number wraps around, too.
    const letter = ((this.#letter % light.length) + light.length) % light.length;
    return Math.max(light.charCodeAt(letter) - DARK_LETTER, 0) / BAKED_LETTERS;
  }
}
