/**
 * Files that lie packed in archives: unpacked once, however many ask, and kept while there is room.
 * A request is often for ten bytes of a file, and comes with twenty others.
 */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { LruCache } from "../../content/bytes/lru-cache.ts";

/** The largest file of an archive that is read here has as much, and fits. */
const DEFAULT_KEPT_BYTES = 1 << 28;
/** Above this, files are unpacked one after another: two at once could be half a gigabyte. */
export const LARGE_BYTES = 1 << 20;

export interface PackedFile {
  /** One for each state of each file. */
  readonly key: string;
  readonly label: string;
  /** Unpacked. */
  readonly byteLength: number;
  /** Rejects for a file that is damaged. */
  unpack(): Promise<Uint8Array>;
}

export class UnpackedFiles {
  readonly #kept: LruCache<string, Uint8Array>;
  readonly #unpacking = new Map<string, Promise<Uint8Array>>();
  #lastLarge: Promise<unknown> = Promise.resolve();

  constructor(keptBytes = DEFAULT_KEPT_BYTES) {
    this.#kept = new LruCache(keptBytes);
  }

  /**
   * Unpacks a file; rejects as its `unpack` does. What is returned holds on to nothing: who reads
   * slowly does not keep a file in memory that others have pushed out.
   */
  async open(file: PackedFile): Promise<ByteSource> {
    await this.#bytesOf(file);
    return {
      label: file.label,
      byteLength: file.byteLength,
      // A copy: a part of the file would keep all of it.
      read: async (offset, byteLength) =>
        (await this.#bytesOf(file)).slice(offset, offset + byteLength),
    };
  }

  async #bytesOf(file: PackedFile): Promise<Uint8Array> {
    const { key } = file;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const shared = this.#unpacking.get(key);
    if (shared) return shared;
    const unpacking = this.#start(file);
    this.#unpacking.set(key, unpacking);
    try {
      const bytes = await unpacking;
      this.#kept.set(key, bytes, bytes.length);
      return bytes;
    } finally {
      this.#unpacking.delete(key);
    }
  }

  #start({ byteLength, unpack }: PackedFile): Promise<Uint8Array> {
    if (byteLength <= LARGE_BYTES) return unpack();
    const unpacking = this.#lastLarge.then(unpack);
    this.#lastLarge = unpacking.catch(() => undefined);
    return unpacking;
  }
}
