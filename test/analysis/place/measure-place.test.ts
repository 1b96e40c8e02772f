import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCannotTell } from "../../../src/analysis/cannot-tell.ts";
import { createVisibleRows } from "../../../src/analysis/cost/cluster-costs.ts";
import {
  type CostMap,
  type CountedMap,
  countClusterCosts,
  findStandingPlaces,
  measurePlace,
  rebuildPortals,
} from "../../../src/analysis/cost/index.ts";
import { createCostCounter, triangleSum } from "../../../src/analysis/cost/view-cost.ts";
import type { Closings } from "../../../src/analysis/place/propose-closings.ts";
import type { Hint } from "../../../src/analysis/place/propose-hints.ts";
import {
  type PlaceSample,
  samplePlace,
  wilsonInterval,
} from "../../../src/analysis/place/sample-place.ts";
import { countBits } from "../../../src/core/bit-set.ts";
import { FormatError } from "../../../src/core/errors.ts";
import type { Vmf, VmfSolid } from "../../../src/formats/vmf/types.ts";
import { findLeaf } from "../../../src/visibility/leaf-walk.ts";
import { makeBox, makeEntity, makeRoom, makeVmf, pointEntity } from "../../compile/make-vmf.ts";
import { mutations } from "../../support/mutate.ts";
import { compileWithVis } from "../compile-with-vis.ts";
import { countVmf, doorBlock, makeDoor, openBytes } from "../cost/made-costs.ts";

const IN_FIRST = [64, 64, 64] as const;

async function measure(map: CostMap, at: readonly [number, number, number]) {
  const place = await measurePlace(map, rebuildPortals(map.bsp), at);
  if (isCannotTell(place)) throw new Error(place.because);
  return place;
}

function told<T extends object>(answer: T | { readonly because: string }): T {
  if (isCannotTell(answer)) throw new Error(answer.because);
  return answer;
}

const trianglesAt = ({ map, costs }: CountedMap, [x, y, z]: readonly [number, number, number]) => {
  const cluster = map.tree.leafCluster[findLeaf(map.tree, x, y, z)];
  return costs.find((cost) => cost.cluster === cluster)!.triangles;
};

describe("the never-seen share of a place", () => {
  it("is zero in an empty room", async () => {
    const { map } = await countVmf(makeDoor([doorBlock()]));
    const sample: PlaceSample = told((await measure(map, IN_FIRST)).sample);
    expect(sample.neverSeen).toBe(0);
    expect(sample.neverSeenHigh).toBe(0);
    expect(sample.seenClusters).toBe(sample.clusters);
  });

  it("is unknown if lines of sight exceed the work limit, in the first or the second pass", async () => {
    const sample = async (map: CostMap, mostTests: number) => {
      const rows = createVisibleRows(map);
      const visible = rows.create();
      const [x, y, z] = IN_FIRST;
      const cluster = map.tree.leafCluster[findLeaf(map.tree, x, y, z)];
      rows.write(cluster, x, y, z, visible);
      const place = { map, counter: createCostCounter(map), cluster, visible, x, y, z };
      return samplePlace(place, () => undefined, undefined, mostTests);
    };
    // In the first map everything is seen in the first pass; in the other, a room is sampled again.
    const { map: seen } = await countVmf(makeDoor([doorBlock()]));
    const { map: hidden } = await countVmf(makeDoor([], [doorBlock()]));
    for (const [map, most, text] of [
      [seen, 0, "0"],
      [hidden, 10_000, "10,000"],
    ] as const) {
      expect(told(await sample(map, Number.POSITIVE_INFINITY)).things).toBeGreaterThan(0);
      const because = `its lines of sight met ${text} things`;
      expect(await sample(map, most)).toEqual({ because });
    }
  });

  it("is the other room if the door is filled with a detail brush", async () => {
    const filled = await countVmf(makeDoor([], [doorBlock()]));
    const place = await measure(filled.map, IN_FIRST);
    const sample: PlaceSample = told(place.sample);
    const drawn = triangleSum(place.cost);
    expect(sample.triangles).toBe(drawn);
    // The other room, and at most the door's reveals and the far sides of its block.
    const { triangles, chunks } = filled.map.world;
    const other = triangles.reduce(
      (sum, count, i) => sum + (chunks.box[i * 6] >= 272 ? count : 0),
      0,
    );
    expect(other).toBeGreaterThan(drawn / 2);
    expect(sample.neverSeen).toBeGreaterThanOrEqual(other);
    expect(sample.neverSeen).toBeLessThanOrEqual(other + 12);
    expect(sample.neverSeenLow).toBeLessThanOrEqual(sample.neverSeen);
    expect(sample.neverSeenHigh).toBeGreaterThanOrEqual(sample.neverSeen);
    expect(sample.seenClusters).toBeLessThan(sample.clusters);
  });

  it("excludes things behind glass and grates", async () => {
    const pane = (material: string) => makeBox([256, 96, 0], [272, 160, 96], { material });
    const open = told((await measure((await countVmf(makeDoor())).map, IN_FIRST)).sample);
    for (const material of ["glass/glass", "metal/grate"]) {
      const { map } = await countVmf(makeDoor([], [pane(material)]));
      const sample: PlaceSample = told((await measure(map, IN_FIRST)).sample);
      expect(sample.neverSeen).toBeLessThan(open.neverSeen + 12);
    }
  });

  it("is the same in each run", async () => {
    const { map } = await countVmf(makeDoor());
    expect(await measure(map, IN_FIRST)).toEqual(await measure(map, IN_FIRST));
  });

  it("has Wilson's interval", () => {
    // Computed by hand from the formula: 10 of 100 at z = 1.96.
    const [low, high] = wilsonInterval(10, 100);
    expect(low).toBeCloseTo(0.05523, 4);
    expect(high).toBeCloseTo(0.17437, 4);
    expect(wilsonInterval(0, 160)[0]).toBe(0);
    expect(wilsonInterval(0, 160)[1]).toBeCloseTo(0.02344, 4);
    expect(wilsonInterval(0, 0)).toEqual([0, 1]);
  });
});

