/** Loads a model or a particle system in a kept worker. */

import { CancelledError } from "../../core/errors.ts";
import { LoadEndedError, WATCH_LIMITS, watchLoad } from "../load/load-watch.ts";
import { fromErrorData } from "../load/posted-errors.ts";
import {
  type FromKeptWorker,
  type KeptWorker,
  MODEL_WORKER,
  type OpenFileMessage,
} from "./kept-worker.ts";
import type { ModelEventMessage, ModelRequest, PostedModelEvent } from "./model-protocol.ts";

/** Passes a model's events on; see `loadKept`. */
export const loadModel = (
  request: ModelRequest,
  onEvent: (event: PostedModelEvent) => void | Promise<void>,
  signal: AbortSignal,
  workers?: KeptWorker,
): Promise<void> =>
  loadKept<ModelEventMessage>({ type: "model", ...request }, "model-event", onEvent, {
    signal,
    workers,
  });

/**
 * Passes the events of a file on in order, each when the one before has been handled. Resolves
 * after "done". Rejects with FormatError, with the reason if the file cannot be read, with the error
 * that `onEvent` throws, or with `CancelledError`.
 */
export function loadKept<
  Message extends FromKeptWorker & { readonly event: { readonly type: string } },
>(
  request: OpenFileMessage,
  kind: Message["type"],
  onEvent: (event: Message["event"]) => void | Promise<void>,
  {
    signal,
    workers = MODEL_WORKER,
  }: { readonly signal: AbortSignal; readonly workers?: KeptWorker },
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new CancelledError());
      return;
    }
    const worker = workers.take();
    let isEnded = false;
    let turn = Promise.resolve();
    const end = (error: unknown): void => {
      if (isEnded) return;
      isEnded = true;
      watch.stop();
      signal.removeEventListener("abort", cancel);
      if (error === null) {
        workers.giveBack(worker);
        resolve();
      } else {
        worker.terminate();
        reject(error);
      }
    };
    const cancel = (): void => end(new CancelledError());
    const watch = watchLoad(
      { ...WATCH_LIMITS, ...request.options.limits },
      () => worker.postMessage({ type: "ping" }),
      (reason, detail) => end(new LoadEndedError(reason, "props", detail)),
    );
    signal.addEventListener("abort", cancel);
    const isWanted = (message: FromKeptWorker): message is Message => message.type === kind;
    const take = async (message: FromKeptWorker): Promise<void> => {
      if (isEnded) return;
      if (message.type === "failed") throw fromErrorData(message.error);
      if (!isWanted(message)) return;
      await onEvent(message.event);
      if (message.event.type === "done") end(null);
    };
    worker.onmessage = ({ data }) => {
      watch.heard();
      turn = turn.then(() => take(data)).catch(end);
    };
    worker.onerror = (event) =>
      end(new Error(`the load worker stopped: ${event.message || "it did not start"}`));
    worker.postMessage(request);
  });
}
