/** One parser or reader of foreign bytes, as the fuzzer knows it. */

export interface Target {
  readonly name: string;
  /** One line: what is done with a file. */
  readonly does: string;
  /** Folders and files of `src` that are its own: their blocks guide it, and count. */
  readonly code: readonly string[];
  /** How its files are changed: lump by lump besides byte by byte, or word by word. */
  readonly form: "map" | "bytes" | "text";
  /**
   * Small files that it reads, each of another shape. The same in every run: kept mutants are changes of
   * them by their place, so that new ones go to the end.
   */
  readonly seeds: () => readonly Uint8Array[];
  /** How often a file is read, where more than once: each time may take as long as a file may. */
  readonly times?: number;
  /** Ends of names of real files: `.vtf`. */
  readonly files?: readonly string[];
  /** What its files are written with, besides what stands in its code. */
  readonly words?: readonly string[];
  /** Plain sentences that it may end with besides an error of the catalogue: its caller prints them. */
  readonly sentences?: RegExp;
  /**
   * Reads a file the whole way. Throws what the reader throws, and an error of its own where what was
   * read breaks a promise. `look` is called while what was made is there.
   */
  readonly read: (bytes: Uint8Array, look: () => void) => unknown;
}
