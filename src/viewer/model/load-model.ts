/** Loads a model in a worker. */

import { CancelledError } from "../../core/errors.ts";
import type { FromLoadWorker } from "../load/load-protocol.ts";
import { LoadEndedError, WATCH_LIMITS, watchLoad } from "../load/load-watch.ts";
import { fromErrorData } from "../load/posted-errors.ts";
import { type KeptWorker, MODEL_WORKER } from "./kept-worker.ts";
import type { ModelEventMessage, ModelRequest, PostedModelEvent } from "./model-protocol.ts";

/**
 * Passes a model's events on in order, each when the one before has been handled. Resolves after
 * "done". Rejects with FormatError, with the reason if the model cannot be read, with the error
 * that `onEvent` throws, or with `CancelledError`.
 */
export function loadModel(
  request: ModelRequest,
  onEvent: (event: PostedModelEvent) => void | Promise<void>,
  signal: AbortSignal,
  workers: KeptWorker = MODEL_WORKER,
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
    const take = async (message: FromLoadWorker | ModelEventMessage): Promise<void> => {
      if (isEnded) return;
      if (message.type === "failed") throw fromErrorData(message.error);
      if (message.type !== "model-event") return;
      await onEvent(message.event);
      if (message.event.type === "done") end(null);
    };
    worker.onmessage = ({ data }) => {
      watch.heard();
      turn = turn.then(() => take(data)).catch(end);
    };
    worker.onerror = (event) =>
      end(new Error(`the load worker stopped: ${event.message || "it did not start"}`));
    worker.postMessage({ type: "model", ...request });
  });
}
