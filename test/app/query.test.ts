import { describe, expect, it } from "vitest";
import { parseQuery } from "../../src/app/query.ts";

const BASE = "https://example.org/maps/page/index.html";

describe("the page's query", () => {
  it("is empty without one", () => {
    expect(parseQuery("", BASE)).toEqual({
      map: null,
      model: null,
      entry: null,
      content: [],
      present: "canvas",
      side: "hdr",
      start: "demo",
      flight: true,
      isSupport: false,
    });
  });

  it("takes addresses relative to the page", () => {
    const query = parseQuery("?map=../a%20b.bsp&content=c/&content=http://d.example/e", BASE);
    expect(query.map).toBe("https://example.org/maps/a%20b.bsp");
    expect(query.content).toEqual(["https://example.org/maps/page/c/", "http://d.example/e"]);
  });

  it("takes no address that runs something or is none", () => {
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

  it("may ask for a model", () => {
    expect(parseQuery("?model=../c/models/a.mdl", BASE).model).toBe(
      "https://example.org/maps/c/models/a.mdl",
    );
    expect(parseQuery("?model=file:///a.mdl", BASE).model).toBeNull();
  });

  it("may leave the demo out, or its flight", () => {
    expect(parseQuery("?start=empty", BASE)).toMatchObject({ start: "empty", flight: true });
    expect(parseQuery("?flight=off&start=x", BASE)).toMatchObject({ start: "demo", flight: false });
  });

  it("may ask what the browser can do", () => {
    expect(parseQuery("?support", BASE).isSupport).toBe(true);
  });

  it("falls back where a word is not known", () => {
    expect(parseQuery("?present=readback&side=ldr", BASE)).toMatchObject({
      present: "readback",
      side: "ldr",
    });
    expect(parseQuery("?present=x&side=y", BASE)).toMatchObject({ present: "canvas", side: "hdr" });
  });
});
