/** Makes reports as the runner writes them, with deterministic numbers. */

import { BENCH_SCHEMA, type BenchReport, type BenchRun } from "../../../src/bench/report/report.ts";
import { summarizeSamples } from "../../../src/bench/report/statistics.ts";

const PASSES = ["cull", "depth", "world", "props", "sky", "translucent", "post"];

/** Returns a number from 0 to 1 that depends only on the seed. */
function noise(seed: number): number {
  const value = Math.sin(seed * 12.9898) * 43758.5453;
  return value - Math.floor(value);
}

export interface RunShape {
  readonly map?: string;
  readonly frames?: number;
  /** Approximate median JavaScript time in milliseconds. */
  readonly jsMs?: number;
  /** `null` for no timestamps. */
  readonly gpuMs?: number | null;
  readonly changes?: Partial<BenchRun>;
}

export function makeRun(shape: RunShape = {}): BenchRun {
  const { map = "test_map", frames = 240, jsMs = 0.2, gpuMs = 1.4 } = shape;
  const js = Array.from({ length: frames }, (_, i) => {
    const spike = i % 97 === 60 ? 2.5 : 0;
    return jsMs * (0.85 + 0.3 * noise(i) + spike + 0.2 * Math.sin(i / 20));
  });
  const gpu = js.map((_, i) =>
    gpuMs === null ? null : gpuMs * (0.7 + 0.5 * (1 + Math.sin(i / 31)) + 0.1 * noise(i + 7)),
  );
  const times = gpu.filter((value) => value !== null);
  const shares = [0.2, 0.08, 0.3, 0.18, 0.04, 0.12, 0.08];
  return {
    map,
    sha256: map.length.toString(16).padStart(64, "a"),
    mapBytes: 8_000_000,
    size: [1920, 1080],
    without: [],
    frames,
    js: summarizeSamples(js),
    gpu: times.length > 0 ? summarizeSamples(times) : null,
    firstVisit: summarizeSamples(js.map((value, i) => value * (i % 50 === 3 ? 9 : 1.4))),
    hitches: { firstVisit: 0, measured: 0 },
    passes: Object.fromEntries(
      PASSES.map((name, i) => [
        name,
        { js: jsMs * shares[i], gpu: gpuMs === null ? null : gpuMs * shares[(i + 2) % 7] },
      ]),
    ),
    draws: { world: 8, props: 6, total: 21 },
    triangles: { submitted: 1_180 * frames, visible: 1_000 * frames },
    instances: 42,
    allocatedBytesPerFrame: 1_900,
    garbageCollections: 1,
    load: {
      firstFrameMs: 99,
      completeMs: 140,
      megabytesPerSecond: 276,
      stageMs: { parse: 12, world: 40 },
    },
    lightmaps: { fill: 0.97, bytes: 4e6, neededBytes: 3.9e6, decodeMegabytesPerSecond: 1_200 },
    memory: { buffers: 6e6, textures: 4.2e7 },
    warnings: 0,
    steps: { view: jsMs * 0.2, submit: jsMs * 0.1 },
    rounds: [],
    samples: { js, gpu, triangles: js.map((_, i) => 900 + Math.round(400 * noise(i + 3))) },
    ...shape.changes,
  };
}

export function makeReport(
  runs: readonly BenchRun[],
  changes: Partial<BenchReport> = {},
): BenchReport {
  return {
    schema: BENCH_SCHEMA,
    adapter: "test adapter",
    environment: {
      visleaf: "0.1.0",
      commit: "0123456789abcdef0123456789abcdef01234567",
      backend: "dawn",
      host: "v20.20.0",
      cores: 2,
      loadAverage: 0.1,
      features: ["texture-compression-bc", "timestamp-query"],
      timerJitterMs: 0.4,
      clockMs: 0.001,
      date: "2026-01-02T03:04:05.678Z",
    },
    settings: { side: "hdr", fov: 75, frames: 240, repeat: 3, path: "tour" },
    runs,
    partial: null,
    series: null,
    ...changes,
  };
}
