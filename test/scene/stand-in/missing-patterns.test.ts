import { describe, expect, it } from "vitest";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import {
  PATTERN_BOARDS,
  PATTERN_BRICKS,
  PATTERN_CHECKS,
  PATTERN_GRAIN,
  PATTERN_GRID,
  PATTERN_PANELS,
  PATTERN_TILES,
  PATTERN_WEAVE,
  STAND_IN_CELL_BITS,
  STAND_IN_CELL_MASK,
  STAND_IN_PATTERN_MASK,
  STAND_IN_PATTERN_SHIFT,
  STAND_IN_STRENGTH_SHIFT,
  STAND_IN_TURNED,
} from "../../../src/map/families/missing.ts";
import {
  MATERIAL_MISSING,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_NONE,
  PASS_TRANSLUCENT,
} from "../../../src/map/material.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import { listWorldMaterials } from "../../../src/scene/materials/material-names.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import {
  patternMissing,
  patternMissingOfProps,
} from "../../../src/scene/stand-in/missing-patterns.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { makeMaterials, type TestMaterial } from "../../render/make-materials.ts";

const OPTIONS = {
  name: "room",
  side: "ldr",
  textureCompressionBc: true,
  maxTextureDimension: 4096,
} as const;

const CELLS = STAND_IN_CELL_MASK;

function unpack(word: number) {
  return {
    cells: [word & CELLS, (word >>> STAND_IN_CELL_BITS) & CELLS],
    pattern: (word >>> STAND_IN_PATTERN_SHIFT) & STAND_IN_PATTERN_MASK,
    isTurned: (word & STAND_IN_TURNED) !== 0,
    strength: (word >>> STAND_IN_STRENGTH_SHIFT) + 1,
  };
}

function patternOf(material: Partial<TestMaterial>, s = 256, t = 256, surfaceProp?: string) {
  const set = makeMaterials([{ name: "a/b", flags: MATERIAL_MISSING, ...material }]);
  patternMissing(set, Float32Array.of(s, t), [surfaceProp]);
  // A material has a pattern if and only if its family is the one that draws patterns.
  expect(set.family[0] === FAMILY.missing).toBe(set.standIn[0] !== 0);
  return set.standIn[0] === 0 ? null : unpack(set.standIn[0]);
}

describe("patternMissing", () => {
  it.each([
    [256, 128, [4, 2]],
    [512, 96, [8, 2]],
    [64, 16, [1, 1]],
    [80, 1, [1, 1]],
    [1e9, 300, [4095, 5]],
  ])("divides repeats of %d by %d inches into cells of about 64", (s, t, cells) => {
    const standIn = patternOf({}, s, t);
    expect(standIn).toEqual({ cells, pattern: PATTERN_GRID, isTurned: false, strength: 8 });
  });

  it.each([
    ["brick/brickwall003a", PATTERN_BRICKS, [21, 64], false],
    ["maps/town/brick/redwall_-12_40_8", PATTERN_BRICKS, [21, 64], false],
    ["wood/woodfloor008a", PATTERN_BOARDS, [5, 43], true],
    ["metal/metaldoor001", PATTERN_PANELS, [4, 8], false],
    ["tile/tilefloor_cmf", PATTERN_TILES, [21, 43], false],
    ["nature/grassfloor002a", PATTERN_GRAIN, [13, 26], false],
    ["carpet/red", PATTERN_WEAVE, [102, 205], false],
    ["glass/window", PATTERN_PANELS, [1, 1], false],
  ])("draws %s by its type, in inches", (name, pattern, cells, isTurned) => {
    expect(patternOf({ name }, 256, 512)).toMatchObject({ pattern, cells, isTurned });
  });

  it("lays boards along the longer side", () => {
    const standIn = patternOf({ name: "wood/plank" }, 512, 256);
    expect(standIn).toMatchObject({ cells: [5, 43], isTurned: false });
  });

  it("ignores the map name in patch names", () => {
    expect(patternOf({ name: "maps/brickyard/zzz_-12_40_8" })?.pattern).toBe(PATTERN_GRID);
  });

  it("uses the surface property if the name is unknown", () => {
    expect(patternOf({}, 96, 96, "brick")?.pattern).toBe(PATTERN_BRICKS);
    expect(patternOf({ name: "wood/a" }, 96, 96, "brick")?.pattern).toBe(PATTERN_BOARDS);
    expect(patternOf({}, 96, 96, "flesh")?.pattern).toBe(PATTERN_GRID);
  });

  it("skips existing, invisible and translucent materials", () => {
    expect(patternOf({ flags: 0 })).toBeNull();
    for (const pass of [PASS_NONE, PASS_TRANSLUCENT, PASS_ADDITIVE]) {
      expect(patternOf({ pass })).toBeNull();
    }
    expect(patternOf({ pass: PASS_ALPHA_TEST })?.cells).toEqual([4, 4]);
  });

  it("skips reflective materials", () => {
    expect(patternOf({ env: 0 })).toBeNull();
  });

  it("skips materials without size", () => {
    expect(patternOf({}, 0, 64)).toBeNull();
  });

  it.each([
    ["dev/dev_measuregeneric01", true],
    ["dev/reflectivity_30", true],
    ["maps/golf/dev/dev_blendmeasure_wvt_patch", true],
    ["dev_tower/dev_measurewall01a", true],
    ["props/dev_sphere", true],
    ["develop/wall", false],
    ["metal/dev", false],
    ["nature/undev_field", false],
  ])("%s is for measuring: %s", (name, isDev) => {
    expect(patternOf({ name }, 64, 64)?.pattern === PATTERN_CHECKS).toBe(isDev);
  });

  it("gives props a few cells per repeat, or those of its type", () => {
    const set = makeMaterials([
      { name: "models/a", flags: MATERIAL_MISSING },
      { name: "models/b", flags: 0 },
      { name: "models/woodcrate", flags: MATERIAL_MISSING },
    ]);
    patternMissingOfProps(set);
    const [a, b, crate] = [...set.standIn].map(unpack);
    expect(a).toMatchObject({ pattern: PATTERN_GRID, cells: [4, 4] });
    expect(b.cells).toEqual([0, 0]);
    expect(crate).toMatchObject({ pattern: PATTERN_BOARDS, cells: [1, 8] });
  });
});

