/**
 * Loads maps in workers, one worker for each map.
 *
 * The worker of the shown map stays, for its other light. The next map's worker replaces it when
 * that map's scene has arrived, so a file that cannot be read changes nothing. A new load ends the
 * one that is running.
 */

import { CancelledError } from "../../core/errors.ts";
import type { LightSideName } from "../../map/types.ts";
import type { RelitMap } from "../../scene/open/events.ts";
import type { LoadView } from "../../scene/textures/texture-places.ts";
import type {
  FromLoadWorker,
  LoadMessage,
  MapRequest,
  PostedEvent,
  SimulatedLumps,
  ToLoadWorker,
} from "./load-protocol.ts";
import {
  LoadEndedError,
  type LoadWatch,
  stageAfter,
  WATCH_LIMITS,
  type WatchedStage,
  watchLoad,
} from "./load-watch.ts";
import { fromErrorData } from "./posted-errors.ts";
import { startLoadWorker } from "./start-load-worker.ts";

export type TakeEvent = (event: PostedEvent) => void | Promise<void>;

/** The part of `Worker` that is used. */
export interface LoadWorker {
  onmessage: ((event: MessageEvent<FromLoadWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToLoadWorker, transfer: Transferable[]): void;
  terminate(): void;
}

export class MapLoader {
  readonly #createWorker: () => LoadWorker;
  /** The shown map, which may still be loading. */
  #shown: WorkerLoad | null = null;
  /** A load whose scene has not arrived. */
  #pending: WorkerLoad | null = null;

  constructor(createWorker: () => LoadWorker = startLoadWorker) {
    this.#createWorker = createWorker;
  }

  /**
   * Loads a map, and passes its events to `onEvent` in order, each when the one before is handled.
   * Resolves after "done". Rejects with the `FormatError` of a bad file, with the error of a source
   * that cannot be read, with the error that `onEvent` throws, or with `CancelledError` when it is
   * cancelled or replaced by another load.
   */
  load(message: LoadMessage, onEvent: TakeEvent): Promise<void> {
    this.#pending?.end();
    if (this.#shown?.isLoading) this.#shown.end();
    const load = new WorkerLoad(this.#createWorker(), {
      onEvent,
      onScene: () => this.#show(load),
      onEnd: () => this.#forget(load),
    });
    this.#pending = load;
    return load.start(message);
  }

  /**
   * Builds the shown map under its other light. Rejects if there is no map, or it is replaced
   * meanwhile.
   */
  relight(side: LightSideName): Promise<RelitMap> {
    return this.#ask({ type: "relight", side });
  }

  /** Returns the parts of the shown map that its simulation reads. Rejects like `relight`. */
  simulated(): Promise<SimulatedLumps> {
    return this.#ask({ type: "simulated" });
  }

  #ask<T>(request: Unnumbered<MapRequest>): Promise<T> {
    return this.#shown?.ask<T>(request) ?? Promise.reject(new Error("no map is loaded"));
  }

  /** Passes the camera to the shown map's load, which streams what it sees first. */
  look(view: LoadView): void {
    if (this.#shown?.isLoading) this.#shown.look(view);
  }

  /** Ends the running load, if there is one. */
  cancel(): void {
    const load = this.#pending ?? (this.#shown?.isLoading ? this.#shown : null);
    if (load === null) return;
    this.#forget(load);
    load.cancel();
  }

  destroy(): void {
    this.#pending?.end();
    this.#shown?.end();
  }

  #show(load: WorkerLoad): void {
    if (load !== this.#pending) return;
    this.#pending = null;
    this.#shown?.end();
    this.#shown = load;
  }

  #forget(load: WorkerLoad): void {
    if (load === this.#shown) this.#shown = null;
    if (load === this.#pending) this.#pending = null;
  }
}

/** A cancelled worker is terminated after this time, if it has not answered before. */
const CANCEL_GRACE_MS = 1000;

interface LoadHandlers {
  readonly onEvent: TakeEvent;
  /** Called before `onEvent` gets the scene. */
  readonly onScene: () => void;
  /** Called when the worker is terminated. */
  readonly onEnd: () => void;
}

type Unnumbered<T> = T extends unknown ? Omit<T, "id"> : never;

interface Settle<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

/** One worker and the map that it loads. */
class WorkerLoad {
  readonly #worker: LoadWorker;
  readonly #handlers: LoadHandlers;
  #limits: LoadMessage["options"]["limits"];
  /** Settles the load; `null` once it has. */
  #settle: Settle<void> | null = null;
  readonly #asked = new Map<number, Settle<never>>();
  #lastAsked = 0;
  #stage: WatchedStage = "read";
  /** Resolves when all messages so far are handled. */
  #turn: Promise<void> = Promise.resolve();
  /** True if messages that are still to be handled are ignored. */
  #isEnded = false;
  /** `null` while the worker has nothing to do. */
  #watch: LoadWatch | null = null;

  constructor(worker: LoadWorker, handlers: LoadHandlers) {
    this.#worker = worker;
    this.#handlers = handlers;
  }

  get isLoading(): boolean {
    return this.#settle !== null;
  }

  start(message: LoadMessage): Promise<void> {
    this.#limits = message.options.limits;
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#startWatch();
      this.#worker.onmessage = ({ data }) => this.#queue(data);
      this.#worker.onerror = (event) =>
        this.end(new Error(`the load worker stopped: ${event.message || "it did not start"}`));
      this.#worker.postMessage(message, []);
    });
  }

