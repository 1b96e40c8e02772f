import { describe, expect, it } from "vitest";
import { parseQuery } from "../../src/app/query.ts";

const BASE = "https://example.org/maps/page/index.html";

describe("parseQuery", () => {
  it("returns defaults for an empty query", () => {
    expect(parseQuery("", BASE)).toEqual({
      map: null,
      model: null,
      particles: null,
      entry: null,
      content: [],
      present: "canvas",
      side: "hdr",
      start: "demo",
      flight: true,
      isSupport: false,
    });
  });

  it("resolves addresses relative to the page", () => {
    const query = parseQuery("?map=../a%20b.bsp&content=c/&content=http://d.example/e", BASE);
    expect(query.map).toBe("https://example.org/maps/a%20b.bsp");
    expect(query.content).toEqual(["https://example.org/maps/page/c/", "http://d.example/e"]);
  });

  it("rejects addresses that run scripts or are invalid", () => {
    for (const map of [
      "javascript:alert(1)",
      "data:text/html,x",
      "file:///etc/passwd",
      "http://",
    ]) {
      expect(parseQuery(`?${new URLSearchParams({ map, content: map })}`, BASE)).toMatchObject({
        map: null,
        content: [],
      });
    }
  });

  it("reads the address of a model", () => {
    expect(parseQuery("?model=../c/models/a.mdl", BASE).model).toBe(
      "https://example.org/maps/c/models/a.mdl",
    );
    expect(parseQuery("?model=file:///a.mdl", BASE).model).toBeNull();
  });

  it("can leave out the demo, or its flight", () => {
    expect(parseQuery("?start=empty", BASE)).toMatchObject({ start: "empty", flight: true });
    expect(parseQuery("?flight=off&start=x", BASE)).toMatchObject({ start: "demo", flight: false });
  });

  it("can request the support page", () => {
    expect(parseQuery("?support", BASE).isSupport).toBe(true);
  });

  it("uses defaults for unknown words", () => {
    expect(parseQuery("?present=readback&side=ldr", BASE)).toMatchObject({
      present: "readback",
      side: "ldr",
    });
    expect(parseQuery("?present=x&side=y", BASE)).toMatchObject({ present: "canvas", side: "hdr" });
  });
});
