import { afterAll, describe, expect, it } from "vitest";
import { parseReport } from "../../src/bench/report/parse-report.ts";
import type { Ablation, BenchRun } from "../../src/bench/report/report.ts";
import { runBench } from "../../src/bench/run-bench.ts";
import { type BenchHost, type BenchOptions, DEFAULT_BENCH_OPTIONS } from "../../src/bench/types.ts";
import { createAllocationProbe } from "../../src/cli/bench/bench-dawn.ts";
import { FormatError } from "../../src/core/errors.ts";
import { GpuError } from "../../src/gpu/errors.ts";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { openTestGpu } from "../support/dawn.ts";

const test = await openTestGpu();
afterAll(() => test?.close());

const bytes = makeBsp({ light: "both" });
const room = { name: "room", sources: [], read: async () => bytes };

const OPTIONS: BenchOptions = {
  ...DEFAULT_BENCH_OPTIONS,
  maps: [room],
  size: [64, 36],
  frames: 6,
  repeat: 2,
};

/** Makes a host that records the devices it creates. */
function makeHost(change: Partial<BenchHost> = {}) {
  const devices: GPUDevice[] = [];
  const gpu = {
    async requestAdapter(options: GPURequestAdapterOptions) {
      const adapter = await test!.gpu.requestAdapter(options);
      const request = adapter!.requestDevice.bind(adapter);
      adapter!.requestDevice = async (descriptor) => {
        const device = await request(descriptor);
        devices.push(device);
        return device;
      };
      return adapter;
    },
  } as GPU;
  const host: BenchHost = {
    backend: "dawn",
    host: "test",
    commit: null,
    cores: 1,
    loadAverage: null,
    gpu,
    createProbe: () => null,
    ...change,
  };
  return { host, devices };
}

/** A run takes some seconds, and a minute on a busy machine. */
const TIMEOUT_MS = 300_000;

