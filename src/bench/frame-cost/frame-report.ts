/**
 * Report of `visleaf bench --device null`: what a frame costs before the GPU gets it. One JSON
 * object, documented in `docs/performance.md`.
 */

import type { LightSideName } from "../../map/types.ts";
import { middleOf } from "../report/statistics.ts";
import type { TableRow } from "../report/tables.ts";
import type { FrameCalls } from "./count-calls.ts";

export const FRAME_SCHEMA = "visleaf-frame/1";

export const DEFAULT_FRAME_OPTIONS = {
  /** Hot frames of a start. */
  frames: 1500,
  /** Starts of a map. */
  repeat: 3,
} as const;

/** Costs of one map in one process. Times are milliseconds. */
export interface FrameCost {
  /** JavaScript of hot frames without `queue.submit`. */
  readonly own: { readonly p10: number; readonly median: number };
  /** Median JavaScript of the first 60 frames after the load, without `queue.submit`. */
  readonly first: number;
  /** WebGPU calls of a frame, medians over the path. */
  readonly calls: FrameCalls;
  /** Writes of a frame while the CPU culls, medians over the path. */
  readonly cpuCulled: Pick<FrameCalls, "writes" | "writtenBytes">;
  /** Bytes of the JavaScript heap that a frame allocates; null if the host cannot tell. */
  readonly heapBytes: number | null;
  /** Time on all cores from the file's bytes to the complete picture. */
  readonly loadCpu: number;
}

/** Costs of one map: medians over `starts`. */
export interface FrameRun extends FrameCost {
  readonly map: string;
  readonly sha256: string;
  readonly mapBytes: number;
  readonly warnings: number;
  readonly starts: readonly FrameCost[];
}

export interface FrameReport {
  readonly schema: typeof FRAME_SCHEMA;
  readonly visleaf: string;
  readonly commit: string | null;
  readonly host: string;
  readonly cores: number;
  readonly loadAverage: number | null;
  readonly date: string;
  readonly side: LightSideName;
  readonly size: readonly [width: number, height: number];
  /** Hot frames of a start. */
  readonly frames: number;
  /** Source of the poses: `tour`, or the name of a path file. */
  readonly path: string;
  readonly runs: readonly FrameRun[];
  /** Why runs or starts are missing, or null. */
  readonly partial: string | null;
}

/** One start of a map. */
export type FrameStart = Omit<FrameRun, "starts">;

/** Merges at least one start of a map. */
export function mergeFrameStarts(starts: readonly FrameStart[]): FrameRun {
  const [{ map, sha256, mapBytes, warnings }] = starts;
  const middle = (of: (cost: FrameCost) => number) => middleOf(starts.map(of));
  const heaps = starts.map(({ heapBytes }) => heapBytes).filter((bytes) => bytes !== null);
  return {
    ...{ map, sha256, mapBytes, warnings },
    own: { p10: middle(({ own }) => own.p10), median: middle(({ own }) => own.median) },
    first: middle(({ first }) => first),
    // Equal in all starts, because nothing of it depends on time.
    calls: starts[0].calls,
    cpuCulled: starts[0].cpuCulled,
    heapBytes: heaps.length === 0 ? null : middleOf(heaps),
    loadCpu: middle(({ loadCpu }) => loadCpu),
    starts: starts.map(({ own, first, calls, cpuCulled, heapBytes, loadCpu }) => {
      return { own, first, calls, cpuCulled, heapBytes, loadCpu };
    }),
  };
}

const count = (value: number | null) => (value === null ? "–" : value.toFixed(0));

/** Returns a row for each map. */
export function tabulateFrames({ runs }: Pick<FrameReport, "runs">): TableRow[] {
  return runs.map(({ map, own, first, calls, cpuCulled, heapBytes, loadCpu }) => ({
    map,
    "own JS p10 / median ms": `${own.p10.toFixed(3)} / ${own.median.toFixed(3)}`,
    "first frames ms": first.toFixed(3),
    passes: count(calls.passes),
    dispatches: count(calls.dispatches),
    bundles: count(calls.bundles),
    draws: count(calls.draws),
    "writes, bytes": `${count(calls.writes)}, ${count(calls.writtenBytes)}`,
    "on the CPU": `${count(cpuCulled.writes)}, ${count(cpuCulled.writtenBytes)}`,
    "heap bytes": count(heapBytes),
    "load CPU ms": count(loadCpu),
  }));
}
