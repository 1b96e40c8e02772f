/** The page that `visleaf bench` opens in a browser. It shows nothing and waits for a request. */

import { urlSource } from "../../content/http/url-source.ts";
import { parseFlight } from "../../viewer/camera/flight.ts";
import { toErrorData } from "../../viewer/load/posted-errors.ts";
import { runBench } from "../run-bench.ts";
import type { BenchMap } from "../types.ts";
import { createPageHost } from "./page-host.ts";
import type { BenchPageEvent, BenchPageRequest } from "./page-protocol.ts";

/** Least milliseconds between progress events. */
const PROGRESS_MS = 250;

function tell(event: BenchPageEvent): void {
  window.visleafBenchEvent?.(event);
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} was answered with status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function run(request: BenchPageRequest): Promise<void> {
  const { size, side, frames, repeat, ablations, reversed, commit, loadAverage, path } = request;
  // Shared by all loads, because a source caches its responses in memory.
  const sources = request.content.map((base) => urlSource(base));
  const maps: BenchMap[] = request.maps.map(({ name, url }) => ({
    name,
    sources,
    read: () => fetchBytes(url),
  }));
  let toldAt = 0;
  const report = await runBench(
    {
      maps,
      size,
      side,
      frames,
      repeat,
      ablations,
      reversed,
      allocationFrames: request.allocationFrames,
      path: path && { name: path.name, flight: parseFlight(path.text, path.name) },
    },
    createPageHost({ backend: "chromium", commit, loadAverage }),
    {
      onStart: (head) => tell({ type: "start", report: head }),
      onRun: (done) => tell({ type: "run", run: done }),
      onProgress(progress) {
        const now = performance.now();
        if (now - toldAt < PROGRESS_MS) return;
        toldAt = now;
        tell({ type: "progress", progress });
      },
    },
  );
  tell({ type: "done", partial: report.partial });
}

window.visleafBench = (request) => {
  run(request).catch((error) => tell({ type: "failed", error: toErrorData(error) }));
};