describe.skipIf(test === null)("a benchmark", { timeout: TIMEOUT_MS }, () => {
  it("measures a map with all switches and without one, and returns a complete report", async () => {
    const stages = new Set<string>();
    const runs: BenchRun[] = [];
    const ablations: Ablation[] = ["pvs"];
    const report = await runBench(
      { ...OPTIONS, ablations },
      makeHost({ createProbe: createAllocationProbe }).host,
      { onRun: (run) => runs.push(run), onProgress: ({ stage }) => stages.add(stage) },
    );
    expect(parseReport(JSON.stringify(report), "it")).toEqual(JSON.parse(JSON.stringify(report)));
    expect(report.partial).toBeNull();
    expect(report.runs).toEqual(runs);
    expect(runs.map((run) => run.without)).toEqual([[], ["pvs"]]);
    const onGpu = report.runs[0].gpu === null ? [] : ["measure-gpu"];
    const expected = ["load", "first-visit", "measure", ...onGpu, "count", "allocate"];
    expect([...stages]).toEqual(expected);
    expect(report.settings).toEqual({ side: "hdr", fov: 75, frames: 6, repeat: 2, path: "tour" });
    expect(report.environment.clockMs).toBeGreaterThan(0);

    const [plain, open] = runs;
    expect(plain.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(plain).toMatchObject({ map: "room", mapBytes: bytes.length, size: [64, 36], frames: 6 });
    for (const times of [plain.js, plain.firstVisit]) {
      expect(times.median).toBeGreaterThan(0);
      expect(times.p99).toBeGreaterThanOrEqual(times.p95);
      expect(times.worst).toBeGreaterThanOrEqual(times.p999);
    }
    expect(plain.samples.js).toHaveLength(6);
    expect(plain.samples.triangles.every((count) => count > 0)).toBe(true);
    expect(plain.draws.total).toBeGreaterThanOrEqual(plain.draws.world + plain.draws.props);
    expect(plain.draws.world).toBeGreaterThan(0);
    expect(plain.triangles.visible).toBeGreaterThan(0);
    expect(plain.triangles.submitted).toBeGreaterThan(0);
    expect(open.triangles.submitted).toBeGreaterThanOrEqual(plain.triangles.submitted);
    expect(open.triangles.visible).toBe(plain.triangles.visible);
    expect(plain.allocatedBytesPerFrame).toBeGreaterThan(0);
    expect(plain.load.completeMs).toBeGreaterThan(plain.load.firstFrameMs);
    expect(plain.load.firstFrameMs).toBeGreaterThan(0);
    expect(plain.load.megabytesPerSecond).toBeGreaterThan(0);
    expect(Object.keys(plain.load.stageMs)).toEqual(
      expect.arrayContaining(["parse", "world", "materials", "props", "upload", "draw"]),
    );
    expect(plain.lightmaps?.fill).toBeGreaterThan(0);
    expect(plain.lightmaps?.decodeMegabytesPerSecond).toBeGreaterThan(0);
    expect(plain.memory.world).toBeGreaterThan(0);
    expect(Object.keys(plain.passes)).toContain("world");
    expect(Object.keys(plain.steps)).toEqual(["view", "finish", "submit", "read back"]);
    expect(plain.steps.submit).toBeGreaterThan(0);
    expect(plain.submit?.median).toBeGreaterThan(0);
    expect(plain.encode?.median).toBeGreaterThan(0);
    expect(plain.encode!.p10! + plain.submit!.p10!).toBeLessThanOrEqual(plain.js.worst);
    expect(plain.floor?.median).toBeGreaterThan(0);
    // The parts of a frame make up most of it.
    const parts = [
      ...Object.values(plain.passes).map(({ js }) => js),
      ...Object.values(plain.steps),
    ];
    const sum = parts.reduce((a, b) => a + b, 0);
    // On a busy machine, a median of sums and a sum of medians differ much.
    expect(sum).toBeGreaterThan(plain.js.median * 0.2);
    expect(sum).toBeLessThan(plain.js.median * 3);

    expect(plain.rounds).toHaveLength(2);
    const [first, second] = plain.rounds;
    expect(first.start?.load.completeMs).toBe(plain.load.completeMs);
    expect(second.start).toBeNull();
    expect(Math.max(first.js.worst, second.js.worst)).toBe(plain.js.worst);
    expect(first.referenceMs).toBeGreaterThan(0);
    expect(report.environment.timerJitterMs).toBeGreaterThan(0);
  });

  it("runs a map's switches from last to first if `reversed` is set", async () => {
    const { runs } = await runBench(
      { ...OPTIONS, frames: 1, repeat: 1, ablations: ["pvs"], reversed: true },
      makeHost().host,
    );
    expect(runs.map((run) => run.without)).toEqual([["pvs"], []]);
  });

  it("keeps what was measured if the device is lost, and gives the reason", async () => {
    const { host, devices } = makeHost();
    const report = await runBench({ ...OPTIONS, ablations: ["pvs", "frustum"] }, host, {
      onProgress({ run, stage, done }) {
        if (run === 1 && stage === "measure" && done === 3) devices.at(-1)?.destroy();
      },
    });
    expect(report.runs.map((run) => run.without)).toEqual([[]]);
    expect(report.partial).toMatch(/^the GPU device was lost: /);
  });

  it("stops when it is aborted", async () => {
    const stop = new AbortController();
    const report = await runBench(OPTIONS, makeHost().host, {
      signal: stop.signal,
      onProgress: ({ stage }) => stage === "first-visit" && stop.abort(),
    });
    expect(report).toMatchObject({ runs: [], partial: "stopped" });
  });

  it("refuses a size beyond the device's limit before any map is read", async () => {
    const read = async () => {
      throw new Error("read");
    };
    const options: BenchOptions = { ...OPTIONS, size: [65_000, 16], maps: [{ ...room, read }] };
    const error = await runBench(options, makeHost().host).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(GpuError);
    expect(error).toMatchObject({ code: "limit" });
    expect(error.message).toContain("not 65000x16");
  });

  it("refuses a bad map by name before the first is measured", async () => {
    const bad = { name: "bad", sources: [], read: async () => bytes.subarray(0, 700) };
    let started = false;
    const error = await runBench({ ...OPTIONS, maps: [room, bad] }, makeHost().host, {
      onStart() {
        started = true;
      },
    }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(FormatError);
    expect(error.message).toContain("bad: ");
    expect(started).toBe(false);
  });
});
