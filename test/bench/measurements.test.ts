import { describe, expect, it } from "vitest";
import { measureLightmaps } from "../../src/bench/measure/measure-load.ts";
import { intervalOfMedian, middleOf, summarizeSamples } from "../../src/bench/report/statistics.ts";
import { measureClockStep } from "../../src/bench/run-bench.ts";
import {
  summarizeFrames,
  summarizePasses,
  summarizeRounds,
  summarizeSteps,
} from "../../src/bench/run-map.ts";
import { createAllocationProbe } from "../../src/cli/bench/bench-dawn.ts";
import { makeScene } from "../render/make-scene.ts";

describe("order statistics", () => {
  it("use the nearest rank", () => {
    const samples = Array.from({ length: 2000 }, (_, i) => 2000 - i);
    expect(summarizeSamples(samples)).toEqual({
      p10: 200,
      median: 1000,
      p95: 1900,
      p99: 1980,
      p999: 1998,
      worst: 2000,
    });
    expect(summarizeSamples([7])).toEqual({ p10: 7, median: 7, p95: 7, p99: 7, p999: 7, worst: 7 });
    expect(summarizeSamples([3, 1, 2]).p999).toBe(3);
  });
});

describe("the interval of a median", () => {
  // Le Boudec, table A.1: ranks of the interval for a median at 95 %.
  it.each([
    [6, 1, 6],
    [8, 1, 8],
    [9, 2, 8],
    [12, 3, 10],
    [20, 6, 15],
    [30, 10, 21],
    [50, 18, 33],
  ])("of %i samples is from rank %i to rank %i", (count, low, high) => {
    // 7 is coprime to these counts, so every rank occurs once, unsorted.
    const samples = Array.from({ length: count }, (_, i) => ((i * 7) % count) + 1);
    expect(intervalOfMedian(samples)).toEqual({ low, high });
  });

  it("of five samples is null", () => {
    expect(intervalOfMedian([1, 2, 3, 4, 5])).toBeNull();
    expect(intervalOfMedian([])).toBeNull();
  });

  it("holds the true median in at least 95 of 100 cases", () => {
    let state = 12_345;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    for (const count of [6, 11, 25]) {
      let held = 0;
      for (let trial = 0; trial < 4000; trial++) {
        // The distribution is skewed like times are: the median of -ln(u) is ln 2.
        const samples = Array.from({ length: count }, () => -Math.log(1 - random()));
        const { low, high } = intervalOfMedian(samples)!;
        if (low <= Math.LN2 && Math.LN2 <= high) held++;
      }
      expect(held / 4000).toBeGreaterThan(0.945);
      expect(held / 4000).toBeLessThan(0.99);
    }
  });

  it("is around the mean of the two middle samples", () => {
    expect(middleOf([4, 1, 3, 2])).toBe(2.5);
    expect(middleOf([9, 1, 3])).toBe(3);
  });
});

describe("summaries of rounds", () => {
  /** Three rounds of two frames and two passes; the second pass has no GPU time. */
  const times = {
    reference: Float64Array.of(4, 6, 1, 1, 2, 2),
    js: Float64Array.of(1, 10, 3, 30, 2, 20),
    submit: Float64Array.of(0.5, 4, 1, 10, 0.5, 8),
    // One value per round.
    floor: Float64Array.of(0.7, 0.8, 0.9),
    gpu: Float64Array.of(5, -1, 7, 70, 6, -1),
    stepJs: Float64Array.of(1, 7, 2, 8, 3, 9, 4, 7, 5, 8, 6, 9),
    passJs: Float64Array.of(1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0),
    passGpu: Float64Array.of(9, -1, 8, -1, 7, -1, -1, -1, 5, -1, 4, -1),
  };

  it("have the median of each frame of the path", () => {
    expect(summarizeFrames(times, times, 2)).toEqual({ js: [2, 20], gpu: [6, 70] });
    expect(summarizeFrames(times, null, 2).gpu).toEqual([null, null]);
  });

  it("list each round, and each step", () => {
    expect(summarizeSteps(times, ["view", "submit"])).toEqual({ view: 3, submit: 8 });
    const rounds = summarizeRounds(times, times, 2);
    expect(rounds.map(({ js }) => [js.median, js.worst])).toEqual([
      [1, 10],
      [3, 30],
      [2, 20],
    ]);
    expect(rounds.map(({ encode }) => [encode?.median, encode?.worst])).toEqual([
      [0.5, 6],
      [2, 20],
      [1.5, 12],
    ]);
    expect(rounds.map(({ submit }) => submit?.worst)).toEqual([4, 10, 8]);
    expect(rounds.map(({ floor }) => floor?.worst)).toEqual([0.7, 0.8, 0.9]);
    expect(rounds.map(({ gpu }) => gpu?.worst ?? null)).toEqual([null, 70, null]);
    expect(rounds.map(({ referenceMs }) => referenceMs)).toEqual([4, 1, 2]);
    expect(summarizeRounds(times, null, 2)[1].gpu).toBeNull();
  });

  it("list each pass, with null for passes without times", () => {
    expect(summarizePasses(times, times, ["world", "cull"])).toEqual({
      world: { js: 3, gpu: 7 },
      cull: { js: 0, gpu: null },
    });
  });
});

describe("lightmap figures", () => {
  it("compare needed with allocated bytes", () => {
    const scene = makeScene();
    const lightmap = { ...scene.lightmap!, usedLuxels: 1024 };
    expect(measureLightmaps({ lightmap }, 1500)).toEqual({
      bytes: 16384,
      neededBytes: 4096,
      fill: 0.25,
      decodeMegabytesPerSecond: 1500,
    });
    expect(measureLightmaps({ lightmap: null }, 0)).toBeNull();
  });
});

it("the clock has a step below 0.1 ms here", () => {
  const step = measureClockStep();
  expect(step).toBeGreaterThan(0);
  expect(step).toBeLessThan(0.1);
});

describe("the allocation probe", () => {
  it("counts retained and collected allocations", () => {
    const probe = createAllocationProbe();
    const kept: number[][] = [];
    const RUNS = 200;
    const ARRAYS = 100;
    const LENGTH = 500;
    for (let run = 0; run < RUNS; run++) {
      probe.run(
        () => {
          for (let i = 0; i < ARRAYS; i++) {
            const array = new Array<number>(LENGTH).fill(i);
            if (i === 0) kept.push(array);
          }
        },
        run,
        run + 1,
      );
    }
    const { bytes, collections } = probe.finish();
    // Eight bytes per element, or four with compressed pointers.
    expect(bytes).toBeGreaterThan(ARRAYS * LENGTH * 4);
    expect(bytes).toBeLessThan(ARRAYS * LENGTH * 8 * 1.25);
    expect(collections).toBeGreaterThan(0);
    expect(kept).toHaveLength(RUNS);
  });

  // V8 may allocate and compile meanwhile, but not in three runs in a row.
  it("counts almost nothing for code that does not allocate", { retry: 2 }, () => {
    const probe = createAllocationProbe();
    const numbers = new Int32Array(1024);
    const work = (run: number) => {
      for (let i = 0; i < 1000; i++) numbers[i & 1023] ^= (i + run) & 0xffff;
    };
    for (let run = 0; run < 1000; run++) probe.run(work, run, run + 1);
    expect(probe.finish().bytes).toBeLessThan(200);
  });
});
