/** A page as a place to run the benchmark in. */

import { createHeapProbe } from "../measure/heap-probe.ts";
import type { BenchHost } from "../types.ts";

/** What a page cannot know of itself, but whoever opened it may. */
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
