import { normalizeContentPath } from "./normalize-content-path.ts";
import type { ContentSource, DrawBytes } from "./types.ts";

/** The search order: sources asked one after another; a map's pakfile comes first. */
export class Content implements ContentSource {
  readonly label = "content";
  readonly #sources: readonly ContentSource[];
  readonly #hits: number[];

  constructor(sources: readonly ContentSource[]) {
    this.#sources = sources;
    this.#hits = sources.map(() => 0);
  }

  /** The first source's file, or null if none has it. Rejects if a source asked on the way does. */
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

  /** How many reads each source answered, in search order. */
  get hits(): { readonly label: string; readonly count: number }[] {
    return this.#sources.map(({ label }, i) => ({ label, count: this.#hits[i] }));
  }
}
