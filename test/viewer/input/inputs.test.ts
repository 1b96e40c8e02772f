import { describe, expect, it } from "vitest";
import { toContentSpec, toMapSource } from "../../../src/viewer/input/inputs.ts";

const BASE = "https://maps.example/viewer/page.html";

describe("toContentSpec", () => {
  it.each([
    ["base/", "https://maps.example/viewer/base/"],
    ["/base", "https://maps.example/base/"],
    ["https://cdn.example/hl2?v=1", "https://cdn.example/hl2/?v=1"],
  ])("treats %s as a folder", (input, base) => {
    expect(toContentSpec(input, BASE)).toEqual({ kind: "url", base });
  });

  it.each(["more.vpk", "pack_dir.VPK", "a.zip?x=1", "addon.gma"])(
    "treats %s as an archive",
    (input) => {
      const file = { url: new URL(input, BASE).href };
      const label = input.split("?")[0];
      expect(toContentSpec(input, BASE)).toEqual({ kind: "archive", label, file });
    },
  );

  it("accepts an archive's bytes, and returns a spec unchanged", () => {
    const blob = new Blob([]);
    expect(toContentSpec(blob, BASE)).toMatchObject({ kind: "archive", file: blob });
    const spec = { kind: "url", base: "x" } as const;
    expect(toContentSpec(spec, BASE)).toBe(spec);
  });
});

describe("toMapSource", () => {
  it("names a map by its URL or file unless a name is given", () => {
    expect(toMapSource("/maps/de_dust2.bsp?x=1")).toEqual({
      name: "de_dust2",
      url: "/maps/de_dust2.bsp?x=1",
    });
    expect(toMapSource(new URL("https://a.example/b.bsp.bz2")).name).toBe("b");
    expect(toMapSource(new File([], "c.bsp")).name).toBe("c");
    expect(toMapSource(new ArrayBuffer(1)).name).toBe("map");
    expect(toMapSource("/maps/de_dust2.bsp", "dust").name).toBe("dust");
    const source = { name: "d", url: "e" };
    expect(toMapSource(source)).toBe(source);
    expect(toMapSource(source, "f")).toEqual({ name: "f", url: "e" });
  });
});
