/** Messages between the bench command and its page. */

import type { LightSideName } from "../../map/types.ts";
import type { ErrorData } from "../../viewer/load/posted-errors.ts";
import type { Ablation, BenchReport, BenchRun } from "../report/report.ts";
import type { BenchProgress } from "../types.ts";

/** `BenchOptions` and facts unknown to the page, as plain data. Maps and content are addresses. */
export interface BenchPageRequest {
  readonly maps: readonly { readonly name: string; readonly url: string }[];
  /** Folders of game content, in search order. */
  readonly content: readonly string[];
  readonly size: readonly [width: number, height: number];
  readonly side: LightSideName;
  readonly frames: number;
  readonly repeat: number;
  /** Name and text of a path file, or `null` for each map's tour. */
  readonly path: { readonly name: string; readonly text: string } | null;
  readonly ablations: readonly Ablation[];
  /** Ignored by older builds. */
  readonly reversed?: boolean;
  readonly allocationFrames?: number;
  readonly commit: string | null;
  readonly loadAverage: number | null;
}

export type BenchPageEvent =
  | { readonly type: "start"; readonly report: BenchReport }
  | { readonly type: "progress"; readonly progress: BenchProgress }
  | { readonly type: "run"; readonly run: BenchRun }
  /** The run has ended; `partial` is as in the report. */
  | { readonly type: "done"; readonly partial: string | null }
  | { readonly type: "failed"; readonly error: ErrorData };

declare global {
  interface Window {
    /** Starts the benchmark; results arrive as events. Set by the page. */
    visleafBench?: (request: BenchPageRequest) => void;
    /** Receives the page's events. Set by the command. */
    visleafBenchEvent?: (event: BenchPageEvent) => void;
  }
}
