import { afterEach, describe, expect, it, vi } from "vitest";
import { createThumbnailStore } from "../../../src/app/models/thumbnails.ts";

describe("the thumbnail store", () => {
  afterEach(() => vi.restoreAllMocks());

  /** Records the object URLs that are revoked. */
  const watch = () => {
    const freed: string[] = [];
    vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void freed.push(url));
    return freed;
  };
  const picture = () => new Blob(["made"]);

  it("keeps pictures and errors by path", () => {
    const store = createThumbnailStore();
    expect(store.get("a")).toBeUndefined();
    const added = store.add("a", picture());
    expect(added.url).toMatch(/^blob:/);
    store.add("b", "it is damaged");
    expect(store.get("a")).toEqual(added);
    expect(store.get("b")).toEqual({ reason: "it is damaged" });
    store.clear();
  });

  it("frees the least recently used picture first", () => {
    const freed = watch();
    const store = createThumbnailStore(2);
    const a = store.add("a", picture());
    const b = store.add("b", picture());
    store.get("a");
    store.add("c", picture());
    expect(freed).toEqual([b.url]);
    expect(store.get("a")).toEqual(a);
    expect(store.get("b")).toBeUndefined();
  });

  it("frees all pictures when it is cleared, and a picture that is replaced", () => {
    const freed = watch();
    const store = createThumbnailStore();
    const first = store.add("a", picture());
    const second = store.add("a", picture());
    expect(freed).toEqual([first.url]);
    store.clear();
    expect(freed).toEqual([first.url, second.url]);
  });

  it("drops pictures when the content changes", () => {
    const [pak, folder] = [{ kind: "archive" }, { kind: "folder" }];
    const store = createThumbnailStore();
    store.setContent([pak]);
    store.add("a", picture());
    store.setContent([pak]);
    expect(store.get("a")).toBeDefined();
    // The folder may have another model at the same path, or other materials.
    store.setContent([pak, folder]);
    expect(store.get("a")).toBeUndefined();
  });
});
