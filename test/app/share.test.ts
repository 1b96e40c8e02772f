import { describe, expect, it } from "vitest";
import { addressFor } from "../../src/app/share.ts";

const PAGE = "https://example.org/page/?content=c&map=a.bsp#camera=1,2,3,4,5";

describe("the address for a map", () => {
  it("stays as it is for the map that it names", () => {
    const source = { name: "a", url: "https://example.org/page/a.bsp" };
    expect(addressFor(source, PAGE)).toBe(PAGE);
  });

  it("names another map", () => {
    const address = addressFor({ name: "b", url: "https://example.org/b.bsp" }, PAGE);
    expect(new URL(address).searchParams.get("map")).toBe("https://example.org/b.bsp");
    expect(new URL(address).hash).toBe("#camera=1,2,3,4,5");
  });

  it("names none for a file", () => {
    const address = addressFor({ name: "f", blob: new Blob() }, PAGE);
    expect(address).toBe("https://example.org/page/?content=c#camera=1,2,3,4,5");
  });
});
