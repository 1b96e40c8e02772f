/** The benchmark in this process, on Dawn. */

import { availableParallelism, loadavg } from "node:os";
import { runBench } from "../../bench/run-bench.ts";
import type { BenchHost } from "../../bench/types.ts";
import { GpuError } from "../../gpu/errors.ts";
import { parseFlight } from "../../viewer/camera/flight.ts";
import { CliError } from "../errors.ts";
import { readMapWith } from "../files/map-file.ts";
import { findCommit } from "../find-checkout.ts";
import { openGpu } from "../render/open-gpu.ts";
import { createAllocationProbe } from "./allocation-probe.ts";
import type { BenchRequest } from "./bench-request.ts";
import type { BenchSide } from "./run-starts.ts";

/**
 * A device of its own for each start, all in this process.
 * @throws NoGpuError; `start` rejects with FormatError, and CliError where the device cannot do what
 * is asked
 */
export async function openDawnSide(request: BenchRequest): Promise<BenchSide> {
  const [loadAverage] = loadavg();
  const files = await Promise.all(request.maps.map((path) => readMapWith(path, request.content)));
  const opened = await openGpu();
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