describe("the saving of a closed opening", () => {
  it("equals a compile with the opening walled up", async () => {
    const open = await countVmf(makeDoor());
    const walled = await countVmf(makeDoor([doorBlock()]));
    const closings: Closings = told((await measure(open.map, IN_FIRST)).closings);
    const [best] = closings.closings;
    expect(best.opening.box.slice(1, 3)).toEqual([96, 0]);
    expect(best.opening.box.slice(4)).toEqual([160, 96]);
    expect([256, 272]).toContain(best.opening.middle[0]);
    expect(best.opening.area).toBeCloseTo(64 * 96, 3);
    expect(best.isDoor).toBe(true);
    expect(best.isBound).toBe(false);
    expect(triangleSum(closings.before)).toBe(trianglesAt(open, IN_FIRST));
    // The wall hides the door's reveals and adds its front: six faces at most.
    const foretold = triangleSum(best.after);
    expect(Math.abs(foretold - trianglesAt(walled, IN_FIRST))).toBeLessThanOrEqual(12);
    expect(best.triangles).toBe(triangleSum(closings.before) - foretold);
    expect(best.triangles).toBeGreaterThan(60);
  });

  it("equals a compile with an area portal there", async () => {
    const open = await countVmf(makeDoor());
    const [best] = told((await measure(open.map, IN_FIRST)).closings).closings;
    const vmf = makeDoor();
    const portal = makeEntity(
      { classname: "func_areaportal", StartOpen: "0", portalnumber: "1" },
      { solids: [makeBox([260, 96, 0], [268, 160, 96])] },
    );
    const shut = await countVmf({ ...vmf, entities: [...vmf.entities, portal] });
    expect(shut.map.areas).not.toBeNull();
    const place = await measure(shut.map, IN_FIRST);
    expect(place.sees).toBeLessThan(place.pvs);
    // The portal's brush splits the door, whose floor and reveals are drawn on either side.
    expect(Math.abs(triangleSum(place.cost) - triangleSum(best.after))).toBeLessThanOrEqual(12);
  });

  it("is zero if a second door leads to the same room", async () => {
    const vmf = makeDoor();
    const walls = vmf.world.solids.filter((_, i) => i !== 7);
    const second = {
      ...vmf,
      world: {
        ...vmf.world,
        solids: [
          ...walls,
          makeBox([256, 160, 0], [272, 192, 128]),
          makeBox([256, 224, 0], [272, 256, 128]),
        ],
      },
    };
    const { map } = await countVmf(second);
    const closings: Closings = told((await measure(map, IN_FIRST)).closings);
    expect(closings.doorways).toBeGreaterThan(1);
    const doors = closings.closings.filter(({ opening }) => opening.normal[0] !== 0);
    expect(doors.length).toBeGreaterThan(0);
    for (const { isDoor, companion } of doors) {
      expect(isDoor).toBe(false);
      // The room is separate once the other door is closed too.
      expect(companion!.opening.normal[0]).not.toBe(0);
      expect(companion!.triangles).toBeGreaterThan(60);
    }
  });

  it("reveals a map that was compiled with -fast", async () => {
    const corner = [
      makeBox([256, 0, 0], [272, 96, 128]),
      makeBox([120, 96, 0], [256, 104, 128]),
      makeBox([120, 160, 0], [256, 168, 128]),
    ];
    const slow = await measure((await countVmf(makeDoor(corner))).map, [64, 240, 64]);
    const fast = await measure((await countVmf(makeDoor(corner), true)).map, [64, 240, 64]);
    expect(told(slow.closings).floodSaves).toBe(0);
    const { floodSaves, before } = told(fast.closings);
    expect(triangleSum(fast.cost) - floodSaves).toBe(triangleSum(before));
    expect(triangleSum(before)).toBe(triangleSum(slow.cost));
  });
});

