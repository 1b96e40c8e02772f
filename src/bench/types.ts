/** What a benchmark is asked for, and what it needs of the place that it runs in. */

import type { ContentSource } from "../content/types.ts";
import type { LightSideName } from "../map/types.ts";
import type { Flight } from "../viewer/camera/flight.ts";
import type { Ablation, BenchEnvironment, BenchReport, BenchRun } from "./report/report.ts";

/** A map to run over. */
export interface BenchMap {
  /** Without folder and extension. */
  readonly name: string;
  /** Where its materials and models lie, besides its own pakfile; kept open over all its loads. */
  readonly sources: readonly ContentSource[];
  /** The file's bytes; called anew for every load. They are not changed. */
  read(): Promise<Uint8Array>;
}

export interface BenchOptions {
  readonly maps: readonly BenchMap[];
  /** Pixels. */
  readonly size: readonly [width: number, height: number];
  readonly side: LightSideName;
  /** Poses of one round. */
  readonly frames: number;
  /** Rounds that are measured, after the first visit. */
  readonly repeat: number;
  /** A recorded path and its name; null: each map's own tour. */
  readonly path: { readonly name: string; readonly flight: Flight } | null;
  /** Each is a run more of every map, with that switch off. */
  readonly ablations: readonly Ablation[];
  /** Runs of a map from the last to the first, so that none is always after the same other. */
  readonly reversed?: boolean;
  /** `ALLOCATION_FRAMES`, or fewer where there are several starts. */
  readonly allocationFrames?: number;
}

export const DEFAULT_BENCH_OPTIONS = {
  size: [640, 360],
  side: "hdr",
  frames: 240,
  // The fewest of which an interval of 95 % can be told.
  repeat: 6,
  path: null,
  ablations: [],
} as const satisfies Omit<BenchOptions, "maps">;

/** Frames over which is watched what they allocate. */
export const ALLOCATION_FRAMES = 500;

/** What a host found out about JavaScript's heap while work ran. */
export interface Allocation {
  /** Bytes allocated by one piece of work, on average. */
  readonly bytes: number;
  /** Garbage collections seen meanwhile. */
  readonly collections: number;
}

/** Sees what is allocated on the JavaScript heap. */
export interface AllocationProbe {
  /**
   * Does `work` for each of `first` to `end` - 1 and adds what that allocated. Called several times
   * with pauses between, which are not counted.
   */
  run(work: (index: number) => void, first: number, end: number): void;
  /** Of all runs together. */
  finish(): Allocation;
}

/** Where a benchmark runs: a page, a browser without a window, Node. */
export interface BenchHost extends Pick<BenchEnvironment, "backend" | "host" | "commit"> {
  readonly cores: number;
  readonly loadAverage: number | null;
  /** WebGPU's entry; left out: the browser's own. */
  readonly gpu?: GPU;
  /** null where what is allocated cannot be told. */
  createProbe(): AllocationProbe | null;
}

/** What is going on. `done` of `total` steps of this stage of this run. */
export interface BenchProgress {
  /** The run, counted from 0, of `runs`. */
  readonly run: number;
  readonly runs: number;
  readonly map: string;
  readonly without: readonly Ablation[];
  readonly stage: BenchStage;
  readonly done: number;
  readonly total: number;
}

/** In the order in which a run goes through them. */
export const BENCH_STAGES = [
  "load",
  "first-visit",
  "measure",
  "measure-gpu",
  "count",
  "allocate",
] as const;

export type BenchStage = (typeof BENCH_STAGES)[number];

export interface BenchCallbacks {
  /** Called often; it must be quick, and is never called inside of what is timed. */
  onProgress?(progress: BenchProgress): void;
  /** The report's head, without runs, when the device is there and every map could be read. */
  onStart?(report: BenchReport): void;
  /** A run is done. */
  onRun?(run: BenchRun): void;
  /** Stops the run; the report is then partial. */
  readonly signal?: AbortSignal;
}