describe("a map loaded without content", () => {
  it("has patterns only after its materials are known to be missing", async () => {
    const words: Record<string, number[]> = {};
    for await (const event of openMap(makeBsp(), [], OPTIONS).load()) {
      if (event.type === "scene") words.before = [...event.scene.materials.standIn];
      if (event.type !== "materials") continue;
      words.after = [...event.materials.standIn];
      expect(event.materials.name).toEqual(["dev/dev_measurewall01a", "brick/brickwall001a"]);
    }
    expect(words.before).toEqual([0, 0]);
    const patterns = words.after.map((word) => unpack(word).pattern);
    expect(patterns).toEqual([PATTERN_CHECKS, PATTERN_BRICKS]);
  });
});

describe("the size of a texture repeat", () => {
  /** The room's textures have 64 x 32 texels, 4 texels per inch. */
  it("is its texel size divided by texels per inch", () => {
    const bsp = parseBsp(makeBsp());
    const { width, height } = bsp.texDatas;
    expect([width[0], height[0]]).toEqual([64, 32]);
    const { textureVecs } = bsp.texInfos;
    const perInch = (at: number) => Math.hypot(...textureVecs.subarray(at, at + 3));
    const { tileSize, names } = listWorldMaterials(bsp);
    expect(tileSize).toHaveLength(names.length * 2);
    expect(tileSize[0]).toBeCloseTo(64 / perInch(0), 3);
    expect(tileSize[1]).toBeCloseTo(32 / perInch(4), 3);
  });

  it("is the geometric mean of the faces, weighted by area", () => {
    const bsp = parseBsp(makeBsp());
    const { texInfos, faces } = bsp;
    const material = listWorldMaterials(bsp).materialOfTexData[texInfos.texdata[faces.texinfo[0]]];
    const [before, down] = listWorldMaterials(bsp).tileSize.subarray(material * 2);
    for (let texinfo = 0; texinfo < texInfos.count; texinfo++) {
      for (let i = 0; i < 3; i++) texInfos.textureVecs[texinfo * 8 + i] *= 0.5;
    }
    expect(listWorldMaterials(bsp).tileSize[material * 2]).toBeCloseTo(before * 2, 3);
    expect(listWorldMaterials(bsp).tileSize[material * 2 + 1]).toBeCloseTo(down, 3);
    faces.area.fill(0);
    expect(listWorldMaterials(bsp).tileSize[material * 2]).toBe(0);
  });
});
