/** Tests which leafs are under water, and the material of the surface. */

import { describe, expect, it } from "vitest";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { listWorldMaterials } from "../../../src/scene/materials/material-names.ts";
import { buildLeafWaters } from "../../../src/scene/open/load-details.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";

type Bsp = Parameters<typeof buildLeafWaters>[0];

const made = (leafWaterData: number[], surfaceTexInfo: number[]) =>
  ({
    leafs: { count: 4, leafWaterData: Int32Array.from(leafWaterData) },
    texInfos: { texdata: Int32Array.of(1, 0, -1) },
    leafWaters: {
      count: surfaceTexInfo.length,
      surfaceZ: Float32Array.from(surfaceTexInfo, (_, i) => i * 10),
      minZ: new Float32Array(surfaceTexInfo.length),
      surfaceTexInfo: Int32Array.from(surfaceTexInfo),
    },
  }) as unknown as Bsp;

describe("leafs under water", () => {
  it("have the surface height and its material", () => {
    const waters = buildLeafWaters(made([-1, 1, 0, 1], [0, 1]), Int32Array.of(7, -1));
    expect(waters).toEqual({
      leafWater: Int32Array.of(-1, 1, 0, 1),
      surfaceZ: Float32Array.of(0, 10),
      material: Int32Array.of(-1, 7),
    });
  });

  it("have none if the index or its texinfo is invalid", () => {
    expect(buildLeafWaters(made([-1, -1, -1, -1], [0]), Int32Array.of(7))).toBeNull();
    expect(buildLeafWaters(made([-1, 5, -9, 0], [2, 90]), Int32Array.of(7, 7))).toEqual({
      leafWater: Int32Array.of(-1, -1, -1, 0),
      surfaceZ: Float32Array.of(0, 10),
      material: Int32Array.of(-1, -1),
    });
  });

  it.skipIf(!hasCorpus).each([
    ["lanofdoom_css/gg_canyon.bsp", [-1066], /water_canals/],
    ["momentum_game/triggertests_v1287.bsp", [24, 48, 64, 96], /dev_water2/],
    ["sdk/SecobMod__bkgd.bsp", [-465.5, -465.5], /water_coast01/],
  ])("match real maps: %s", (path, heights, material) => {
    const bsp = parseBsp(readCorpus(...path.split("/")));
    const { names, materialOfTexData } = listWorldMaterials(bsp);
    const waters = buildLeafWaters(bsp, materialOfTexData)!;
    expect([...waters.surfaceZ]).toEqual(heights);
    for (const row of waters.material) expect(names[row]).toMatch(material);
    expect(waters.leafWater.filter((water) => water >= 0).length).toBeGreaterThan(0);
  });
});
