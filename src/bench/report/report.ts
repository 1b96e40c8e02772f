/**
 * The benchmark report: one JSON object, documented in `docs/performance.md`. Times are in
 * milliseconds, sizes in bytes. Fields may be added; removing a field or changing its meaning
 * requires a new schema.
 */

import type { LightSideName } from "../../map/types.ts";
import type { TextureBytes } from "../../scene/textures/texture-bytes.ts";

export const BENCH_SCHEMA = "visleaf-bench/1";

export interface Distribution {
  /** 10th percentile, least affected by other load. Missing in older reports. */
  readonly p10?: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly worst: number;
}

/**
 * Environment of a run. Reports are fully comparable only if all fields except `visleaf` are equal.
 */
export interface BenchEnvironment {
  readonly visleaf: string;
  /** Commit of visleaf's source; `null` outside a checkout. */
  readonly commit: string | null;
  /** Where frames were drawn: a page opened by a user, a headless browser, or Node. */
  readonly backend: "page" | "chromium" | "dawn";
  /** User agent of the browser, or version of Node. */
  readonly host: string;
  readonly cores: number;
  /** Load average when the run began; `null` if the browser does not report it. */
  readonly loadAverage: number | null;
  /**
   * Delay of short timers before the run, in milliseconds, 95th percentile; the largest of several
   * starts. `null` in older reports.
   */
  readonly timerJitterMs: number | null;
  /** Optional WebGPU features enabled on the device. */
  readonly features: readonly string[];
  /** Smallest step of the clock that timed JavaScript, in milliseconds. */
  readonly clockMs: number;
  /** Date in ISO 8601, UTC. */
  readonly date: string;
}

/** Switches that a run can turn off, to measure each design decision. */
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
  /** Horizontal field of view in degrees at 4:3. */
  readonly fov: number;
  /** Frames of one round of the path. */
  readonly frames: number;
  /** Number of measured rounds. */
  readonly repeat: number;
  /** Source of the poses: `tour`, or the name of a path file. */
  readonly path: string;
}

export interface PassTimes {
  /** Medians, from separate rounds. `gpu` is `null` without timestamps or if nothing was drawn. */
  readonly js: number;
  readonly gpu: number | null;
}

/** Values of each frame of the path: medians over the rounds. */
export interface FrameSamples {
  readonly js: readonly number[];
  readonly gpu: readonly (number | null)[];
  readonly triangles: readonly number[];
}

/** Figures that a start measured before its first round. */
export interface StartFigures {
  readonly firstVisit: Distribution;
  readonly load: {
    readonly firstFrameMs: number;
    readonly completeMs: number;
    readonly megabytesPerSecond: number;
  };
  readonly allocatedBytesPerFrame: number | null;
}

/** JavaScript times of a frame. */
export interface FrameJs {
  /** Time of `render`. */
  readonly js: Distribution;
  /**
   * Time without `queue.submit`, which is work of the browser and the driver. Missing in older
   * reports.
   */
  readonly encode?: Distribution;
  /** Time of `queue.submit`. Missing in older reports. */
  readonly submit?: Distribution;
  /**
   * Time of an empty frame in the same round, the minimum for any frame. Missing in older reports.
   */
  readonly floor?: Distribution;
}

/** Figures of one measured round. */
export interface BenchRound extends FrameJs {
  readonly gpu: Distribution | null;
  /** Median milliseconds of the reference work between this round's frames. */
  readonly referenceMs: number;
  /**
   * Figures of the start before the round; `null` if the round followed another one of the same
   * start.
   */
  readonly start: StartFigures | null;
}

export interface BenchRun extends FrameJs {
  readonly map: string;
  /** SHA-256 of the map's file in lower-case hex. Runs are comparable only if it is equal. */
  readonly sha256: string;
  readonly mapBytes: number;
  readonly size: readonly [width: number, height: number];
  /** Switches that were off; empty in the plain run. */
  readonly without: readonly Ablation[];
  readonly frames: number;
  readonly gpu: Distribution | null;
  /** The first round after opening the map, which a visitor experiences. */
  readonly firstVisit: Distribution;
  /** Frames with JavaScript above `HITCH_MS`, in the first and in the measured rounds. */
  readonly hitches: { readonly firstVisit: number; readonly measured: number };
  readonly passes: Readonly<Record<string, PassTimes>>;
  /** Median JavaScript times before and after the passes; empty in older reports. */
  readonly steps: Readonly<Record<string, number>>;
  /** Medians over the path. */
  readonly draws: { readonly world: number; readonly props: number; readonly total: number };
  /**
   * World triangles, summed over the path. `visible`: in visible clusters and not outside the view.
   */
  readonly triangles: { readonly submitted: number; readonly visible: number };
  /** Median number of drawn props. */
  readonly instances: number;
  /**
   * Bytes on the JavaScript heap, including WebGPU objects; `null` if the host cannot measure it.
   */
  readonly allocatedBytesPerFrame: number | null;
  readonly garbageCollections: number | null;
  readonly load: {
    readonly firstFrameMs: number;
    readonly completeMs: number;
    /** Millions of bytes of the map a second through parse and world: the best of several loads. */
    readonly megabytesPerSecond: number;
    /** Stage times of the load with drawing. */
    readonly stageMs: Readonly<Record<string, number>>;
  };
  /** `null` for an unlit map. */
  readonly lightmaps: {
    readonly fill: number;
    readonly bytes: number;
    readonly neededBytes: number;
    readonly decodeMegabytesPerSecond: number;
  } | null;
  /** GPU bytes allocated by visleaf, by kind. */
  readonly memory: Readonly<Record<string, number>>;
  /** Textures by format, with their bytes in files and on the GPU; left out in older reports. */
  readonly textures?: readonly TextureBytes[];
  readonly warnings: number;
  readonly samples: FrameSamples;
  /** Rounds in order; empty in older reports. */
  readonly rounds: readonly BenchRound[];
}

/** Milliseconds of JavaScript above which a frame counts as a hitch. */
export const HITCH_MS = 8;

export interface BenchReport {
  readonly schema: typeof BENCH_SCHEMA;
  readonly adapter: string;
  readonly environment: BenchEnvironment;
  readonly settings: BenchSettings;
  readonly runs: readonly BenchRun[];
  /** Reason for missing runs, or `null` if the report is complete. */
  readonly partial: string | null;
  /**
   * Id shared by reports whose rounds were measured in turns and belong together by index. `null`
   * if the report was measured alone.
   */
  readonly series: string | null;
}
