/** What the command and the page that it opens for a benchmark say to each other. */

import type { LightSideName } from "../../map/types.ts";
import type { ErrorData } from "../../viewer/load/posted-errors.ts";
import type { Ablation, BenchReport, BenchRun } from "../report/report.ts";
import type { BenchProgress } from "../types.ts";

/** `BenchOptions` and what the page cannot know, as plain data; maps and content by address. */
export interface BenchPageRequest {
  readonly maps: readonly { readonly name: string; readonly url: string }[];
  /** Folders of game content, in search order. */
  readonly content: readonly string[];
  readonly size: readonly [width: number, height: number];
  readonly side: LightSideName;
  readonly frames: number;
  readonly repeat: number;
  /** A path file's name and text; null: each map's own tour. */
  readonly path: { readonly name: string; readonly text: string } | null;
  readonly ablations: readonly Ablation[];
  /** Unknown to older builds, which then do without. */
  readonly reversed?: boolean;
  readonly allocationFrames?: number;
  readonly commit: string | null;
  readonly loadAverage: number | null;
}

export type BenchPageEvent =
  | { readonly type: "start"; readonly report: BenchReport }
  | { readonly type: "progress"; readonly progress: BenchProgress }
  | { readonly type: "run"; readonly run: BenchRun }
  /** It is over; `partial` as in the report. */
  | { readonly type: "done"; readonly partial: string | null }
  | { readonly type: "failed"; readonly error: ErrorData };

declare global {
  interface Window {
    /** Starts the benchmark; what becomes of it is told by events. Set by the page. */
    visleafBench?: (request: BenchPageRequest) => void;
    /** Takes what the page has to say. Set by the command. */
    visleafBenchEvent?: (event: BenchPageEvent) => void;
  }
}
