/**
 * Cache of files unpacked from archives. Each file is unpacked once, however many requests need it:
 * a request often needs ten bytes of a file, and twenty others come with it.
 */

import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { LruCache } from "../../content/bytes/lru-cache.ts";

/** Size of the cache: enough for the largest file in an archive. */
const DEFAULT_KEPT_BYTES = 1 << 28;
/**
 * Size above which files are unpacked one after another, since two at once could need half a
 * gigabyte.
 */
export const LARGE_BYTES = 1 << 20;

export interface PackedFile {
  /** Unique key of a version of a file. */
  readonly key: string;
  readonly label: string;
  /** Unpacked size. */
  readonly byteLength: number;
  /** Rejects if the file is damaged. */
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
   * Unpacks a file; rejects as its `unpack` does. The returned source holds no bytes, so that a
   * slow reader does not keep a file in memory after it was evicted.
   */
  async open(file: PackedFile): Promise<ByteSource> {
    await this.#bytesOf(file);
    return {
      label: file.label,
      byteLength: file.byteLength,
      // Copied, since a view would keep the whole file in memory.
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
