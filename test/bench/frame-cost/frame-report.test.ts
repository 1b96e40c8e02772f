import { describe, expect, it } from "vitest";
import { mergeFrameStarts, tabulateFrames } from "../../../src/bench/frame-cost/frame-report.ts";
import { makeFrameStart } from "../make-report.ts";

describe("mergeFrameStarts", () => {
  it("takes the middle of the starts' times, and keeps each start", () => {
    const run = mergeFrameStarts([5, 1, 2].map((times) => makeFrameStart(times)));
    expect(run.own).toEqual({ p10: 0.2, median: 0.4 });
    expect(run.first).toBeCloseTo(0.6);
    expect(run.heapBytes).toBe(4096);
    expect(run.loadCpu).toBe(1000);
    expect(run.calls).toEqual(makeFrameStart().calls);
    expect(run.starts.map(({ loadCpu }) => loadCpu)).toEqual([2500, 500, 1000]);
    expect(run.starts[0]).not.toHaveProperty("map");
  });

  it("leaves out allocations that a host cannot tell", () => {
    expect(mergeFrameStarts([makeFrameStart(1, { heapBytes: null })]).heapBytes).toBeNull();
    const some = [makeFrameStart(1, { heapBytes: null }), makeFrameStart(3)];
    expect(mergeFrameStarts(some).heapBytes).toBe(6144);
  });
});

describe("tabulateFrames", () => {
  it("has a row of figures for each map", () => {
    const run = mergeFrameStarts([makeFrameStart(1, { heapBytes: null })]);
    expect(tabulateFrames({ runs: [run] })).toEqual([
      {
        map: "de_room",
        "own JS p10 / median ms": "0.100 / 0.200",
        "first frames ms": "0.300",
        ...{ passes: "3", dispatches: "10", bundles: "4", draws: "20" },
        "writes, bytes": "2, 512",
        "on the CPU": "9, 4096",
        "heap bytes": "–",
        "load CPU ms": "500",
      },
    ]);
  });
});
