import { describe, expect, it } from "vitest";
import { measureClockStep } from "../../src/bench/clock-step.ts";
import { measureLightmaps } from "../../src/bench/measure-load.ts";
import { summarizeFrames, summarizePasses } from "../../src/bench/measure-rounds.ts";
import { summarizeSamples } from "../../src/bench/statistics.ts";
import { createAllocationProbe } from "../../src/cli/allocation-probe.ts";
import { makeScene } from "../render/make-scene.ts";

describe("order statistics", () => {
  it("are samples by nearest rank", () => {
    const samples = Array.from({ length: 2000 }, (_, i) => 2000 - i);
    expect(summarizeSamples(samples)).toEqual({
      median: 1000,
      p95: 1900,
      p99: 1980,
      p999: 1998,
      worst: 2000,
    });
    expect(summarizeSamples([7])).toEqual({ median: 7, p95: 7, p99: 7, p999: 7, worst: 7 });
    expect(summarizeSamples([3, 1, 2]).p999).toBe(3);
  });
});

describe("rounds", () => {
  /** Three rounds of two frames, of two passes; the second pass has no GPU time. */
  const times = {
    js: Float64Array.of(1, 10, 3, 30, 2, 20),
    gpu: Float64Array.of(5, -1, 7, 70, 6, -1),
    passJs: Float64Array.of(1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0),
    passGpu: Float64Array.of(9, -1, 8, -1, 7, -1, -1, -1, 5, -1, 4, -1),
  };

  it("become medians by frame of the path", () => {
    expect(summarizeFrames(times, times, 2)).toEqual({ js: [2, 20], gpu: [6, 70] });
    expect(summarizeFrames(times, null, 2).gpu).toEqual([null, null]);
  });

  it("and by pass, null where nothing was measured", () => {
    expect(summarizePasses(times, times, ["world", "cull"])).toEqual({
      world: { js: 3, gpu: 7 },
      cull: { js: 0, gpu: null },
    });
  });
});

describe("lightmap figures", () => {
  it("hold what is needed against what is there", () => {
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

it("the clock has a step, and a fine one here", () => {
  const step = measureClockStep();
  expect(step).toBeGreaterThan(0);
  expect(step).toBeLessThan(0.1);
});

describe("the allocation probe", () => {
  it("counts what is kept and what is collected", () => {
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
    // Of eight bytes an element, or half where pointers are compressed.
    expect(bytes).toBeGreaterThan(ARRAYS * LENGTH * 4);
    expect(bytes).toBeLessThan(ARRAYS * LENGTH * 8 * 1.25);
    expect(collections).toBeGreaterThan(0);
    expect(kept).toHaveLength(RUNS);
  });

  it("counts next to nothing where nothing is allocated", () => {
    const probe = createAllocationProbe();
    const numbers = new Int32Array(1024);
    const work = (run: number) => {
      for (let i = 0; i < 1000; i++) numbers[i & 1023] ^= (i + run) & 0xffff;
    };
    for (let run = 0; run < 1000; run++) probe.run(work, run, run + 1);
    expect(probe.finish().bytes).toBeLessThan(200);
  });
});
