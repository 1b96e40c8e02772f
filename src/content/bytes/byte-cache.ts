/**
 * Keeps bytes read over HTTP for later visits, in the browser's Cache Storage.
 *
 * Each file has its own cache, named after its address, length and validator. A file that changed
 * on its server therefore gets a new cache, so ranges of two versions never mix. A cache has one
 * entry for each range, and one with the time of last use. (OPFS would hold a file in one piece,
 * but allows one tab at a time to open it, and not on the page's thread.)
 */

import type { FileIdentity } from "../http/http-answer.ts";

const PREFIX = "visleaf-bytes ";
/** Base address of cache entries, which need URLs. Nothing is ever requested from it. */
const ENTRY_ROOT = "https://visleaf.invalid/";
const USED_ENTRY = `${ENTRY_ROOT}used`;
const RANGE = /^https:\/\/visleaf\.invalid\/range\/(\d{1,15})-(\d{1,15})$/;

export const DEFAULT_CACHE_BYTES = 1 << 29;

/** File that `CachedBytes` belongs to. */
export interface CachedName {
  readonly url: string;
  readonly byteLength: number;
  readonly identity: FileIdentity;
}

export interface CachedBytes extends CachedName {
  /** True if all of a range is cached. */
  has(offset: number, byteLength: number): boolean;
  /** Reads a range for which `has` is true; null if it was cleared meanwhile. */
  read(offset: number, byteLength: number): Promise<Uint8Array | null>;
  /** Stores a range if there is room. Never rejects. */
  write(offset: number, parts: readonly Uint8Array[]): Promise<void>;
}

export interface CacheUsage {
  readonly byteLength: number;
  readonly limitBytes: number;
  readonly files: readonly { readonly url: string; readonly byteLength: number }[];
}

export interface ByteCache {
  /** Returns what is cached for an address, from any version of the file. */
  find(url: string): Promise<CachedBytes | null>;
  /** Opens the cache of a file's current version, and drops other versions. */
  open(name: CachedName): Promise<CachedBytes | null>;
  drop(url: string): Promise<void>;
  usage(): Promise<CacheUsage>;
  clear(): Promise<void>;
  /**
   * Why nothing more is stored (no room, storage denied), or null. Loads continue without the
   * cache.
   */
  readonly fault: Error | null;
}

/** Opens the cache; null if there is no Cache Storage: in Node, and on insecure pages. */
export function openByteCache(
  limitBytes = DEFAULT_CACHE_BYTES,
  storage = findStorage(),
): ByteCache | null {
  return storage === undefined ? null : new StorageByteCache(storage, limitBytes);
}

/** In a sandboxed frame, even reading the property throws. */
function findStorage(): CacheStorage | undefined {
  try {
    return globalThis.caches;
  } catch {
    return undefined;
  }
}

let shared: ByteCache | null | undefined;

/** Returns this thread's cache object. Its contents are shared by all pages of the origin. */
export function sharedByteCache(): ByteCache | null {
  shared ??= openByteCache();
  return shared;
}

class StorageByteCache implements ByteCache {
  fault: Error | null = null;
  readonly #storage: CacheStorage;
  readonly #limitBytes: number;
  /** Total bytes stored; counted at the first write. */
  #byteLength: Promise<number> | null = null;
  /** Serializes writes, so that the limit holds. */
  #writes: Promise<unknown> = Promise.resolve();

  constructor(storage: CacheStorage, limitBytes: number) {
    this.#storage = storage;
    this.#limitBytes = limitBytes;
  }

