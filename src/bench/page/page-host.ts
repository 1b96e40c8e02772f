/** Runs the benchmark in a page. */

import { createHeapProbe } from "../measure/heap-probe.ts";
import type { BenchHost } from "../types.ts";

/** Facts that a page cannot find out, supplied by its opener. */
type Known = Partial<Pick<BenchHost, "backend" | "commit" | "loadAverage">>;

export function createPageHost(known: Known = {}): BenchHost {
  return {
    backend: known.backend ?? "page",
    commit: known.commit ?? null,
    loadAverage: known.loadAverage ?? null,
    host: navigator.userAgent,
    cores: navigator.hardwareConcurrency,
    createProbe: createHeapProbe,
  };
}
