/**
 * Watches a worker that loads a map: one that comes back to nothing for long, or takes more memory than
 * its share, is ended by whoever started it, and the page lives on.
 */

import type { LoadEvent, LoadStage } from "../../scene/open/events.ts";

/** A load that was ended because it cost too much, whatever the limits of its map let by. */
export class LoadEndedError extends Error {
  override readonly name = "LoadEndedError";
  readonly reason: LoadEndReason;
  readonly stage: WatchedStage;

  constructor(reason: LoadEndReason, stage: WatchedStage, detail: string) {
    const what = reason === "stalled" ? "came to no end" : "needed too much memory";
    super(`The load was ended: its stage "${stage}" ${what} (${detail})`);
    this.reason = reason;
    this.stage = stage;
  }
}

export type LoadEndReason = "stalled" | "memory";
/** "light": the map under its other light. */
export type WatchedStage = LoadStage | "light";

export interface WatchLimits {
  /** How long a worker may be at one step without a look at its messages. */
  readonly stallSeconds: number;
  /** Of all load workers of the page; watched where the browser tells it. */
  readonly workerBytes: number;
}

export const WATCH_LIMITS: WatchLimits = { stallSeconds: 30, workerBytes: 2 ** 31 };

const STAGES: readonly LoadStage[] = ["read", "parse", "world", "materials", "props", "textures"];

/** All that is needed of an event, as it is yielded or posted. */
type Told =
  | Extract<LoadEvent, { type: "progress" }>
  | { readonly type: Exclude<LoadEvent["type"], "progress"> };

/** The stage that is run after an event: a stage's last progress is told at its end. */
export function stageAfter(event: Told, stage: WatchedStage): WatchedStage {
  if (event.type !== "progress") return stage;
  if (event.done < event.total) return event.stage;
  return STAGES[STAGES.indexOf(event.stage) + 1] ?? event.stage;
}

/** Between two looks. Turns are counted, not time: a page in the background or asleep has fewer of them. */
const TURN_SECONDS = 1;

export interface LoadWatch {
  /** The worker said something. */
  heard(): void;
  stop(): void;
}

/**
 * @param ping asks the worker for a word
 * @param onEnd is called once, with what the worker must be ended for; the watch is over then
 * @param measure bytes of the page's load workers; null: the browser does not tell
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
      end("stalled", `${limits.stallSeconds} s without a word`);
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
  // A browser that changes its mind about telling ends this part of the watch, and nothing else.
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
 * `performance.measureUserAgentSpecificMemory`, which pages that are isolated from others have; an
 * answer takes some 20 s, because browsers wait for a garbage collection.
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
