import { describe, expect, it } from "vitest";
import {
  type CountedMap,
  compareCosts,
  drawHeatMap,
  findStandingPlaces,
  rankPlaces,
} from "../../../src/analysis/cost/index.ts";
import { generateRooms } from "../../../src/compile/generate/rooms.ts";
import { CancelledError } from "../../../src/core/errors.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { findLeaf } from "../../../src/visibility/leaf-walk.ts";
import { makeBox, makeEntity, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { countDrawnTriangles } from "../../oracle/drawn-triangles.ts";
import { compileWithVis } from "../compile-with-vis.ts";
import { countVmf, doorBlock, makeDoor, openBytes } from "./made-costs.ts";

const costAt = ({ map, costs }: CountedMap, x: number, y: number, z: number) => {
  const cluster = map.tree.leafCluster[findLeaf(map.tree, x, y, z)];
  return costs.find((cost) => cost.cluster === cluster)!;
};

describe("the cost of a cluster", () => {
  it("is the sum of the leafs in its PVS", async () => {
    const vmf = generateRooms({ faces: 1500, props: 0, seed: 5 });
    const bsp = parseBsp((await compileWithVis(vmf)).bytes);
    const { costs } = await countVmf(vmf);
    expect(costs.length).toBe(bsp.visibility!.clusterCount);
    for (const { cluster, world } of costs) {
      expect([cluster, world]).toEqual([cluster, countDrawnTriangles(bsp, cluster)]);
    }
    expect(new Set(costs.map(({ world }) => world)).size).toBeGreaterThan(3);
  });

  it("has a batch per material, and counts translucent triangles separately", async () => {
    const { costs } = await countVmf(
      makeVmf(
        [
          ...makeRoom([0, 0, 0], [256, 256, 128]),
          makeBox([64, 64, 0], [96, 96, 32], { material: "dev/other" }),
          makeBox([0, 128, 0], [256, 132, 128], { material: "glass/glass" }),
        ],
        [pointEntity("info_player_start", [32, 32, 16])],
      ),
    );
    expect(Math.max(...costs.map(({ batches }) => batches))).toBe(3);
    // Both sides of a pane that reaches from wall to wall.
    expect(Math.max(...costs.map(({ translucent }) => translucent))).toBe(4);
  });

  it("excludes the placeholders of missing models", async () => {
    const { map, costs } = await countVmf(
      makeVmf(makeRoom([0, 0, 0], [256, 256, 128]), [
        pointEntity("info_player_start", [32, 32, 16]),
        pointEntity("prop_dynamic", [128, 128, 32], { model: "models/crate.mdl" }),
      ]),
    );
    expect(map.props?.instanceCount).toBe(1);
    expect(costs.map(({ propCount }) => propCount)).toEqual(costs.map(() => 0));
    expect(costs.length).toBeGreaterThan(0);
  });

  it("is not counted after the request is cancelled", async () => {
    const { map } = await countVmf(makeDoor());
    const gone = new AbortController();
    gone.abort();
    await expect(findStandingPlaces(map, undefined, gone.signal)).rejects.toThrow(CancelledError);
  });
});

describe("standing places", () => {
  const countPlaces = async (...solids: Parameters<typeof makeVmf>[0][number][]) => {
    const vmf = makeVmf(
      [...makeRoom([0, 0, 0], [256, 256, 256]), ...solids],
      [pointEntity("info_player_start", [200, 200, 16])],
    );
    const { standing } = await countVmf(vmf);
    return Array.from({ length: standing.count }, (_, i) => standing.eye[i * 3 + 2]);
  };

  it("are on the floor, at eye height", async () => {
    const heights = await countPlaces();
    expect(heights.length).toBe(8 * 8);
    expect(new Set(heights)).toEqual(new Set([64]));
  });

  it("lie on a table, and below it at crouching height", async () => {
    const heights = await countPlaces(makeBox([0, 0, 48], [64, 256, 64]));
    expect(heights.filter((z) => z === 128).length).toBe(2 * 8);
    expect(heights.filter((z) => z === 28).length).toBe(2 * 8);
    expect(heights.filter((z) => z === 64).length).toBe(6 * 8);
  });

  it("are on brush entities and on glass", async () => {
    const shelf = makeBox([0, 0, 48], [64, 256, 64]);
    const pane = makeBox([128, 0, 48], [192, 256, 52], { material: "glass/glass" });
    const vmf = makeVmf(
      [...makeRoom([0, 0, 0], [256, 256, 256]), pane],
      [
        pointEntity("info_player_start", [100, 200, 16]),
        makeEntity({ classname: "func_brush" }, { solids: [shelf] }),
      ],
    );
    const { standing } = await countVmf(vmf);
    const heights = Array.from({ length: standing.count }, (_, i) => standing.eye[i * 3 + 2]);
    const countAt = (height: number) => heights.filter((z) => z === height).length;
    // A player has to crouch under both.
    expect([countAt(128), countAt(116), countAt(28), countAt(64)]).toEqual([16, 16, 32, 32]);
  });

  it("are neither inside clips nor where the ceiling is too low", async () => {
    const clip = makeBox([0, 0, 0], [64, 256, 256], { material: "tools/toolsplayerclip" });
    expect((await countPlaces(clip)).length).toBe(6 * 8);
    expect((await countPlaces(makeBox([0, 0, 30], [64, 256, 256]))).length).toBe(6 * 8);
  });
});

describe("rankPlaces", () => {
  it("lists the most expensive place first, and no two places near each other", async () => {
    const { costs } = await countVmf(generateRooms({ faces: 1500, props: 0, seed: 5 }));
    const ranked = rankPlaces(costs, "triangles", 4);
    expect(ranked.length).toBe(4);
    const most = Math.max(...costs.filter((c) => c.places > 0).map((c) => c.triangles));
    expect(ranked[0].triangles).toBe(most);
    for (const [i, a] of ranked.entries()) {
      for (const b of ranked.slice(i + 1)) {
        expect(a.triangles).toBeGreaterThanOrEqual(b.triangles);
        expect(Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)).toBeGreaterThan(255);
      }
    }
  });
});