/**
 * Returns a corridor with a narrow door at its end, to a room with posts at its sides behind walls.
 */
function makeCorridor(...more: VmfSolid[]): Vmf {
  const posts = [40, 90, 140, 870, 920, 960].map((x) => makeBox([x, 960, 0], [x + 16, 976, 100]));
  return makeVmf(
    [
      ...makeRoom([20, 20, 0], [1000, 1000, 128]),
      makeBox([20, 20, 0], [448, 656, 128]),
      makeBox([576, 20, 0], [1000, 656, 128]),
      makeBox([448, 640, 0], [488, 656, 128]),
      makeBox([536, 640, 0], [576, 656, 128]),
      makeBox([340, 756, 0], [356, 1000, 128]),
      makeBox([668, 756, 0], [684, 1000, 128]),
      ...more,
    ],
    [
      pointEntity("info_player_start", [500, 64, 16]),
      makeEntity({ classname: "func_detail" }, { solids: posts }),
    ],
  );
}

/** Returns a brush with a hint on its lower side along an axis, and skip on all others. */
function makeHint({ axis, at, box }: Hint): VmfSolid {
  const row = ["x", "y", "z"].indexOf(axis);
  const maxs = [box[3], box[4], box[5]] as [number, number, number];
  maxs[row] = at + 8;
  const side = (["left", "front", "bottom"] as const)[row];
  return makeBox([box[0], box[1], box[2]], maxs, {
    material: "tools/toolsskip",
    sides: { [side]: { material: "tools/toolshint" } },
  });
}

describe("the saving of a hint", () => {
  it("equals a compile with the hint, on both sides of it", async () => {
    const plain = await countVmf(makeCorridor());
    const place = await measure(plain.map, [512, 64, 64]);
    const before = triangleSum(told(place.closings).before);
    expect(before).toBe(trianglesAt(plain, [512, 64, 64]));
    const [hint] = told<readonly Hint[]>(place.hints);
    expect(hint).toMatchObject({ axis: "y", isBound: false });
    expect(hint.here).toBeGreaterThan(30);
    const hinted = await countVmf(makeCorridor(makeHint(hint)));
    expect(trianglesAt(hinted, [512, 64, 64])).toBe(before - hint.here);
    expect(trianglesAt(hinted, [512, 600, 64])).toBe(before - hint.there);
  });

  it("is not reported in a room without a corner", async () => {
    const { map } = await countVmf(makeDoor([doorBlock()]));
    expect((await measure(map, IN_FIRST)).hints).toEqual([]);
  });
});

describe("measurePlace without an answer", () => {
  it("gives a reason for a place in solid, and for openings without visibility", async () => {
    const { map } = await countVmf(makeDoor());
    expect(await measurePlace(map, rebuildPortals(map.bsp), [264, 20, 64])).toHaveProperty(
      "because",
      "264,20,64 is in solid, or outside the map",
    );
    const blind = await measure({ ...map, pvs: null }, IN_FIRST);
    expect(blind.closings).toHaveProperty("because", "the map was never run through vvis");
    expect(blind.sees).toBeGreaterThan(1);
  });

  it("returns an answer or throws a FormatError for damaged maps", async () => {
    const { bytes } = await compileWithVis(makeDoor());
    await fc.assert(
      fc.asyncProperty(mutations(bytes), async (damaged) => {
        let map: CostMap;
        try {
          map = await openBytes(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          return;
        }
        const standing = await findStandingPlaces(map);
        const costs = await countClusterCosts(map, standing);
        expect(costs.every(({ triangles }) => Number.isFinite(triangles))).toBe(true);
        const place = await measurePlace(map, rebuildPortals(map.bsp), IN_FIRST);
        if (!isCannotTell(place)) expect(place.sees).toBeGreaterThan(0);
      }),
      { numRuns: 120 },
    );
  });
});

it("countBits counts the clusters that a place sees", async () => {
  const { map, costs } = await countVmf(makeDoor());
  const place = await measure(map, IN_FIRST);
  expect(costs.find(({ cluster }) => cluster === place.cluster)!.sees).toBe(place.sees);
  expect(countBits(Uint32Array.of(7))).toBe(3);
});
