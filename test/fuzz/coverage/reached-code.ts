/** All that was reached of a target's code, and what a run adds to it. */

import type { BundleSources } from "./bundle-sources.ts";
import type { CoveredScript } from "./coverage-taker.ts";

export class ReachedCode {
  readonly #sources: BundleSources;
  readonly #mask: Uint8Array;
  /** A character each: whether it was reached. */
  #reached: Uint8Array;
  /** A character each: whether a block is known to begin there. */
  readonly #starts: Uint8Array;

  /** @param paths what counts, from the project's root */
  constructor(sources: BundleSources, paths: readonly string[]) {
    this.#sources = sources;
    this.#mask = sources.maskOf(paths);
    this.#reached = new Uint8Array(sources.length);
    this.#starts = new Uint8Array(sources.length);
  }

  /** Characters of code that were not reached before. */
  countNew(covered: readonly CoveredScript[]): number {
    return this.#walk(covered, false);
  }

  /** Counts new characters like `countNew`, and marks them as reached. */
  add(covered: readonly CoveredScript[]): number {
    return this.#walk(covered, true);
  }

  /** Copies the reached characters, for `countBlocks` later. */
  snapshot(): Uint8Array {
    return this.#reached.slice();
  }

  /** Takes what is reached back to a snapshot; blocks stay known. */
  restore(snapshot: Uint8Array): void {
    this.#reached = snapshot.slice();
  }

  /** Blocks that are reached in a snapshot, of all that are known by now. */
  countBlocks(snapshot: Uint8Array = this.#reached): number {
    let count = 0;
    for (let i = 0; i < snapshot.length; i++) count += this.#starts[i] & snapshot[i];
    return count;
  }

  #walk(covered: readonly CoveredScript[], isKept: boolean): number {
    let added = 0;
    for (const { url, spans } of covered) {
      const first = this.#sources.firstOf(url);
      if (first === undefined) continue;
      for (let i = 0; i < spans.length; i += 2) {
        const start = first + spans[i];
        if (isKept && this.#mask[start] === 1) this.#starts[start] = 1;
        for (let at = start; at < first + spans[i + 1]; at++) {
          if (this.#mask[at] === 0 || this.#reached[at] === 1) continue;
          added++;
          if (isKept) this.#reached[at] = 1;
        }
      }
    }
    return added;
  }
}
