import { describe, expect, it } from "vitest";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import {
  MATERIAL_DEV,
  MATERIAL_MISSING,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_NONE,
  PASS_TRANSLUCENT,
} from "../../../src/map/material.ts";
import { listWorldMaterials } from "../../../src/scene/materials/material-names.ts";
import { openMap } from "../../../src/scene/open/load-map.ts";
import { gridMissing, gridMissingOfProps } from "../../../src/scene/stand-in/missing-grid.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { makeMaterials, type TestMaterial } from "../../render/make-materials.ts";

const OPTIONS = {
  name: "room",
  side: "ldr",
  textureCompressionBc: true,
  maxTextureDimension: 4096,
} as const;

function cellsOf(material: Partial<TestMaterial>, s = 256, t = 256) {
  const set = makeMaterials([{ name: "brick/wall", flags: MATERIAL_MISSING, ...material }]);
  gridMissing(set, Float32Array.of(s, t));
  return [...set.gridCells];
}

describe("gridMissing", () => {
  it.each([
    [256, 128, [4, 2]],
    [512, 96, [8, 2]],
    [64, 16, [1, 1]],
    [80, 1, [1, 1]],
    [1e9, 300, [255, 5]],
  ])("divides repeats of %d by %d inches into cells near 64", (s, t, cells) => {
    expect(cellsOf({}, s, t)).toEqual(cells);
  });

  it("leaves alone what is there, what is not drawn and what is drawn in order", () => {
    expect(cellsOf({ flags: 0 })).toEqual([0, 0]);
    for (const pass of [PASS_NONE, PASS_TRANSLUCENT, PASS_ADDITIVE]) {
      expect(cellsOf({ pass })).toEqual([0, 0]);
    }
    expect(cellsOf({ pass: PASS_ALPHA_TEST })).toEqual([4, 4]);
  });

  it("leaves alone what has no size", () => {
    expect(cellsOf({}, 0, 64)).toEqual([0, 0]);
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
    const set = makeMaterials([{ name, flags: MATERIAL_MISSING }]);
    gridMissing(set, Float32Array.of(64, 64));
    expect((set.flags[0] & MATERIAL_DEV) !== 0).toBe(isDev);
  });

  it("gives a prop a few cells a repeat", () => {
    const set = makeMaterials([
      { name: "models/a", flags: MATERIAL_MISSING },
      { name: "models/b", flags: 0 },
    ]);
    gridMissingOfProps(set);
    expect([...set.gridCells]).toEqual([4, 4, 0, 0]);
  });
});

describe("a map that is loaded without its content", () => {
  it("has grids once its materials are known to be missing, and not before", async () => {
    const grids: Record<string, number[]> = {};
    let isDev: boolean[] = [];
    for await (const event of openMap(makeBsp(), [], OPTIONS).load()) {
      if (event.type === "scene") grids.before = [...event.scene.materials.gridCells];
      if (event.type !== "materials") continue;
      grids.after = [...event.materials.gridCells];
      isDev = event.materials.name.map((_, i) => (event.materials.flags[i] & MATERIAL_DEV) !== 0);
      expect(event.materials.name).toEqual(["dev/dev_measurewall01a", "brick/brickwall001a"]);
    }
    expect(grids.before).toEqual([0, 0, 0, 0]);
    expect(grids.after.every((cells) => cells > 0)).toBe(true);
    expect(isDev).toEqual([true, false]);
  });
});

describe("the size of a repeat", () => {
  /** The room's textures are 64 by 32 texels, 4 texels an inch. */
  it("is its texels over texels an inch", () => {
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

  it("is the mean of the faces by area, halves and doubles weighing the same", () => {
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
