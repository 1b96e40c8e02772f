/** One parser or reader of foreign bytes, as the fuzzer knows it. */

export interface Target {
  readonly name: string;
  /** One line: what is done with a file. */
  readonly does: string;
  /** Folders and files of `src` that are its own: their blocks guide it, and count. */
  readonly code: readonly string[];
  /** Kind of mutation: folded lumps and changed bytes, changed bytes, or changed words. */
  readonly form: "map" | "bytes" | "text";
  /**
   * Small files that it reads, each of another shape. The same in every run: kept mutants are changes of
   * them by their place, so that new ones go to the end.
   */
  readonly seeds: () => readonly Uint8Array[];
  /** Number of times that a file is read, 1 if absent. The time limit of a file is multiplied by it. */
  readonly times?: number;
  /** Ends of names of real files: `.vtf`. */
  readonly files?: readonly string[];
  /** Words that its files are made of, besides those in its code. */
  readonly words?: readonly string[];
  /** Plain sentences that it may end with besides an error of the catalogue: its caller prints them. */
  readonly sentences?: RegExp;
  /**
   * Reads a file. Throws the reader's error, or another error if the result breaks a promise.
   *
   * @param look called while the result is in memory
   * @param part `null` to do all that the target does. A number lets a slow target do one share of its work, chosen
   * by `chooseParts`: the session reads most mutants so, and whole files that are seeds, kept, suspect or folded.
   */
  readonly read: (bytes: Uint8Array, look: () => void, part: number | null) => unknown;
}

/** Returns all items for `null`, else one share of them. Every item is in one of `shares` shares. */
export function chooseParts<T>(
  items: readonly T[],
  part: number | null,
  shares = items.length,
): readonly T[] {
  return part === null ? items : items.filter((_, i) => i % shares === part % shares);
}
