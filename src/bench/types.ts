/** Types of the benchmark's options and of its host. */

import type { ContentSource } from "../content/types.ts";
import type { LightSideName } from "../map/types.ts";
import type { Flight } from "../viewer/camera/flight.ts";
import type { Ablation, BenchEnvironment, BenchReport, BenchRun } from "./report/report.ts";

/** A map to measure. */
export interface BenchMap {
  /** Name without folder and extension. */
  readonly name: string;
  /** Content sources in addition to the map's pakfile; shared by all loads. */
  readonly sources: readonly ContentSource[];
  /** Returns the file's bytes; called for every load. The bytes are not modified. */
  read(): Promise<Uint8Array>;
}

export interface BenchOptions {
  readonly maps: readonly BenchMap[];
  /** Size in pixels. */
  readonly size: readonly [width: number, height: number];
  readonly side: LightSideName;
  /** Poses of one round. */
  readonly frames: number;
  /** Measured rounds after the first visit. */
  readonly repeat: number;
  /** A recorded path with its name, or `null` for each map's tour. */
  readonly path: { readonly name: string; readonly flight: Flight } | null;
  /** Switches to turn off; each adds a run of every map. */
  readonly ablations: readonly Ablation[];
  /** Runs the variants of a map in reverse order, so that none always follows the same other. */
  readonly reversed?: boolean;
  /**
   * Frames for the measurement of allocations, by default `ALLOCATION_FRAMES`; fewer with several
   * starts.
   */
  readonly allocationFrames?: number;
}

export const DEFAULT_BENCH_OPTIONS = {
  size: [640, 360],
  side: "hdr",
  frames: 240,
  // The least number of rounds with a 95 % confidence interval.
  repeat: 6,
  path: null,
  ablations: [],
} as const satisfies Omit<BenchOptions, "maps">;

/** Default number of frames for the measurement of allocations. */
export const ALLOCATION_FRAMES = 500;

/** Allocations measured on the JavaScript heap. */
export interface Allocation {
  /** Mean bytes allocated by one call of the work. */
  readonly bytes: number;
  /** Garbage collections during the measurement. */
  readonly collections: number;
}

/** Measures allocations on the JavaScript heap. */
export interface AllocationProbe {
  /**
   * Calls `work` for `first` to `end` - 1 and adds its allocations. Called several times; the
   * pauses between calls are not counted.
   */
  run(work: (index: number) => void, first: number, end: number): void;
  /** Returns the result of all runs. */
  finish(): Allocation;
}

/** Environment of the benchmark: a page, a headless browser, or Node. */
export interface BenchHost extends Pick<BenchEnvironment, "backend" | "host" | "commit"> {
  readonly cores: number;
  readonly loadAverage: number | null;
  /** WebGPU entry point; defaults to the browser's. */
  readonly gpu?: GPU;
  /** Returns a probe, or `null` if allocations cannot be measured. */
  createProbe(): AllocationProbe | null;
}

/** Progress: `done` of `total` steps in a stage of a run. */
export interface BenchProgress {
  /** Index of the run, from 0 to `runs` - 1. */
  readonly run: number;
  readonly runs: number;
  readonly map: string;
  readonly without: readonly Ablation[];
  readonly stage: BenchStage;
  readonly done: number;
  readonly total: number;
}

/** Stages in the order of a run. */
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
  /** Called often and outside of measured time; must be quick. */
  onProgress?(progress: BenchProgress): void;
  /** Receives the report's head without runs, once there is a device and every map was read. */
  onStart?(report: BenchReport): void;
  /** Called after each run. */
  onRun?(run: BenchRun): void;
  /** Ends the benchmark; the report is then partial. */
  readonly signal?: AbortSignal;
}
