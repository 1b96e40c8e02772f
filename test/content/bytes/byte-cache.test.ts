import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ByteCache, openByteCache } from "../../../src/content/bytes/byte-cache.ts";
import { AHEAD_BYTES, openHttpBytes } from "../../../src/content/http/http-bytes.ts";
import { type RangeServer, serveRanges } from "../../support/range-server.ts";

/** The used subset of Cache Storage. `fail` makes every write fail, like a full disk. */
class MemoryCacheStorage {
  readonly caches = new Map<string, Map<string, Blob>>();
  fail = false;

  async keys() {
    return [...this.caches.keys()];
  }

  async delete(name: string) {
    return this.caches.delete(name);
  }

  async open(name: string) {
    const entries = this.caches.get(name) ?? new Map<string, Blob>();
    this.caches.set(name, entries);
    return {
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      match: async (url: string) => {
        const blob = entries.get(url);
        return blob && { blob: async () => blob, text: () => blob.text() };
      },
      put: async (url: string, response: Response) => {
        if (this.fail) throw new DOMException("no room", "QuotaExceededError");
        entries.set(url, await response.blob());
      },
    };
  }
}

const KB = 1024;
const bytes = Uint8Array.from({ length: 1024 * KB }, (_, i) => (i * 7 + (i >> 8)) & 255);

let server: RangeServer;
let url: string;
let storage: MemoryCacheStorage;
let cache: ByteCache;

const openCache = (limitBytes?: number) =>
  openByteCache(limitBytes, storage as unknown as CacheStorage) as ByteCache;

