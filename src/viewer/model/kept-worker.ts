/**
 * Keeps the worker that loads models and particle systems. Starting a worker and its code costs more than reading a
 * model, so an idle worker is kept for the next load, and one is started ahead of the first load.
 */

import type { FromLoadWorker } from "../load/load-protocol.ts";
import { startLoadWorker } from "../load/start-load-worker.ts";
import type { OpenParticlesMessage, ParticleEventMessage } from "../particles/particle-protocol.ts";
import type { ModelEventMessage, OpenModelMessage } from "./model-protocol.ts";

/** Requests for one file, which an idle worker serves one after the other. */
export type OpenFileMessage = OpenModelMessage | OpenParticlesMessage;
export type FromKeptWorker = FromLoadWorker | ModelEventMessage | ParticleEventMessage;

/** The part of `Worker` that is used. */
export interface ModelWorker {
  onmessage: ((event: MessageEvent<FromKeptWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: OpenFileMessage | { readonly type: "ping" }): void;
  terminate(): void;
}

/**
 * Time after which an idle worker is terminated to free its memory. Users who view several models
 * rarely take longer.
 */
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

  /** Starts a worker ahead of a likely load. */
  prepare(): void {
    if (this.#kept === null) this.#keep(this.#start());
  }

  /** Returns a worker for exclusive use. Afterwards it is given back or terminated. */
  take(): ModelWorker {
    const worker = this.#kept ?? this.#start();
    this.#drop();
    return worker;
  }

  /** Keeps an idle worker, or terminates it if one is kept already. */
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
    // The worker never started. The load that starts the next one gets the error.
    worker.onerror = end;
    this.#kept = worker;
    this.#timer = setTimeout(end, this.#keptMs);
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#kept = null;
  }
}

/** Shared by all viewers of a page. */
export const MODEL_WORKER = new KeptWorker(startLoadWorker as () => ModelWorker);
