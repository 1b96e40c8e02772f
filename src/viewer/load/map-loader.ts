/**
 * The page's side of a load: one worker a map.
 *
 * The worker of the map that is shown stays, for its other light. The next map's worker takes its
 * place when that map's scene has arrived, so a file that cannot be read changes nothing. A load
 * that is still running is ended by the next one: the last one asked for wins.
 */

import type { ContentSpec } from "../../content/types.ts";
import { CancelledError } from "../../core/errors.ts";
import type { LightSideName } from "../../map/types.ts";
import type { RelitMap } from "../../scene/open/events.ts";
import {
  type FromLoadWorker,
  fromErrorData,
  type PostedEvent,
  type PostedLoadOptions,
  type ToLoadWorker,
} from "./load-protocol.ts";
import {
  LoadEndedError,
  type LoadWatch,
  stageAfter,
  WATCH_LIMITS,
  type WatchedStage,
  type WatchLimits,
  watchLoad,
} from "./load-watch.ts";
import type { PostedMap } from "./map-source.ts";
import { startLoadWorker } from "./start-load-worker.ts";

export interface LoadRequest {
  readonly map: PostedMap;
  readonly content: readonly ContentSpec[];
  readonly options: PostedLoadOptions;
}

export type TakeEvent = (event: PostedEvent) => void | Promise<void>;

export interface MapLoader {
  /**
   * Loads a map and hands its events over in order, each when the one before is done with. Resolves
   * after "done"; rejects with the `FormatError` of a bad file, with what says why it cannot be had,
   * with what `onEvent` throws, or with `CancelledError` when cancelled or overtaken.
   */
  load(request: LoadRequest, onEvent: TakeEvent): Promise<void>;
  /** The shown map under its other light. Rejects if there is no map, or it was replaced. */
  relight(side: LightSideName): Promise<RelitMap>;
  /** Ends the running load, if there is one. */
  cancel(): void;
  destroy(): void;
}

/** The part of `Worker` that is used. */
export interface LoadWorker {
  onmessage: ((event: MessageEvent<FromLoadWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToLoadWorker, transfer: Transferable[]): void;
  terminate(): void;
}

/** A cancelled worker may tidy up, as long as this; then it is ended. */
const CANCEL_GRACE_MS = 1000;

interface Job {
  readonly worker: LoadWorker;
  readonly relights: Map<number, Settle<RelitMap>>;
  /** null once settled. */
  load: Settle<void> | null;
  readonly limits: Partial<WatchLimits> | undefined;
  stage: WatchedStage;
  /** Done when all messages so far are. */
  turn: Promise<void>;
  /** What it sent and is not taken yet is not wanted any more. */
  isEnded: boolean;
  /** While something is asked of the worker. */
  watch: LoadWatch | null;
}

interface Settle<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

export function createMapLoader(createWorker: () => LoadWorker = startLoadWorker): MapLoader {
  /** The map that is shown, perhaps still loading. */
  let shown: Job | null = null;
  /** A load whose scene has not come yet. */
  let pending: Job | null = null;
  let relightId = 0;

  const watch = (job: Job): void => {
    job.watch ??= watchLoad(
      { ...WATCH_LIMITS, ...job.limits },
      () => job.worker.postMessage({ type: "ping" }, []),
      (reason, detail) => end(job, new LoadEndedError(reason, job.stage, detail)),
    );
  };

  /** Ends the watch when the worker has nothing more to do. */
  const settle = (job: Job): void => {
    if (job.load !== null || job.relights.size > 0) return;
    job.watch?.stop();
    job.watch = null;
  };

  const end = (job: Job, error: Error = new CancelledError()): void => {
    job.isEnded = true;
    job.watch?.stop();
    job.worker.onmessage = null;
    job.worker.onerror = null;
    job.worker.terminate();
    if (job === shown) shown = null;
    if (job === pending) pending = null;
    job.load?.reject(error);
    job.load = null;
    for (const relight of job.relights.values()) relight.reject(error);
    job.relights.clear();
  };

  const takeEvent = async (job: Job, event: PostedEvent, onEvent: TakeEvent): Promise<void> => {
    if (event.type === "scene" && job === pending) {
      pending = null;
      if (shown) end(shown);
      shown = job;
    }
    job.stage = stageAfter(event, job.stage);
    await onEvent(event);
    if (event.type === "done" && !job.isEnded) {
      job.load?.resolve();
      job.load = null;
      settle(job);
    }
  };

  const takeMessage = async (
    job: Job,
    message: Exclude<FromLoadWorker, { type: "awake" }>,
    onEvent: TakeEvent,
  ): Promise<void> => {
    if (message.type === "event") {
      await takeEvent(job, message.event, onEvent);
    } else if (message.type === "failed") {
      end(job, fromErrorData(message.error));
    } else {
      const relight = job.relights.get(message.id);
      job.relights.delete(message.id);
      settle(job);
      if (message.type === "relit") relight?.resolve(message.relit);
      else relight?.reject(fromErrorData(message.error));
    }
  };

  const queueMessage = (job: Job, message: FromLoadWorker, onEvent: TakeEvent): void => {
    job.watch?.heard();
    if (message.type === "awake") return;
    job.turn = job.turn
      .then(() => (job.isEnded ? undefined : takeMessage(job, message, onEvent)))
      .catch((error) => end(job, error instanceof Error ? error : new Error(String(error))));
  };

  const cancel = (): void => {
    const job = pending ?? (shown?.load ? shown : null);
    if (job === null) return;
    if (job === pending) pending = null;
    else shown = null;
    job.isEnded = true;
    job.load?.reject(new CancelledError());
    job.load = null;
    job.watch?.stop();
    const timer = setTimeout(() => end(job), CANCEL_GRACE_MS);
    job.worker.onmessage = (message) => {
      if (message.data.type !== "failed") return;
      clearTimeout(timer);
      end(job);
    };
    job.worker.postMessage({ type: "cancel" }, []);
  };

  return {
    load(request, onEvent) {
      if (pending) end(pending);
      if (shown?.load) end(shown);
      const worker = createWorker();
      return new Promise<void>((resolve, reject) => {
        const job: Job = {
          worker,
          relights: new Map(),
          load: { resolve, reject },
          limits: request.options.limits,
          stage: "read",
          turn: Promise.resolve(),
          isEnded: false,
          watch: null,
        };
        pending = job;
        watch(job);
        worker.onmessage = (message) => queueMessage(job, message.data, onEvent);
        worker.onerror = (event) =>
          end(job, new Error(`the load worker stopped: ${event.message || "it did not start"}`));
        worker.postMessage({ type: "load", ...request }, []);
      });
    },
    relight(side) {
      const job = shown;
      if (job === null) return Promise.reject(new Error("no map to light"));
      return new Promise((resolve, reject) => {
        const id = relightId++;
        job.relights.set(id, { resolve, reject });
        // While the map still loads, it is that stage that takes long.
        if (job.load === null) job.stage = "light";
        watch(job);
        job.worker.postMessage({ type: "relight", id, side }, []);
      });
    },
    cancel,
    destroy() {
      if (pending) end(pending);
      if (shown) end(shown);
    },
  };
}