  ask<T>(request: Unnumbered<MapRequest>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const id = this.#lastAsked++;
      this.#asked.set(id, { resolve, reject });
      // While the map still loads, its own stage is the one that may stall.
      if (!this.isLoading) this.#stage = "light";
      this.#startWatch();
      this.#worker.postMessage({ ...request, id }, []);
    });
  }

  look(view: LoadView): void {
    this.#worker.postMessage({ type: "look", view }, []);
  }

  /** Rejects the load now, and gives the worker some time to end its reads. */
  cancel(): void {
    this.#isEnded = true;
    this.#settle?.reject(new CancelledError());
    this.#settle = null;
    this.#watch?.stop();
    const timer = setTimeout(() => this.end(), CANCEL_GRACE_MS);
    this.#worker.onmessage = ({ data }) => {
      if (data.type !== "failed") return;
      clearTimeout(timer);
      this.end();
    };
    this.#worker.postMessage({ type: "cancel" }, []);
  }

  /** Terminates the worker, and rejects all that is requested of it. */
  end(error: Error = new CancelledError()): void {
    this.#isEnded = true;
    this.#watch?.stop();
    this.#worker.onmessage = null;
    this.#worker.onerror = null;
    this.#worker.terminate();
    this.#handlers.onEnd();
    this.#settle?.reject(error);
    this.#settle = null;
    for (const asked of this.#asked.values()) asked.reject(error);
    this.#asked.clear();
  }

  #queue(message: FromLoadWorker): void {
    this.#watch?.heard();
    if (message.type === "awake") return;
    this.#turn = this.#turn
      .then(() => (this.#isEnded ? undefined : this.#take(message)))
      .catch((error) => this.end(error instanceof Error ? error : new Error(String(error))));
  }

  async #take(message: Exclude<FromLoadWorker, { type: "awake" }>): Promise<void> {
    if (message.type === "event") {
      await this.#takeEvent(message.event);
    } else if (message.type === "failed") {
      this.end(fromErrorData(message.error));
    } else {
      const asked = this.#asked.get(message.id);
      this.#asked.delete(message.id);
      this.#stopIdleWatch();
      if (message.type === "answered") asked?.resolve(message.answer as never);
      else asked?.reject(fromErrorData(message.error));
    }
  }

  async #takeEvent(event: PostedEvent): Promise<void> {
    if (event.type === "scene") this.#handlers.onScene();
    this.#stage = stageAfter(event, this.#stage);
    await this.#handlers.onEvent(event);
    if (event.type !== "done" || this.#isEnded) return;
    this.#settle?.resolve();
    this.#settle = null;
    this.#stopIdleWatch();
  }

  #startWatch(): void {
    this.#watch ??= watchLoad(
      { ...WATCH_LIMITS, ...this.#limits },
      () => this.#worker.postMessage({ type: "ping" }, []),
      (reason, detail) => this.end(new LoadEndedError(reason, this.#stage, detail)),
    );
  }

  /** Stops the watch when the worker has nothing more to do. */
  #stopIdleWatch(): void {
    if (this.isLoading || this.#asked.size > 0) return;
    this.#watch?.stop();
    this.#watch = null;
  }
}
