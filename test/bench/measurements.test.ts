import { describe, expect, it } from "vitest";
import { measureLightmaps, measureLoad } from "../../src/bench/measure-load.ts";
import { summarizeSamples } from "../../src/bench/statistics.ts";
import { createAllocationProbe } from "../../src/cli/allocation-probe.ts";
import type { LoadEvent } from "../../src/scene/events.ts";
import { makeScene } from "../render/make-scene.ts";

describe("order statistics", () => {
  it("are samples by nearest rank", () => {
    const samples = Array.from({ length: 200 }, (_, i) => 200 - i);
    expect(summarizeSamples(samples)).toEqual({ median: 100, p95: 190, p99: 198, max: 200 });
    expect(summarizeSamples([7])).toEqual({ median: 7, p95: 7, p99: 7, max: 7 });
  });
});

describe("the times of a load", () => {
  async function* load(parse: number, world: number): AsyncGenerator<LoadEvent> {
    yield { type: "progress", stage: "parse", done: 1, total: 1 };
    const stageMs = { parse, world, materials: 0, props: 0, textures: 0 };
    yield { type: "done", warnings: [], stageMs };
  }

  it("are the first run's, and the best of each stage", async () => {
    const loads = [load(30, 40), load(10, 50), load(20, 10)];
    const report = await measureLoad(() => loads.shift()!, 4_000_000, 3);
    expect(report.firstMs).toMatchObject({ parse: 30, world: 40 });
    expect(report.bestMs).toMatchObject({ parse: 10, world: 10 });
    expect(report.parseAndWorldMBps).toBeCloseTo(200, 6);
  });

  it("are an error for a load that breaks off", async () => {
    const broken = async function* (): AsyncGenerator<LoadEvent> {};
    await expect(measureLoad(broken, 1, 1)).rejects.toThrow("before it was done");
  });
});

describe("lightmap figures", () => {
  it("hold what is needed against what is there", () => {
    const scene = makeScene();
    const lightmap = { ...scene.lightmap!, usedLuxels: 1024 };
    expect(measureLightmaps({ ...scene, lightmap })).toEqual({
      side: "ldr",
      pages: 1,
      width: 64,
      height: 64,
      bytes: 16384,
      neededBytes: 4096,
      fill: 0.25,
    });
    expect(measureLightmaps({ ...scene, lightmap: null })).toBeNull();
  });
});

describe("the allocation probe", () => {
  it("counts what is kept and what is collected", () => {
    const probe = createAllocationProbe();
    const kept: number[][] = [];
    const ARRAYS = 20_000;
    const LENGTH = 500;
    probe.start();
    for (let i = 0; i < ARRAYS; i++) {
      const array = new Array<number>(LENGTH).fill(i);
      if (i % 100 === 0) kept.push(array);
    }
    const bytes = probe.stop();
    // 80 MB of eight bytes an element, or half where pointers are compressed.
    expect(bytes).toBeGreaterThan(ARRAYS * LENGTH * 4);
    expect(bytes).toBeLessThan(ARRAYS * LENGTH * 8 * 1.25);
    expect(kept).toHaveLength(ARRAYS / 100);
  });

  it("counts next to nothing where nothing is allocated", () => {
    const probe = createAllocationProbe();
    const numbers = new Int32Array(1024);
    probe.start();
    for (let i = 0; i < 1_000_000; i++) numbers[i & 1023] ^= i & 0xffff;
    expect(probe.stop()).toBeLessThan(100_000);
  });
});
