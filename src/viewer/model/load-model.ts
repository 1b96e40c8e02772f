/** The page's side of a model's load: one worker, for as long as it takes. */

import { CancelledError } from "../../core/errors.ts";
import { type FromLoadWorker, fromErrorData } from "../load/load-protocol.ts";
import { LoadEndedError, WATCH_LIMITS, watchLoad } from "../load/load-watch.ts";
import { startLoadWorker } from "../load/start-load-worker.ts";
import type {
  ModelRequest,
  OpenModelMessage,
  PostedEvent,
  PostedModelEvent,
} from "./model-protocol.ts";

/** The part of `Worker` that is used. */
export interface ModelWorker {
  onmessage: ((event: MessageEvent<FromLoadWorker | PostedModelEvent>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: OpenModelMessage | { readonly type: "ping" }): void;
  terminate(): void;
}

/**
 * Hands over a model's events in order, each when the one before is done with. Resolves after "done"; rejects
 * with FormatError, with what says why it cannot be had, with what `onEvent` throws, or with `CancelledError`.
 */
export function loadModel(
  request: ModelRequest,
  onEvent: (event: PostedEvent) => void | Promise<void>,
  signal: AbortSignal,
  startWorker: () => ModelWorker = startLoadWorker as () => ModelWorker,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new CancelledError());
      return;
    }
    const worker = startWorker();
    let isEnded = false;
    let turn = Promise.resolve();
    const end = (error: unknown): void => {
      if (isEnded) return;
      isEnded = true;
      watch.stop();
      signal.removeEventListener("abort", cancel);
      worker.terminate();
      if (error === null) resolve();
      else reject(error);
    };
    const cancel = (): void => end(new CancelledError());
    const watch = watchLoad(
      { ...WATCH_LIMITS, ...request.options.limits },
      () => worker.postMessage({ type: "ping" }),
      (reason, detail) => end(new LoadEndedError(reason, "props", detail)),
    );
    signal.addEventListener("abort", cancel);
    const take = async (message: FromLoadWorker | PostedModelEvent): Promise<void> => {
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
