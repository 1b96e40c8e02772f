/**
 * Workers that models are loaded in. Starting one and running its code for the first time costs more than
 * reading a model: one that is done is kept for the next load, and one is started ahead of the first.
 */

import type { FromLoadWorker } from "../load/load-protocol.ts";
import { startLoadWorker } from "../load/start-load-worker.ts";
import type { ModelEventMessage, OpenModelMessage } from "./model-protocol.ts";

/** The part of `Worker` that is used. */
export interface ModelWorker {
  onmessage: ((event: MessageEvent<FromLoadWorker | ModelEventMessage>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: OpenModelMessage | { readonly type: "ping" }): void;
  terminate(): void;
}

/** Whoever looks at one model and then at another seldom takes longer; an idle worker holds memory. */
const KEPT_MS = 30_000;

export class KeptWorker {
  readonly #start: () => ModelWorker;
  readonly #keptMs: number;
  #kept: ModelWorker | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: () => ModelWorker, keptMs = KEPT_MS) {
    this.#start = start;
    this.#keptMs = keptMs;
  }

  /** Has one ready, for a load that is likely to come. */
  prepare(): void {
    if (this.#kept === null) this.#keep(this.#start());
  }

  /** One that nobody else has: it is given back, or terminated. */
  take(): ModelWorker {
    const worker = this.#kept ?? this.#start();
    this.#drop();
    return worker;
  }

  /** Of one that has nothing left to do. There is never more than one kept. */
  giveBack(worker: ModelWorker): void {
    if (this.#kept === null) this.#keep(worker);
    else worker.terminate();
  }

  #keep(worker: ModelWorker): void {
    const end = (): void => {
      this.#drop();
      worker.terminate();
    };
    worker.onmessage = null;
    // It never started: the load that starts the next one is told.
    worker.onerror = end;
    this.#kept = worker;
    this.#timer = setTimeout(end, this.#keptMs);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#kept = null;
  }
}

/** Of all viewers of a page. */
export const MODEL_WORKER = new KeptWorker(startLoadWorker as () => ModelWorker);
