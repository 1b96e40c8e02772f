import { normalizeContentPath } from "./normalize-content-path.ts";
import type { ContentSource, DrawBytes } from "./types.ts";

/** Searches several sources in order; a map's pakfile comes first. */
export class Content implements ContentSource {
  readonly label = "content";
  readonly #sources: readonly ContentSource[];
  readonly #hits: number[];

  constructor(sources: readonly ContentSource[]) {
    this.#sources = sources;
    this.#hits = sources.map(() => 0);
  }

  /**
   * Returns the first source's file, or null if no source has it. Rejects if a source rejects
   * before one has the file.
   */
  async read(path: string, signal?: AbortSignal, draw?: DrawBytes): Promise<Uint8Array | null> {
    const normalized = normalizeContentPath(path);
    for (const [i, source] of this.#sources.entries()) {
      const bytes = await source.read(normalized, signal, draw);
      if (bytes === null) continue;
      this.#hits[i]++;
      return bytes;
    }
    return null;
  }

  /** Number of reads that each source answered, in search order. */
  get hits(): { readonly label: string; readonly count: number }[] {
    return this.#sources.map(({ label }, i) => ({ label, count: this.#hits[i] }));
  }
}
