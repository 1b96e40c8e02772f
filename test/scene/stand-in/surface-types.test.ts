import { describe, expect, it } from "vitest";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { listWorldMaterials } from "../../../src/scene/materials/material-names.ts";
import { isInvisibleTool } from "../../../src/scene/materials/tool-materials.ts";
import { listUnpatchedNames } from "../../../src/scene/materials/unpatched-names.ts";
import { surfaceTypeOf } from "../../../src/scene/stand-in/missing-patterns.ts";
import { hasCorpus, listCorpusMaps, readCorpus } from "../../support/corpus.ts";

describe("surfaceTypeOf", () => {
  it.each([
    ["brick/brickwall003a", "brick"],
    ["concrete/concretefloor033k", "concrete"],
    ["plaster/plasterwall008a", "plaster"],
    ["plaster/plasterceiling002b", "slab"],
    ["stone/stonewall029a", "block"],
    ["stone/marblefloor001b", "slab"],
    ["wood/woodfloor008a", "board"],
    ["wood/offdra", "board"],
    ["metal/metalwall061h", "metal"],
    ["metal/metalgrate018", "grate"],
    ["metal/metalroof005a", "shingle"],
    ["tile/white_floor_tile004c", "tile"],
    ["nature/blendgrassdirt", "grass"],
    ["nature/blendrocksand004a", "rock"],
    ["nature/blendsandgrass008a", "grass"],
    ["nature/gravelfloor002a", "gravel"],
    ["nature/dirtfloor001a", "soil"],
    ["ground/snow01", "snow"],
    ["cs_italy/cobble02", "gravel"],
    ["de_dust/sandcrate", "sand"],
    ["carpet/cafloor", "cloth"],
    ["mymap/redbrick", "brick"],
    ["mymap/road_line", "asphalt"],
    ["glass/offwndwb", "piece"],
    ["gctextures/gccomputers02", "piece"],
    ["halflife/black", "plain"],
  ])("maps %s to %s", (name, type) => {
    expect(surfaceTypeOf(name)).toBe(type);
  });

  it("prefers the name, then the nearest folder", () => {
    expect(surfaceTypeOf("metal/brickpanel")).toBe("brick");
    expect(surfaceTypeOf("metal/wood/offa")).toBe("board");
  });

  it("matches whole words only", () => {
    for (const name of ["x/reptile", "x/rocket", "x/thousand", "x/environment", "x/texttile"]) {
      expect(surfaceTypeOf(name), name).not.toBe("rock");
      expect(surfaceTypeOf(name), name).not.toBe("sand");
      expect(surfaceTypeOf(name), name).not.toBe("metal");
    }
    expect(surfaceTypeOf("cs_office/office")).toBeNull();
    expect(surfaceTypeOf("x/reptile")).toBeNull();
    expect(surfaceTypeOf("x/textile")).toBeNull();
    expect(surfaceTypeOf("qqq/zzz01")).toBeNull();
  });

  it("falls back to the surface property", () => {
    expect(surfaceTypeOf("qqq/zzz01", "wood_plank")).toBe("board");
    expect(surfaceTypeOf("qqq/zzz01", "upholstery")).toBe("cloth");
    expect(surfaceTypeOf("qqq/zzz01", "default")).toBe("concrete");
    expect(surfaceTypeOf("qqq/zzz01", "flesh")).toBeNull();
    expect(surfaceTypeOf("brick/a", "metal")).toBe("brick");
  });
});

describe.skipIf(!hasCorpus)("surfaceTypeOf on names of real maps", () => {
  it("recognizes most of them", () => {
    const unknown: string[] = [];
    let count = 0;
    for (const map of listCorpusMaps()) {
      for (const written of listWorldMaterials(parseBsp(readCorpus(map))).names) {
        const name = listUnpatchedNames(written).at(-1) as string;
        if (isInvisibleTool(name) || /^(dev|tools)\//.test(name)) continue;
        count++;
        if (surfaceTypeOf(name) === null) unknown.push(name);
      }
    }
    expect(count).toBeGreaterThan(500);
    expect(unknown.length / count, unknown.join(" ")).toBeLessThan(0.06);
  });
});