/** Waits until pending background writes are done. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

beforeAll(async () => {
  server = await serveRanges();
});
afterAll(() => server.close());
beforeEach(() => {
  url = `${server.origin}/map.bsp`;
  server.files.clear();
  server.files.set("/map.bsp", { bytes, etag: '"one"' });
  server.ranges = true;
  server.reset();
  storage = new MemoryCacheStorage();
  cache = openCache();
});

async function visit(ranges: readonly (readonly [number, number])[], from = cache) {
  const source = await openHttpBytes(url, { cache: from });
  const read = await Promise.all(ranges.map(([offset, length]) => source.read(offset, length)));
  await settle();
  return { source, read };
}

const RANGES = [
  [0, 1036],
  [300 * KB, 5000],
  [302 * KB, 200 * KB],
  [900 * KB, 10],
] as const;

describe("a second visit", () => {
  it("only checks that the file is unchanged, and reads none of it", async () => {
    await visit(RANGES);
    server.reset();
    const { source, read } = await visit(RANGES, openCache());
    for (const [i, [offset, length]] of RANGES.entries()) {
      expect(Buffer.compare(read[i], bytes.subarray(offset, offset + length))).toBe(0);
    }
    expect(server.requests.map(({ status, sent }) => [status, sent])).toEqual([[304, 0]]);
    expect(source.received).toBe(0);
    // Ranges that were not cached are read now, and cached too.
    await source.read(600 * KB, 1000);
    await settle();
    expect(server.requests).toHaveLength(2);
    await visit([[600 * KB, 1000]]);
    expect(server.sent).toBe(1000 + AHEAD_BYTES);
  });

  it("without an ETag costs one byte, validated by the modification time", async () => {
    server.files.set("/map.bsp", { bytes, lastModified: "Sat, 01 Jan 2000 00:00:00 GMT" });
    await visit(RANGES);
    server.reset();
    await visit(RANGES);
    expect(server.requests.map(({ status, sent }) => [status, sent])).toEqual([[206, 1]]);
  });

  it("works too for a file that was sent whole", async () => {
    server.ranges = false;
    server.files.set("/map.bsp", { bytes, lastModified: "Sat, 01 Jan 2000 00:00:00 GMT" });
    await visit(RANGES);
    await settle();
    server.reset();
    const { source, read } = await visit(RANGES);
    expect(Buffer.compare(read[2], bytes.subarray(302 * KB, 502 * KB))).toBe(0);
    expect(server.requests).toHaveLength(1);
    expect(source.received).toBe(0);
  });
});

describe("the byte cache is never stale", () => {
  it.each([
    ["ETag", { bytes: bytes.map((b) => b ^ 255), etag: '"two"' }],
    ["length", { bytes: bytes.slice(0, 1000 * KB).map((b) => b ^ 255), etag: '"three"' }],
  ])("after a change of the %s", async (_, changed) => {
    await visit(RANGES);
    server.files.set("/map.bsp", changed);
    const { read } = await visit(RANGES);
    expect(Buffer.compare(read[1], changed.bytes.subarray(300 * KB, 300 * KB + 5000))).toBe(0);
    // The old state is deleted.
    expect((await cache.usage()).files).toHaveLength(1);
    server.reset();
    await visit(RANGES);
    expect(server.sent).toBe(0);
  });

  it("caches nothing without a validator, or if the server forbids it", async () => {
    server.files.set("/map.bsp", { bytes });
    await visit(RANGES);
    server.files.set("/map.bsp", { bytes, etag: '"x"', headers: { "cache-control": "no-store" } });
    await visit(RANGES);
    expect((await cache.usage()).byteLength).toBe(0);
  });
});

describe("the cache's size", () => {
  it("is reported, limited by evicting the least recently used file, and cleared", async () => {
    const small = openCache(300 * KB);
    for (const [i, name] of ["a", "b", "c"].entries()) {
      url = `${server.origin}/${name}`;
      server.files.set(`/${name}`, { bytes: bytes.subarray(i), etag: `"${name}"` });
      await visit([[200 * KB, 40 * KB]], small);
    }
    const { byteLength, files, limitBytes } = await small.usage();
    expect(files.map((file) => file.url.at(-1))).toEqual(["b", "c"]);
    expect(byteLength).toBe(2 * (64 + 40) * KB);
    expect(limitBytes).toBe(300 * KB);
    // A file that is larger than the limit.
    url = `${server.origin}/map.bsp`;
    const { read } = await visit([[100 * KB, 700 * KB]], small);
    expect(Buffer.compare(read[0], bytes.subarray(100 * KB, 800 * KB))).toBe(0);
    expect((await small.usage()).byteLength).toBeLessThanOrEqual(300 * KB);
    await small.clear();
    expect(await small.usage()).toMatchObject({ byteLength: 0, files: [] });
  });

  it("never breaks a load if there is no room", async () => {
    storage.fail = true;
    const { read } = await visit(RANGES);
    expect(Buffer.compare(read[2], bytes.subarray(302 * KB, 502 * KB))).toBe(0);
    expect(cache.fault?.name).toBe("QuotaExceededError");
    // The browser clears the cache while the file is open.
    storage.fail = false;
    await visit(RANGES, openCache());
    const source = await openHttpBytes(url, { cache: openCache() });
    for (const entries of storage.caches.values()) entries.clear();
    expect(await source.read(300 * KB, 10)).toEqual(bytes.subarray(300 * KB, 300 * KB + 10));
  });

  it("is irrelevant in Node, which has no cache", () => {
    expect(openByteCache()).toBeNull();
  });
});

describe("foreign entries in the cache", () => {
  const JUNK = [
    "not JSON",
    "",
    "null",
    "7",
    "{}",
    "[]",
    '["https://a.example/"]',
    '[1,2,"a","b"]',
    '["https://a.example/","long","a","b"]',
    '["https://a.example/",-1,"a","b"]',
    '["https://a.example/",1e300,"a","b"]',
    '["https://a.example/",1,{},[]]',
    '["https://a.example/",1,"a\\nb: c",null]',
    `["${"x".repeat(1_000_000)}`,
  ].map((rest) => `visleaf-bytes ${rest}`);

  it("are dropped: files are found, read, counted and cached as usual", async () => {
    for (const name of [...JUNK, "another page's"]) storage.caches.set(name, new Map());
    await visit(RANGES);
    expect(cache.fault).toBeNull();
    expect((await cache.usage()).files.map((file) => file.url)).toEqual([url]);
    expect([...storage.caches.keys()].filter((name) => JUNK.includes(name))).toEqual([]);
    server.reset();
    await visit(RANGES, openCache());
    expect(server.sent).toBe(0);
    for (const name of JUNK) storage.caches.set(name, new Map());
    await cache.clear();
    expect([...storage.caches.keys()]).toEqual(["another page's"]);
  });

  it("are ignored among a file's ranges", async () => {
    await visit(RANGES);
    const [entries] = storage.caches.values();
    const sizes = ["5-5", "9-2", "0-99999999999999999999", `0-${2 ** 49}`, "a-b", "-1-5"];
    for (const size of sizes) entries.set(`https://visleaf.invalid/range/${size}`, new Blob());
    entries.set("https://visleaf.invalid/used", new Blob(["never"]));
    const { byteLength } = await cache.usage();
    expect(byteLength).toBeLessThanOrEqual(bytes.length);
    expect(byteLength).toBeGreaterThan(200 * KB);
    const small = openCache(300 * KB);
    const { read } = await visit(RANGES, small);
    expect(Buffer.compare(read[2], bytes.subarray(302 * KB, 502 * KB))).toBe(0);
    expect(small.fault).toBeNull();
  });

  it("do not matter if a page may not access the cache", () => {
    const forbidden = {
      get() {
        throw new DOMException("sandboxed", "SecurityError");
      },
      configurable: true,
    };
    Object.defineProperty(globalThis, "caches", forbidden);
    try {
      expect(openByteCache()).toBeNull();
    } finally {
      Reflect.deleteProperty(globalThis, "caches");
    }
  });
});
