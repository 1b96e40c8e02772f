/** Runs the benchmark and says how far it is. */

import { createPageHost } from "../../bench/page/page-host.ts";
import { describeWithout } from "../../bench/plots/plot-runs.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import {
  BENCH_STAGES,
  type BenchOptions,
  type BenchProgress,
  type BenchStage,
} from "../../bench/types.ts";
import { byId, setText } from "../dom.ts";

const STAGE_TEXT: Readonly<Record<BenchStage, string>> = {
  load: "loading",
  "first-visit": "first visit",
  measure: "measuring",
  "measure-gpu": "timing the GPU",
  count: "counting triangles",
  allocate: "watching allocation",
};

/** How much of all runs is done, 0 to 1; a run's stages count the same. */
export function progressShare({ run, runs, stage, done, total }: BenchProgress): number {
  const stages = BENCH_STAGES.length;
  const inStage = total > 0 ? Math.min(1, done / total) : 0;
  return (run + (BENCH_STAGES.indexOf(stage) + inStage) / stages) / Math.max(1, runs);
}

export function describeProgress({ run, runs, map, without, stage }: BenchProgress): string {
  const what = [map, describeWithout(without)].filter(Boolean).join(" ");
  const count = runs > 1 ? `Run ${run + 1} of ${runs}: ` : "";
  return `${count}${what}, ${STAGE_TEXT[stage]}`;
}

/** Rejects with what `runBench` rejects with. What was done when it was stopped is a partial report. */
export async function runInPage(options: BenchOptions, signal: AbortSignal): Promise<BenchReport> {
  const pane = byId("bench-progress");
  const bar = byId<HTMLProgressElement>("bench-bar");
  setText(byId("bench-stage"), "Starting");
  bar.removeAttribute("value");
  pane.hidden = false;
  signal.addEventListener("abort", () => setText(byId("bench-stage"), "Stopping"), { once: true });
  try {
    // Whoever only looks at reports needs no renderer.
    const { runBench } = await import("../../bench/run-bench.ts");
    return await runBench(options, createPageHost(), {
      signal,
      onProgress(progress) {
        // A step that has begun is gone through with.
        if (signal.aborted) return;
        bar.value = progressShare(progress);
        setText(byId("bench-stage"), describeProgress(progress));
      },
    });
  } finally {
    pane.hidden = true;
  }
}
