import { describe, expect, it } from "vitest";
import { DEMO } from "../../src/app/opening/demo.ts";
import { addressFor } from "../../src/app/view-address.ts";

const PAGE = "https://example.org/page/?content=c&map=a.bsp#camera=1,2,3,4,5";

describe("addressFor", () => {
  it("keeps the address of the map that it already names", () => {
    const source = { name: "a", url: "https://example.org/page/a.bsp" };
    expect(addressFor({ source, collection: null }, PAGE)).toBe(PAGE.split("#")[0]);
  });

  it("names another map", () => {
    const source = { name: "b", url: "https://example.org/b.bsp" };
    const address = new URL(addressFor({ source, collection: null }, PAGE));
    expect(address.searchParams.get("map")).toBe("https://example.org/b.bsp");
    expect(address.searchParams.getAll("content")).toEqual(["c"]);
    // The hash was a view of the other map.
    expect(address.hash).toBe("");
  });

  it("names the content that a server has for the map", () => {
    const source = { name: "b", url: "https://example.org/b.bsp" };
    const content = ["https://example.org/2/content/", { kind: "url", base: "x" } as const];
    const rest = {
      id: "s",
      title: "",
      kind: "server",
      isKept: true,
      maps: [],
      problems: [],
    } as const;
    const address = new URL(addressFor({ source, collection: { ...rest, content } }, PAGE));
    expect(address.searchParams.getAll("content")).toEqual(["https://example.org/2/content/"]);
  });

  it("names an archive's entry, only while that map is open", () => {
    const source = { name: "b", url: "https://example.org/all.zip", entry: "maps/b.bsp" };
    const address = addressFor({ source, collection: null }, PAGE);
    expect(new URL(address).searchParams.get("entry")).toBe("maps/b.bsp");
    const other = { name: "a", url: "https://example.org/a.bsp" };
    expect(addressFor({ source: other, collection: null }, address)).not.toContain("entry");
  });

  it("is the page's plain address for the demo", () => {
    expect(addressFor({ source: DEMO, collection: null }, PAGE)).toBe("https://example.org/page/");
  });

  it("names no map for a local file", () => {
    const source = { name: "f", blob: new Blob() };
    const address = addressFor({ source, collection: null }, PAGE);
    expect(address).toBe("https://example.org/page/?content=c");
  });
});
