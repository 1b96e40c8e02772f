import { describe, expect, it } from "vitest";
import { addressFor } from "../../src/app/share.ts";

const PAGE = "https://example.org/page/?content=c&map=a.bsp#camera=1,2,3,4,5";

describe("the address for a map", () => {
  it("stays as it is for the map that it names", () => {
    const source = { name: "a", url: "https://example.org/page/a.bsp" };
    expect(addressFor({ source, collection: null }, PAGE)).toBe(PAGE);
  });

  it("names another map", () => {
    const source = { name: "b", url: "https://example.org/b.bsp" };
    const address = new URL(addressFor({ source, collection: null }, PAGE));
    expect(address.searchParams.get("map")).toBe("https://example.org/b.bsp");
    expect(address.searchParams.getAll("content")).toEqual(["c"]);
    expect(address.hash).toBe("#camera=1,2,3,4,5");
  });

  it("names the content that a server has for it", () => {
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

  it("names none for a file", () => {
    const source = { name: "f", blob: new Blob() };
    const address = addressFor({ source, collection: null }, PAGE);
    expect(address).toBe("https://example.org/page/?content=c#camera=1,2,3,4,5");
  });
});
