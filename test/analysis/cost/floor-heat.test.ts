import { describe, expect, it } from "vitest";
import type { ClusterCost } from "../../../src/analysis/cost/cluster-costs.ts";
import { buildFloorHeat } from "../../../src/analysis/cost/heat-map.ts";
import type { StandingPlaces } from "../../../src/analysis/cost/standing-places.ts";

const places = {
  ...{ step: 32, minX: 0, minY: 0, columns: 2, rows: 2, count: 4, isWhole: true },
  eye: Float32Array.of(16, 16, 74, 48, 16, 74, 16, 48, 164, 500, 500, 64),
  floor: Float32Array.of(10, 10, 100, 0),
  cluster: Int32Array.of(7, 3, 7, 3),
  cell: Int32Array.of(0, 1, 2, -1),
} as StandingPlaces;
const costOf = (cluster: number, triangles: number, stood = 1) =>
  ({ cluster, triangles, places: stood }) as ClusterCost;

describe("buildFloorHeat", () => {
  it("builds a square for each grid step, in the colour of its cluster", () => {
    const costs = [costOf(3, 100), costOf(5, 900, 0), costOf(7, 300)];
    const heat = buildFloorHeat(places, costs, "triangles");
    expect([...heat.cluster]).toEqual([3, 7]);
    // Places outside the grid have no square.
    expect([...heat.firstSquare]).toEqual([0, 1, 3]);
    expect([...heat.squares]).toEqual([48, 16, 10, 16, 16, 10, 16, 48, 100]);
    expect(heat.edge).toBe(32);
    // The ends of the ramp are blue and red. A cluster without standing places does not count.
    expect([...heat.color]).toEqual([0x263c78, 0xc81428]);
  });

  it("builds nothing without standing places", () => {
    const heat = buildFloorHeat({ ...places, count: 0 }, [costOf(3, 1, 0)], "triangles");
    expect([heat.count, heat.squares.length, [...heat.firstSquare]]).toEqual([0, 0, [0]]);
  });
});
