import type { ModelFiles } from "./model-files.ts";

/** A file of a model that was looked for. */
export interface ToldFile {
  /** Content path. */
  readonly path: string;
  /** As it is; null: there is none. */
  readonly bytes: Uint8Array | null;
}

/**
 * The files of a model, as somebody tells of them who is reading it: whoever reads the same model from here
 * waits for each no longer than it takes to be found.
 */
export class ToldFiles implements ModelFiles {
  readonly #told = new Map<string, Uint8Array | null>();
  readonly #waiting = new Map<string, ((bytes: Uint8Array | null) => void)[]>();
  #isWhole = false;

  add({ path, bytes }: ToldFile): void {
    this.#told.set(path, bytes);
    for (const take of this.#waiting.get(path) ?? []) take(bytes);
    this.#waiting.delete(path);
  }

  /** That were all: what was not told of is not there. */
  end(): void {
    this.#isWhole = true;
    for (const takers of this.#waiting.values()) for (const take of takers) take(null);
    this.#waiting.clear();
  }

  async read(path: string): Promise<Uint8Array | null> {
    const bytes = this.#told.get(path);
    if (bytes !== undefined) return bytes;
    if (this.#isWhole) return null;
    return new Promise((resolve) => {
      const takers = this.#waiting.get(path);
      if (takers === undefined) this.#waiting.set(path, [resolve]);
      else takers.push(resolve);
    });
  }
}