  async find(url: string): Promise<CachedBytes | null> {
    return this.#guard(async () => {
      for (const key of await this.#storage.keys()) {
        const name = parseName(key);
        if (name?.url === url) return this.#openFile(key, name);
      }
      return null;
    });
  }

  async open(name: CachedName): Promise<CachedBytes | null> {
    const { etag, lastModified } = name.identity;
    // A file of the same length may still have changed.
    if (etag === null && lastModified === null) return null;
    return this.#guard(async () => {
      const key = formatName(name);
      await this.#drop(name.url, key);
      return this.#openFile(key, name);
    });
  }

  async drop(url: string): Promise<void> {
    await this.#guard(() => this.#drop(url, null));
  }

  async usage(): Promise<CacheUsage> {
    const files = (await this.#listFiles()).map(({ name, byteLength }) => ({
      url: name.url,
      byteLength,
    }));
    const byteLength = files.reduce((sum, file) => sum + file.byteLength, 0);
    return { byteLength, limitBytes: this.#limitBytes, files };
  }

  async clear(): Promise<void> {
    for (const key of await this.#storage.keys()) {
      if (key.startsWith(PREFIX)) await this.#storage.delete(key);
    }
    this.#byteLength = null;
    this.fault = null;
  }

  async #openFile(key: string, name: CachedName): Promise<CachedBytes> {
    const cache = await this.#storage.open(key);
    await cache.put(USED_ENTRY, new Response(String(Date.now())));
    const ranges = listRanges(await cache.keys(), name.byteLength);
    /** Blobs of entries read so far; they stay on disk and are read in slices. */
    const blobs = new Map<Range, Promise<Blob | null>>();
    const openRange = (range: Range): Promise<Blob | null> => {
      const open = async () => (await (await cache.match(range.url))?.blob()) ?? null;
      const blob = blobs.get(range) ?? open();
      blobs.set(range, blob);
      return blob;
    };
    return {
      ...name,
      has: (offset, byteLength) => coverRange(ranges, offset, offset + byteLength) !== null,
      read: async (offset, byteLength) => {
        const parts = coverRange(ranges, offset, offset + byteLength);
        if (parts === null) return null;
        return (
          (await this.#guard(async () => {
            const out = new Uint8Array(byteLength);
            for (const { range, from, to } of parts) {
              const blob = await openRange(range);
              if (blob?.size !== range.end - range.start) return null;
              const slice = blob.slice(from - range.start, to - range.start);
              out.set(new Uint8Array(await slice.arrayBuffer()), from - offset);
            }
            return out;
          })) ?? null
        );
      },
      write: (offset, parts) => {
        const byteLength = parts.reduce((sum, part) => sum + part.length, 0);
        const write = this.#writes.then(() =>
          this.#guard(async () => {
            if (this.fault !== null || !(await this.#makeRoom(byteLength, key))) return;
            const url = `${ENTRY_ROOT}range/${offset}-${offset + byteLength}`;
            await cache.put(url, new Response(new Blob(parts as Uint8Array<ArrayBuffer>[])));
            ranges.push({ url, start: offset, end: offset + byteLength });
            ranges.sort((a, b) => a.start - b.start);
          }),
        );
        this.#writes = write;
        return write.then(() => undefined);
      },
    };
  }

  /**
   * Drops the least recently used files until the bytes fit; false if they do not fit even then.
   */
  async #makeRoom(byteLength: number, ownKey: string): Promise<boolean> {
    this.#byteLength ??= this.usage().then((usage) => usage.byteLength);
    let total = (await this.#byteLength) + byteLength;
    if (total > this.#limitBytes) {
      const files = await this.#listFiles();
      total = files.reduce((sum, file) => sum + file.byteLength, byteLength);
      const others = files.filter(({ key }) => key !== ownKey);
      for (const file of others.sort((a, b) => a.usedMs - b.usedMs)) {
        if (total <= this.#limitBytes) break;
        await this.#storage.delete(file.key);
        total -= file.byteLength;
      }
    }
    const hasRoom = total <= this.#limitBytes;
    this.#byteLength = Promise.resolve(hasRoom ? total : total - byteLength);
    return hasRoom;
  }

  async #drop(url: string, exceptKey: string | null): Promise<void> {
    for (const key of await this.#storage.keys()) {
      if (key === exceptKey || parseName(key)?.url !== url) continue;
      await this.#storage.delete(key);
      this.#byteLength = null;
    }
  }

  async #listFiles() {
    const files: { key: string; name: CachedName; byteLength: number; usedMs: number }[] = [];
    for (const key of await this.#storage.keys()) {
      if (!key.startsWith(PREFIX)) continue;
      const name = parseName(key);
      if (name === null) {
        // Written by another version of visleaf or another program: unusable.
        await this.#storage.delete(key);
        continue;
      }
      const cache = await this.#storage.open(key);
      const ranges = listRanges(await cache.keys(), name.byteLength);
      const byteLength = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
      const usedMs = Number((await (await cache.match(USED_ENTRY))?.text()) ?? 0) || 0;
      files.push({ key, name, byteLength, usedMs });
    }
    return files;
  }

  /**
   * Runs a storage task and records its failure: storage may be full, denied, or cleared at any
   * time.
   */
  async #guard<T>(task: () => Promise<T>): Promise<T | null> {
    try {
      return await task();
    } catch (error) {
      this.fault = error instanceof Error ? error : new Error(String(error));
      return null;
    }
  }
}

interface Range {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** Lists the cached ranges that fit a file of this length, sorted. */
function listRanges(requests: readonly Request[], byteLength: number): Range[] {
  const ranges: Range[] = [];
  for (const { url } of requests) {
    const match = RANGE.exec(url);
    if (!match) continue;
    const [start, end] = [Number(match[1]), Number(match[2])];
    if (start < end && end <= byteLength) ranges.push({ url, start, end });
  }
  return ranges.sort((a, b) => a.start - b.start);
}

/** Returns the parts of sorted ranges that cover [start, end), or null if there is a gap. */
function coverRange(ranges: readonly Range[], start: number, end: number) {
  const parts: { range: Range; from: number; to: number }[] = [];
  let at = start;
  for (const range of ranges) {
    if (at >= end || range.start > at) break;
    if (range.end <= at) continue;
    const to = Math.min(end, range.end);
    parts.push({ range, from: at, to });
    at = to;
  }
  return at >= end ? parts : null;
}

function formatName({ url, byteLength, identity }: CachedName): string {
  return PREFIX + JSON.stringify([url, byteLength, identity.etag, identity.lastModified]);
}

/** Parses a cache's name; null if it is not one of this cache, or of another version. */
function parseName(key: string): CachedName | null {
  if (!key.startsWith(PREFIX)) return null;
  let fields: unknown;
  try {
    fields = JSON.parse(key.slice(PREFIX.length));
  } catch {
    return null;
  }
  if (!Array.isArray(fields) || fields.length !== 4) return null;
  const [url, byteLength, etag, lastModified] = fields;
  // The tag is sent as a request header, so it must be a valid one.
  const isTag = (tag: unknown) =>
    tag === null || (typeof tag === "string" && /^[\x20-\xff]{0,1024}$/.test(tag));
  if (typeof url !== "string" || !Number.isSafeInteger(byteLength) || byteLength < 0) return null;
  if (!isTag(etag) || !isTag(lastModified)) return null;
  return { url, byteLength, identity: { etag, lastModified } };
}
