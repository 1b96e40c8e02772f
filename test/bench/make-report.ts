/** A report with every field, for tests. */

import type { FrameStart } from "../../src/bench/frame-cost/frame-report.ts";
import {
  BENCH_SCHEMA,
  type BenchReport,
  type BenchRound,
  type BenchRun,
} from "../../src/bench/report/report.ts";

const spread = (median: number) => ({
  p10: median * 0.9,
  median,
  p95: median * 2,
  p99: median * 3,
  p999: median * 4,
  worst: median * 5,
});

export function makeRun(change: Partial<BenchRun> = {}): BenchRun {
  return {
    map: "de_room",
    sha256: "ab".repeat(32),
    mapBytes: 1_000_000,
    size: [640, 360],
    without: [],
    frames: 2,
    js: spread(0.2),
    gpu: spread(1),
    firstVisit: spread(0.4),
    hitches: { firstVisit: 1, measured: 0 },
    passes: { world: { js: 0.1, gpu: 0.8 } },
    draws: { world: 12, props: 3, total: 20 },
    triangles: { submitted: 2400, visible: 2000 },
    instances: 7,
    allocatedBytesPerFrame: 2048,
    garbageCollections: 0,
    load: {
      firstFrameMs: 100,
      completeMs: 300,
      megabytesPerSecond: 250,
      stageMs: { parse: 10, world: 20, upload: 5 },
    },
    lightmaps: { fill: 0.96, bytes: 4096, neededBytes: 3932, decodeMegabytesPerSecond: 1200 },
    memory: { world: 1000, textures: 5000 },
    warnings: 2,
    samples: { js: [0.2, 0.3], gpu: [1, null], triangles: [1200, 1200] },
    steps: { view: 0.02, submit: 0.05 },
    rounds: [],
    ...change,
  };
}

export function makeReport(
  runs: readonly BenchRun[] = [makeRun()],
  change: Partial<BenchReport> = {},
): BenchReport {
  return {
    schema: BENCH_SCHEMA,
    adapter: "swiftshader",
    environment: {
      visleaf: "0.1.0",
      commit: null,
      backend: "dawn",
      host: "Node v20",
      cores: 2,
      loadAverage: 0.1,
      features: ["timestamp-query"],
      timerJitterMs: 0.4,
      clockMs: 0.001,
      date: "2026-01-01T00:00:00.000Z",
    },
    settings: { side: "hdr", fov: 75, frames: 2, repeat: 2, path: "tour" },
    runs,
    partial: null,
    series: null,
    ...change,
  };
}

/** Returns a round whose times are all `times` those of `makeRun`, with a separate start. */
export function makeRound(times: number, change: Partial<BenchRound> = {}): BenchRound {
  return {
    js: spread(0.2 * times),
    gpu: spread(1 * times),
    referenceMs: 0.05,
    start: {
      firstVisit: spread(0.4 * times),
      load: {
        firstFrameMs: 100 * times,
        completeMs: 300 * times,
        megabytesPerSecond: 250 / times,
      },
      allocatedBytesPerFrame: 2048,
    },
    ...change,
  };
}

/** Returns a start of `bench --device null` whose times and bytes are all `times` the usual. */
export function makeFrameStart(times = 1, change: Partial<FrameStart> = {}): FrameStart {
  return {
    map: "de_room",
    sha256: "ab".repeat(32),
    mapBytes: 4096,
    warnings: 2,
    own: { p10: 0.1 * times, median: 0.2 * times },
    first: 0.3 * times,
    calls: {
      ...{ submits: 1, passes: 3, dispatches: 10, bundles: 4, draws: 20 },
      ...{ setPipelines: 5, setBindGroups: 6, writes: 2, writtenBytes: 512 },
    },
    cpuCulled: { writes: 9, writtenBytes: 4096 },
    heapBytes: 2048 * times,
    loadCpu: 500 * times,
    ...change,
  };
}
