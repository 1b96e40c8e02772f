/** What a benchmark tells while it runs: on a terminal, one line that is written anew. */

import type { BenchProgress } from "../../bench/types.ts";
import { drawProgress, hasProgressLine } from "../terminal.ts";

const REDRAW_MS = 200;

function describe({ run, runs, map, without, stage, done, total }: BenchProgress): string {
  const what = [map, ...without.map((name) => `without ${name}`)].join(" ");
  return `${run + 1}/${runs} ${what}: ${stage} ${Math.floor((done * 100) / total)} %`;
}

export interface ShownProgress {
  onProgress(progress: BenchProgress): void;
  finish(): void;
}

export function createBenchProgress(): ShownProgress {
  const isTerminal = hasProgressLine();
  let drawnMs = 0;
  return {
    onProgress(progress) {
      const nowMs = performance.now();
      if (!isTerminal || nowMs - drawnMs < REDRAW_MS) return;
      drawnMs = nowMs;
      drawProgress(describe(progress));
    },
    finish() {
      if (isTerminal && drawnMs > 0) drawProgress(null);
    },
  };
}
