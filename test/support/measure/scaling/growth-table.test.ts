import { describe, expect, it } from "vitest";
import { mergeFrameStarts } from "../../../../src/bench/frame-cost/frame-report.ts";
import { makeFrameStart } from "../../../bench/make-report.ts";
import { formatGrowth, type GrownMap, growthOf } from "./growth-table.ts";

const makeMap = (map: string, faces: number, cost: number): GrownMap => ({
  counts: {
    ...{ faces, clusters: faces / 10, leafs: faces / 5, areas: 1 },
    ...{ props: 0, lights: 3, entities: 4, bytes: 2e6 },
  },
  frame: mergeFrameStarts([makeFrameStart(cost, { map })]),
  heldBytes: 3e6 * cost,
  processBytes: null,
});

describe("growthOf", () => {
  it("is the power of the faces by which a figure grows", () => {
    expect(growthOf(2, 20, 10)).toBeCloseTo(1);
    expect(growthOf(5, 5, 10)).toBeCloseTo(0);
    expect(growthOf(1, 100, 10)).toBeCloseTo(2);
  });
});

describe("formatGrowth", () => {
  const lines = formatGrowth([makeMap("small", 1000, 1), makeMap("large", 100_000, 10)]);

  it("has a column for each map and one for the growth", () => {
    expect(lines[0]).toBe("|  | small | large | growth |");
    expect(lines).toContain("| faces | 1000 | 100000 | 1.00 |");
    expect(lines).toContain("| load, CPU ms | 500 | 5000 | 0.50 |");
    expect(lines).toContain("| held at most, MB | 3.0 | 30.0 | 0.50 |");
    expect(lines).toContain("| dispatches | 10 | 10 | 0.00 |");
  });

  it("has no growth of figures that are nothing or unknown", () => {
    expect(lines).toContain("| props | 0 | 0 | – |");
    expect(lines).toContain("| process at its peak, MB | – | – | – |");
  });
});
