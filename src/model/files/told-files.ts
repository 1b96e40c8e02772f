import type { ModelFiles } from "./model-files.ts";

/** Model file that another reader searched for. */
export interface ToldFile {
  /** Content path. */
  readonly path: string;
  /** Contents; null if the file does not exist. */
  readonly bytes: Uint8Array | null;
}

/**
 * Model files as reported by another reader of the same model, often on another thread. Each read
 * waits only until that reader has found the file.
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

  /** Marks the list as complete: all other files do not exist. */
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
