/**
 * Runs the benchmark: every map over the same path, plain and with each switch off. It runs the
 * same in a page, in a headless browser and in Node; `BenchHost` contains the differences.
 */

import { memoryBytes } from "../content/bytes/memory-bytes.ts";
import { CancelledError, FormatError } from "../core/errors.ts";
import { GpuError } from "../gpu/errors.ts";
import { openMap } from "../scene/open/map-session.ts";
import { readBsp } from "../scene/open/read-map.ts";
import { type BenchDevice, DeviceLostError, openBenchDevice } from "./bench-renderer.ts";
import { measureLightmapDecode, measureLoadSpeed } from "./measure/measure-load.ts";
import { type Ablation, BENCH_SCHEMA, type BenchReport, type BenchRun } from "./report/report.ts";
import { summarizeSamples } from "./report/statistics.ts";
import { fovOf, type MapRun, type OpenBenchMap, runMap } from "./run-map.ts";
import type { BenchCallbacks, BenchHost, BenchMap, BenchOptions } from "./types.ts";

// Measures the smallest step of `performance.now`; pages that are not isolated get a coarse clock.

const STEPS = 20;
/** Readings without a change after which the clock counts as stopped. */
const MAX_READINGS = 1e7;

/** Returns milliseconds. */
export function measureClockStep(): number {
  let least = Number.POSITIVE_INFINITY;
  let last = performance.now();
  let steps = 0;
  for (let i = 0; i < MAX_READINGS && steps < STEPS; i++) {
    const now = performance.now();
    if (now === last) continue;
    least = Math.min(least, now - last);
    last = now;
    steps++;
  }
  // Times are doubles of milliseconds, so their last digits are noise.
  return Math.round(least * 1e6) / 1e6;
}

// Measures how late timers fire, which shows other load on the machine.

const TIMERS = 40;
/** Milliseconds, above the browsers' minimum of 4 for nested timers. */
const WAIT_MS = 6;

/**
 * Returns the 95th percentile of the delays of 40 timers in milliseconds; takes about a third of a
 * second.
 */
async function measureTimerJitter(): Promise<number> {
  const late = new Float64Array(TIMERS);
  for (let i = 0; i < TIMERS; i++) {
    const start = performance.now();
    await new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
    late[i] = Math.max(0, performance.now() - start - WAIT_MS);
  }
  return summarizeSamples(late).p95;
}

export async function hashBytes(bytes: Uint8Array): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Runs `work` on a map. A FormatError then names the map. */
async function inMap<T>(map: BenchMap, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError({ ...error.toJSON(), where: `${map.name}: ${error.where}` });
  }
}

function createOpener(
  device: BenchDevice,
  map: BenchMap,
  bytes: Uint8Array,
  options: BenchOptions,
) {
  const loadOptions = {
    name: map.name,
    side: options.side,
    textureCompressionBc: device.gpu.features.textureCompressionBc,
    maxTextureDimension: device.gpu.device.limits.maxTextureDimension2D,
  };
  return () => openMap(bytes, map.sources, loadOptions);
}

async function openBenchMap(
  device: BenchDevice,
  map: BenchMap,
  options: BenchOptions,
): Promise<OpenBenchMap> {
  const bytes = await map.read();
  const open = createOpener(device, map, bytes, options);
  return inMap(map, async () => ({
    map,
    sha256: await hashBytes(bytes),
    byteLength: bytes.length,
    megabytesPerSecond: await measureLoadSpeed(open, bytes.length),
    decodeMegabytesPerSecond: measureLightmapDecode(
      await readBsp(memoryBytes(map.name, bytes), options.side),
      options.side,
    ),
    open,
  }));
}

function createHead(
  device: BenchDevice,
  options: BenchOptions,
  host: BenchHost,
  timerJitterMs: number,
): BenchReport {
  return {
    schema: BENCH_SCHEMA,
    adapter: device.gpu.adapterName,
    environment: {
      visleaf: VISLEAF_VERSION,
      commit: host.commit,
      backend: host.backend,
      host: host.host,
      cores: host.cores,
      loadAverage: host.loadAverage,
      timerJitterMs,
      features: [...device.gpu.device.features].sort(),
      clockMs: measureClockStep(),
      date: new Date().toISOString(),
    },
    settings: {
      side: options.side,
      fov: fovOf(options.path),
      frames: options.frames,
      repeat: options.repeat,
      path: options.path?.name ?? "tour",
    },
    runs: [],
    partial: null,
    series: null,
  };
}

/**
 * Returns the reason for a partial report, or `null` if the earlier results should be discarded.
 */
function reasonOf(error: unknown, doneRuns: number): string | null {
  if (error instanceof CancelledError) return "stopped";
  if (error instanceof DeviceLostError) return error.message;
  const isOfTheMap = error instanceof GpuError || error instanceof FormatError;
  return isOfTheMap && doneRuns > 0 ? error.message : null;
}

/** Returns the loss of the device instead of an error that it caused. */
async function findCause({ gpu, drain }: BenchDevice, error: unknown): Promise<unknown> {
  if (!gpu.isLost) return error;
  return drain().then(
    () => error,
    (loss) => loss,
  );
}

/**
 * Runs the whole benchmark. A lost device or an abort ends it early; the report then has the
 * finished runs, and `partial` has the reason.
 *
 * @throws GpuError before reading anything, if there is no device or it cannot draw the size
 * @throws FormatError before measuring anything, if a map is unreadable
 */
export async function runBench(
  options: BenchOptions,
  host: BenchHost,
  { onProgress, onStart, onRun, signal }: BenchCallbacks = {},
): Promise<BenchReport> {
  const variants: (readonly Ablation[])[] = [[], ...options.ablations.map((one) => [one])];
  if (options.reversed) variants.reverse();
  const runCount = options.maps.length * variants.length;
  const runs: BenchRun[] = [];
  const device = await openBenchDevice({ gpu: host.gpu, size: options.size, signal });
  try {
    for (const map of options.maps) {
      await inMap(map, async () => readBsp(memoryBytes(map.name, await map.read()), options.side));
    }
    const head = createHead(device, options, host, await measureTimerJitter());
    onStart?.(head);
    try {
      for (const map of options.maps) {
        const opened = await openBenchMap(device, map, options);
        for (const without of variants) {
          const progress = { run: runs.length, runs: runCount, map: map.name, without };
          const onStage: MapRun["onStage"] = (stage, done, total) =>
            onProgress?.({ ...progress, stage, done, total });
          const bench = await device.prepareRenderer(!without.includes("arrayTextures"));
          const run = await runMap(bench, { opened, without, onStage }, options, host);
          runs.push(run);
          onRun?.(run);
        }
      }
      return { ...head, runs };
    } catch (error) {
      const cause = await findCause(device, error);
      const reason = reasonOf(cause, runs.length);
      if (reason === null) throw cause;
      return { ...head, runs, partial: reason };
    }
  } finally {
    device.close();
  }
}
