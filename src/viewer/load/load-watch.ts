/**
 * Watches a worker that loads a map. A worker that stops answering, or takes too much memory, is
 * reported to the caller, which terminates it: the page stays usable.
 */

import type { LoadEvent, LoadStage } from "../../scene/open/events.ts";

/**
 * Thrown when a load is ended because it stalled or took too much memory, in spite of the limits of
 * its map.
 */
export class LoadEndedError extends Error {
  override readonly name = "LoadEndedError";
  readonly reason: LoadEndReason;
  readonly stage: WatchedStage;

  constructor(reason: LoadEndReason, stage: WatchedStage, detail: string) {
    const what = reason === "stalled" ? "stalled" : "needed too much memory";
    super(`The load was ended: its stage "${stage}" ${what} (${detail})`);
    this.reason = reason;
    this.stage = stage;
  }
}

export type LoadEndReason = "stalled" | "memory";
/** Stages of a load, and "light": building the map under its other light. */
export type WatchedStage = LoadStage | "light";

export interface WatchLimits {
  /** Longest time for which a worker may not answer, in seconds. */
  readonly stallSeconds: number;
  /**
   * Memory of all load workers of the page, in bytes. Only checked where the browser can measure
   * it.
   */
  readonly workerBytes: number;
}

export const WATCH_LIMITS: WatchLimits = { stallSeconds: 30, workerBytes: 2 ** 31 };

const STAGES: readonly LoadStage[] = ["read", "parse", "world", "materials", "props", "textures"];

/** The parts of a `LoadEvent` or `PostedEvent` that `stageAfter` needs. */
type StageEvent =
  | Extract<LoadEvent, { type: "progress" }>
  | { readonly type: Exclude<LoadEvent["type"], "progress"> };

/** Returns the stage that runs after an event. A stage sends its last progress event at its end. */
export function stageAfter(event: StageEvent, stage: WatchedStage): WatchedStage {
  if (event.type !== "progress") return stage;
  if (event.done < event.total) return event.stage;
  return STAGES[STAGES.indexOf(event.stage) + 1] ?? event.stage;
}

/**
 * Interval of the checks. Silent turns are counted, not time: a page in the background has fewer
 * turns.
 */
const TURN_SECONDS = 1;

export interface LoadWatch {
  /** Call with each message of the worker. */
  heard(): void;
  stop(): void;
}

/**
 * @param ping sends the worker a message that it answers
 * @param onEnd called once, with the reason to end the worker; the watch is stopped then
 * @param measure returns the bytes of the page's load workers; `null` if the browser cannot
 *   measure them
 */
export function watchLoad(
  limits: WatchLimits,
  ping: () => void,
  onEnd: (reason: LoadEndReason, detail: string) => void,
  measure: (() => Promise<number>) | null = findMeasure(),
): LoadWatch {
  let silentTurns = 0;
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    clearInterval(timer);
  };
  const end = (reason: LoadEndReason, detail: string): void => {
    if (isOver) return;
    stop();
    onEnd(reason, detail);
  };
  const timer = setInterval(() => {
    if (silentTurns * TURN_SECONDS >= limits.stallSeconds) {
      end("stalled", `${limits.stallSeconds} s without an answer`);
      return;
    }
    silentTurns++;
    ping();
  }, TURN_SECONDS * 1000);

  const watchMemory = async (measure: () => Promise<number>): Promise<void> => {
    while (!isOver) {
      const bytes = await measure();
      if (bytes <= limits.workerBytes) continue;
      end("memory", `${bytes} bytes, at most ${limits.workerBytes}`);
    }
  };
  // If the browser stops measuring, only this part of the watch ends.
  if (measure !== null) watchMemory(measure).catch(() => undefined);

  return {
    heard() {
      silentTurns = 0;
    },
    stop,
  };
}

interface MemoryMeasurement {
  readonly breakdown: readonly {
    readonly bytes: number;
    readonly attribution: readonly { readonly scope: string }[];
  }[];
}

/**
 * Returns a function that calls `performance.measureUserAgentSpecificMemory`, which exists in
 * cross-origin isolated pages. An answer takes some 20 s, because browsers wait for a garbage
 * collection.
 */
function findMeasure(): (() => Promise<number>) | null {
  const source = performance as {
    measureUserAgentSpecificMemory?: () => Promise<MemoryMeasurement>;
  };
  if (source.measureUserAgentSpecificMemory === undefined || !globalThis.crossOriginIsolated) {
    return null;
  }
  return async () => {
    const { breakdown } = await source.measureUserAgentSpecificMemory!();
    return breakdown
      .filter(({ attribution }) =>
        attribution.some(({ scope }) => scope === "DedicatedWorkerGlobalScope"),
      )
      .reduce((sum, { bytes }) => sum + bytes, 0);
  };
}
