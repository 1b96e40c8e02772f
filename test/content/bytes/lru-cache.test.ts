import { describe, expect, it } from "vitest";
import { LruCache } from "../../../src/content/bytes/lru-cache.ts";

describe("LruCache", () => {
  it("keeps the most recently used values up to its bytes", () => {
    const cache = new LruCache<string, string>(100);
    cache.set("a", "A", 40);
    cache.set("b", "B", 40);
    expect(cache.get("a")).toBe("A");
    cache.set("c", "C", 40);
    expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["A", undefined, "C"]);
    expect(cache.byteLength).toBe(80);
  });

  it("counts a replaced value once, and keeps none above its limit", () => {
    const cache = new LruCache<string, string>(100);
    cache.set("a", "A", 90);
    cache.set("a", "B", 50);
    expect([cache.get("a"), cache.byteLength]).toEqual(["B", 50]);
    cache.set("a", "C", 101);
    expect([cache.get("a"), cache.byteLength]).toEqual([undefined, 0]);
  });
});
