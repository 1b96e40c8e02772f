/** Runs the benchmark in this process, on Dawn. */

import { availableParallelism, loadavg } from "node:os";
import { GCProfiler } from "node:v8";
import { runBench } from "../../bench/run-bench.ts";
import type { Allocation, AllocationProbe, BenchHost } from "../../bench/types.ts";
import { GpuError } from "../../gpu/errors.ts";
import { parseFlight } from "../../viewer/camera/flight.ts";
import { CliError } from "../errors.ts";
import { readMapWith } from "../files/map-file.ts";
import { findCommit } from "../find-checkout.ts";
import { FINE_TIMESTAMPS, openGpu } from "../render/open-gpu.ts";
import type { BenchRequest } from "./bench-request.ts";
import type { BenchSide } from "./run-starts.ts";

// Measures JavaScript allocations exactly: heap growth plus the bytes freed by each collection.

/** Empty runs that measure the cost of a measurement. */
const EMPTY_RUNS = 100;

export function createAllocationProbe(): AllocationProbe {
  let bytes = 0;
  let count = 0;
  let collections = 0;

  const run = (work: (index: number) => void, first: number, end: number): void => {
    const profiler = new GCProfiler();
    profiler.start();
    const before = process.memoryUsage().heapUsed;
    for (let i = first; i < end; i++) work(i);
    bytes += process.memoryUsage().heapUsed - before;
    count += end - first;
    for (const { beforeGC, afterGC } of profiler.stop()?.statistics ?? []) {
      bytes += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize;
      collections++;
    }
  };
  const finish = (): Allocation => ({ bytes: bytes / Math.max(1, count), collections });

  for (let i = 0; i < EMPTY_RUNS; i++) run(() => undefined, i, i + 1);
  // Bytes that one measurement itself allocates.
  const own = Math.max(0, finish().bytes);
  bytes = count = collections = 0;
  let looks = 0;
  return {
    run(work, first, end) {
      looks++;
      run(work, first, end);
    },
    finish() {
      const allocation = finish();
      const ownShare = (own * looks) / Math.max(1, count);
      return { ...allocation, bytes: Math.max(0, allocation.bytes - ownShare) };
    },
  };
}

/**
 * Benchmarks in this process, with a new device for each start.
 * @throws NoGpuError; `start` rejects with FormatError, and with CliError if the device lacks
 * something requested
 */
export async function openDawnSide(request: BenchRequest): Promise<BenchSide> {
  const [loadAverage] = loadavg();
  const files = await Promise.all(request.maps.map((path) => readMapWith(path, request.content)));
  const opened = await openGpu(FINE_TIMESTAMPS);
  const maps = files.map(({ name, bytes, sources }) => ({
    name,
    sources,
    read: async () => bytes,
  }));
  const { path } = request;
  const flight = path && { name: path.name, flight: parseFlight(path.text, path.name) };
  const host: BenchHost = {
    backend: "dawn",
    host: `Node ${process.version}`,
    commit: findCommit(),
    cores: availableParallelism(),
    loadAverage,
    gpu: opened.gpu,
    createProbe: createAllocationProbe,
  };
  return {
    async start(reversed, callbacks) {
      const allocationFrames = Math.ceil(request.allocationFrames / request.repeat);
      const options = { ...request, maps, path: flight, repeat: 1, reversed, allocationFrames };
      try {
        return await runBench(options, host, callbacks);
      } catch (error) {
        throw error instanceof GpuError ? new CliError(error.message) : error;
      }
    },
    async close() {
      opened.close();
    },
  };
}
