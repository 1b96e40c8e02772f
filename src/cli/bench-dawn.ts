/** The benchmark in this process, on Dawn. */

import { availableParallelism, loadavg } from "node:os";
import type { BenchReport } from "../bench/report.ts";
import { runBench } from "../bench/run-bench.ts";
import type { BenchCallbacks } from "../bench/types.ts";
import { GpuError } from "../gpu/errors.ts";
import { parseFlight } from "../viewer/flight.ts";
import { createAllocationProbe } from "./allocation-probe.ts";
import type { BenchRequest } from "./bench-request.ts";
import { CliError } from "./errors.ts";
import { findCommit } from "./find-checkout.ts";
import { readMapWith } from "./map-file.ts";
import { openGpu } from "./open-gpu.ts";

/** @throws NoGpuError, FormatError, and CliError where the device cannot do what is asked */
export async function benchOnDawn(
  request: BenchRequest,
  callbacks: BenchCallbacks,
): Promise<BenchReport> {
  const [loadAverage] = loadavg();
  const files = await Promise.all(request.maps.map((path) => readMapWith(path, request.content)));
  const opened = await openGpu();
  try {
    const maps = files.map(({ name, bytes, sources }) => ({
      name,
      sources,
      read: async () => bytes,
    }));
    const { path } = request;
    return await runBench(
      {
        ...request,
        maps,
        path: path && { name: path.name, flight: parseFlight(path.text, path.name) },
      },
      {
        backend: "dawn",
        host: `Node ${process.version}`,
        commit: findCommit(),
        cores: availableParallelism(),
        loadAverage,
        gpu: opened.gpu,
        createProbe: createAllocationProbe,
      },
      callbacks,
    );
  } catch (error) {
    throw error instanceof GpuError ? new CliError(error.message) : error;
  } finally {
    opened.close();
  }
}
