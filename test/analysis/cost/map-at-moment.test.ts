import { beforeAll, describe, expect, it } from "vitest";
import { type CostMap, mapAtMoment, measurePlace } from "../../../src/analysis/cost/index.ts";
import { makeBox, makeEntity } from "../../compile/make-vmf.ts";
import { compileWithVis } from "../compile-with-vis.ts";
import { doorBlock, makeDoor, openBytes } from "./made-costs.ts";

const FIRST = [64, 64, 64] as const;
const SECOND = [400, 64, 64] as const;

describe("the cost of a place at a moment", () => {
  let map: CostMap;
  beforeAll(async () => {
    const crate = (classname: string, x: number, more: Record<string, string> = {}) =>
      makeEntity({ classname, ...more }, { solids: [makeBox([x, 200, 0], [x + 32, 232, 32])] });
    const vmf = makeDoor([doorBlock()]);
    const entities = [
      ...vmf.entities,
      crate("func_brush", 100),
      crate("func_brush", 40, { StartDisabled: "1", targetname: "later" }),
    ];
    map = await openBytes((await compileWithVis({ ...vmf, entities }, true)).bytes);
  });
  const startOf = ({ world }: CostMap) => ({
    worldFromModel: world.models!.worldFromModel.slice(),
    isHidden: world.models!.isHidden.slice(),
    openPortals: null,
  });
  const brushesFrom = async (shown: CostMap, place: readonly [number, number, number]) => {
    const cost = await measurePlace(shown, { because: "not asked" }, place);
    return "because" in cost ? cost.because : cost.cost.brushEntities;
  };
  const both = async (shown: CostMap) => [
    await brushesFrom(shown, FIRST),
    await brushesFrom(shown, SECOND),
  ];

  it("equals the cost at the start of the map where nothing has changed", async () => {
    const [first, second] = await both(map);
    expect(first).toBeGreaterThan(0);
    expect(second).toBe(0);
    expect(await both(mapAtMoment(map, startOf(map)))).toEqual([first, second]);
  });

  it("counts brush models where they are, and only those that are shown", async () => {
    const [crate] = await both(map);
    const moved = startOf(map);
    moved.worldFromModel[3] += 256;
    const before = map.world.mesh.vertices.slice();
    expect(await both(mapAtMoment(map, moved))).toEqual([0, crate]);
    expect(map.world.mesh.vertices).toEqual(before);
    moved.isHidden[0] = 1;
    expect(await both(mapAtMoment(map, moved))).toEqual([0, 0]);
    const shown = startOf(map);
    shown.isHidden.fill(0);
    expect(await both(mapAtMoment(map, shown))).toEqual([Number(crate) * 2, 0]);
  });

  it("moves the triangles that lines of sight look for", () => {
    const moved = startOf(map);
    moved.worldFromModel[3] += 256;
    const { mesh, chunks } = mapAtMoment(map, moved).world;
    const chunk = map.world.models!.chunks[0];
    expect(chunks.box[chunk * 6] - map.world.chunks.box[chunk * 6]).toBe(256);
    const xOf = (vertices: Uint8Array) =>
      new DataView(vertices.buffer, vertices.byteOffset).getFloat32(
        mesh.indices[chunks.firstIndex[chunk]] * 48,
        true,
      );
    expect(xOf(mesh.vertices) - xOf(map.world.mesh.vertices)).toBe(256);
  });
});
