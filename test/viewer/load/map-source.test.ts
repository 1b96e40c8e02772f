import { describe, expect, it } from "vitest";
import { absoluteSource, mapNameFrom, openMapSource } from "../../../src/viewer/load/map-source.ts";

describe("mapNameFrom", () => {
  it.each([
    ["maps/de_dust2.bsp", "de_dust2"],
    ["C:\\game\\maps\\de_dust2.bsp.bz2", "de_dust2"],
    ["https://maps.example/a%20b.bsp?v=1#x", "a b"],
    ["/packs/koth.visleaf.zip", "koth"],
    ["addon.gma", "addon"],
    ["/100%.bsp", "100%"],
    ["", "map"],
  ])("derives the name from %s", (path, name) => {
    expect(mapNameFrom(path)).toBe(name);
  });
});

describe("a posted map", () => {
  it("has an absolute URL for the worker", () => {
    const base = "https://site.example/page/index.html";
    expect(absoluteSource({ name: "a", url: "../maps/a.bsp", entry: "b" }, base)).toEqual({
      name: "a",
      url: "https://site.example/maps/a.bsp",
      entry: "b",
    });
    const blob = new Blob(["x"]);
    expect(absoluteSource({ name: "a", blob }, base)).toEqual({ name: "a", blob });
    const bytes = new Uint8Array(2);
    expect(absoluteSource({ name: "a", bytes }, base)).toEqual({ name: "a", bytes });
  });

  it("opens from a file and from memory", async () => {
    const data = Uint8Array.from({ length: 2000 }, (_, i) => i);
    for (const location of [{ blob: new Blob([data]) }, { bytes: data }, { bytes: data.buffer }]) {
      const { bytes } = await openMapSource({ name: "m", ...location });
      expect([bytes.label, bytes.byteLength]).toEqual(["m", 2000]);
      expect(await bytes.read(500, 100)).toEqual(data.subarray(500, 600));
    }
  });

  it("can be structured-cloned", () => {
    const source = { name: "a", url: "a.bsp" };
    expect(structuredClone(absoluteSource(source, "https://x.example/"))).toEqual(
      absoluteSource(source, "https://x.example/"),
    );
  });
});