describe("compareCosts", () => {
  it("compares two compiles at the same places", async () => {
    const open = await countVmf(makeDoor());
    const shut = await countVmf(makeDoor([doorBlock()]));
    const before = costAt(open, 64, 64, 64).triangles;
    const after = costAt(shut, 64, 64, 64).triangles;
    expect(after).toBeLessThan(before);
    const change = compareCosts(open, shut, "triangles", 3);
    expect(change.onlyAfter).toBe(0);
    expect(change.worse).toBe(0);
    expect(change.risen).toEqual([]);
    expect(change.meanAfter).toBeLessThan(change.meanBefore);
    expect(change.fallen[0].before - change.fallen[0].after).toBeGreaterThanOrEqual(before - after);
    const back = compareCosts(shut, open, "triangles", 3);
    expect(back.better).toBe(0);
    expect(back.worse).toBe(change.better);
  });
});

describe("drawHeatMap", () => {
  it("draws the lowest cost blue, the highest red and the rest dark, with north up", async () => {
    const { standing, costs } = await countVmf(
      makeDoor([doorBlock(), makeBox([320, 160, 0], [400, 240, 128])]),
    );
    const heat = drawHeatMap(standing, costs, "triangles", [{ x: 16, y: 240 }])!;
    expect([heat.width, heat.height]).toEqual([
      standing.columns * heat.scale,
      standing.rows * heat.scale,
    ]);
    const pixelAt = (x: number, y: number) => {
      const px = Math.floor(((x - standing.minX) / standing.step) * heat.scale);
      const py = heat.height - 1 - Math.floor(((y - standing.minY) / standing.step) * heat.scale);
      return [...heat.rgba.subarray((py * heat.width + px) * 4, (py * heat.width + px) * 4 + 3)];
    };
    expect(pixelAt(80, 80)).toEqual([38, 60, 120]);
    expect(pixelAt(400, 80)).toEqual([200, 20, 40]);
    expect(pixelAt(368, 208)).toEqual([24, 24, 28]);
    expect(pixelAt(16, 240)).toEqual([255, 255, 255]);
  });

  it("returns null if no place can be stood on", async () => {
    const { standing, costs } = await countVmf(makeDoor());
    expect(drawHeatMap({ ...standing, count: 0 }, costs, "triangles", [])).toBeNull();
  });
});

it("openBytes refuses bytes that are not a map", async () => {
  await expect(openBytes(Uint8Array.of(1, 2, 3))).rejects.toThrow("BSP");
});
