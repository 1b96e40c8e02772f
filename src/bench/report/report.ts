/**
 * What a benchmark writes down: one JSON object, described for its readers in `docs/benchmark.md`.
 * Times are milliseconds, sizes bytes. A field is only ever added; one that changes its meaning or
 * goes makes a new schema.
 */

import type { LightSideName } from "../../map/types.ts";

export const BENCH_SCHEMA = "visleaf-bench/1";

export interface Distribution {
  /** What a busy machine disturbs least. Missing in older reports. */
  readonly p10?: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly worst: number;
}

/** What ran it. Two reports compare in earnest only where all of this is equal but `visleaf`. */
export interface BenchEnvironment {
  readonly visleaf: string;
  /** Of visleaf's source; null where it did not run from a checkout. */
  readonly commit: string | null;
  /** Where frames were drawn: the page as a user opens it, a browser without a window, or Node. */
  readonly backend: "page" | "chromium" | "dawn";
  /** The browser's user agent, or Node's version. */
  readonly host: string;
  readonly cores: number;
  /** Of the machine when the run began; null where a browser does not tell. */
  readonly loadAverage: number | null;
  /**
   * How late short timers came before anything ran, milliseconds, the 95th percentile; of several
   * starts the worst. null: an older report.
   */
  readonly timerJitterMs: number | null;
  /** Optional WebGPU features that the device was made with. */
  readonly features: readonly string[];
  /** Smallest step of the clock that timed JavaScript. */
  readonly clockMs: number;
  /** ISO 8601, UTC. */
  readonly date: string;
}

/** A switch of the frame that a run turns off, to give a design decision its number. */
export const ABLATIONS = [
  "pvs",
  "frustum",
  "occlusion",
  "bundles",
  "arrayTextures",
  "gpuCulling",
  "antialiasing",
] as const;

export type Ablation = (typeof ABLATIONS)[number];

export interface BenchSettings {
  readonly side: LightSideName;
  /** Horizontal degrees at 4:3. */
  readonly fov: number;
  /** Frames of one round of the path. */
  readonly frames: number;
  /** Rounds that were measured. */
  readonly repeat: number;
  /** Where the poses come from: `tour`, or the name of a path file. */
  readonly path: string;
}

export interface PassTimes {
  /** Medians, each from rounds of its own; null where the adapter has no timestamps or nothing was drawn. */
  readonly js: number;
  readonly gpu: number | null;
}

/** One frame of the path, for graphs: medians over the rounds. */
export interface FrameSamples {
  readonly js: readonly number[];
  readonly gpu: readonly (number | null)[];
  readonly triangles: readonly number[];
}

/** What one start of the benchmark measured before its first round. */
export interface StartFigures {
  readonly firstVisit: Distribution;
  readonly load: {
    readonly firstFrameMs: number;
    readonly completeMs: number;
    readonly megabytesPerSecond: number;
  };
  readonly allocatedBytesPerFrame: number | null;
}

/** What a frame's JavaScript comes down to. */
export interface FrameJs {
  /** All of `render`. */
  readonly js: Distribution;
  /** All but `queue.submit`, which is the browser's and the driver's own. Missing in older reports. */
  readonly encode?: Distribution;
  /** `queue.submit`. Missing in older reports. */
  readonly submit?: Distribution;
  /** A frame of the same round that draws nothing: no frame is cheaper. Missing in older reports. */
  readonly floor?: Distribution;
}

/** One measured round by itself. */
export interface BenchRound extends FrameJs {
  readonly gpu: Distribution | null;
  /** Median milliseconds of a fixed piece of JavaScript, run between this round's frames. */
  readonly referenceMs: number;
  /** null: this round followed another of the same start. */
  readonly start: StartFigures | null;
}

export interface BenchRun extends FrameJs {
  readonly map: string;
  /** Of the map's file: two runs compare only where it is equal. Lower-case hex. */
  readonly sha256: string;
  readonly mapBytes: number;
  readonly size: readonly [width: number, height: number];
  /** What was turned off; empty in the plain run. */
  readonly without: readonly Ablation[];
  readonly frames: number;
  readonly gpu: Distribution | null;
  /** The first round, on a map just opened: what a visitor feels. */
  readonly firstVisit: Distribution;
  /** Frames whose JavaScript took over `HITCH_MS`, of the first and of the measured rounds. */
  readonly hitches: { readonly firstVisit: number; readonly measured: number };
  readonly passes: Readonly<Record<string, PassTimes>>;
  /** JavaScript before and after the passes, medians; empty in older reports. */
  readonly steps: Readonly<Record<string, number>>;
  /** Medians over the path. */
  readonly draws: { readonly world: number; readonly props: number; readonly total: number };
  /**
   * Of the world, summed over the path. `visible`: in visible clusters and not outside the view.
   */
  readonly triangles: { readonly submitted: number; readonly visible: number };
  /** Median number of props drawn. */
  readonly instances: number;
  /** JavaScript heap, WebGPU's own objects included; null where the host cannot tell. */
  readonly allocatedBytesPerFrame: number | null;
  readonly garbageCollections: number | null;
  readonly load: {
    readonly firstFrameMs: number;
    readonly completeMs: number;
    /** Of the map, through parse and world: the best of several loads. */
    readonly megabytesPerSecond: number;
    /** Of the load that was drawn, by stage. */
    readonly stageMs: Readonly<Record<string, number>>;
  };
  /** null: an unlit map. */
  readonly lightmaps: {
    readonly fill: number;
    readonly bytes: number;
    readonly neededBytes: number;
    readonly decodeMegabytesPerSecond: number;
  } | null;
  /** GPU memory of our own making, by kind. */
  readonly memory: Readonly<Record<string, number>>;
  readonly warnings: number;
  readonly samples: FrameSamples;
  /** In the order in which they were flown; empty in older reports. */
  readonly rounds: readonly BenchRound[];
}

/** JavaScript of a frame beyond this is felt as a hitch. */
export const HITCH_MS = 8;

export interface BenchReport {
  readonly schema: typeof BENCH_SCHEMA;
  readonly adapter: string;
  readonly environment: BenchEnvironment;
  readonly settings: BenchSettings;
  readonly runs: readonly BenchRun[];
  /** Why runs are missing; null: all are there. */
  readonly partial: string | null;
  /**
   * Reports with the same series were measured in turns: round by round, theirs belong together.
   * null: measured by itself.
   */
  readonly series: string | null;
}
