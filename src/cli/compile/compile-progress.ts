/** Prints the progress of a compile to stderr: a line for each stage, with its time. */

import type { CompileReport } from "../../compile/types.ts";
import { drawProgress, hasProgressLine, sayLine } from "../terminal.ts";

const REDRAW_MS = 200;

export interface CompileProgress extends CompileReport {
  /** Ends the last stage's line and prints the total time. */
  finish(): void;
  /** Ends the last stage's line without a time. */
  abandon(): void;
}

export function createCompileProgress(): CompileProgress {
  const isTerminal = hasProgressLine();
  const startMs = performance.now();
  let stage: string | null = null;
  let stageMs = 0;
  let drawnMs = 0;

  const clearLine = (): void => {
    if (isTerminal && stage !== null) drawProgress(null);
  };
  const endStage = (): void => {
    if (stage === null) return;
    clearLine();
    sayLine(`${stage}: ${seconds(performance.now() - stageMs)}`);
    stage = null;
  };

  return {
    progress(next, done) {
      const nowMs = performance.now();
      if (next !== stage) {
        endStage();
        stage = next;
        stageMs = nowMs;
        drawnMs = 0;
      }
      if (!isTerminal || nowMs - drawnMs < REDRAW_MS) return;
      drawnMs = nowMs;
      drawProgress(`${stage}: ${Math.floor(done * 100)} %`);
    },
    warn(message) {
      clearLine();
      sayLine(`warning: ${message}`);
    },
    finish() {
      endStage();
      sayLine(`all: ${seconds(performance.now() - startMs)}`);
    },
    abandon() {
      clearLine();
      stage = null;
    },
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
