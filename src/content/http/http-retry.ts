/** Trying again what a network or a busy server spoiled. */

import { CancelledError } from "../../core/errors.ts";
import { PassingError } from "./http-errors.ts";

/** Pauses before the second try, the third, the fourth. */
const PAUSES_MS = [250, 750, 2000];
/** A server may ask for longer, up to this. */
const MAX_PAUSE_MS = 10_000;

/**
 * Runs a task until it is done or fails for good: after a `PassingError` it is tried again, and as
 * long as there is progress the tries are counted anew.
 *
 * @param attempt One try.
 * @param progress What was got so far, any growing number.
 * @param tries After so many without progress, four at most, the error stands.
 */
export async function retryHttp<T>(
  attempt: () => Promise<T>,
  progress: () => number,
  signal?: AbortSignal,
  tries = PAUSES_MS.length + 1,
): Promise<T> {
  let failures = 0;
  let reached = progress();
  for (;;) {
    if (signal?.aborted) throw new CancelledError();
    try {
      return await attempt();
    } catch (error) {
      if (signal?.aborted) throw new CancelledError();
      if (!(error instanceof PassingError)) throw error;
      if (progress() > reached) failures = 0;
      reached = progress();
      // From here on it is an error like any other.
      if (failures === tries - 1) throw new Error(error.message);
      await pause(
        Math.min(MAX_PAUSE_MS, Math.max(PAUSES_MS[failures], error.retryAfterMs)),
        signal,
      );
      failures++;
    }
  }
}

/** Resolves early when aborted; whoever waits looks at the signal next. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}
