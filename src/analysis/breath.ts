/** Yielding to the event loop during long work, with cancellation. */

import { CancelledError } from "../core/errors.ts";

/** Milliseconds of work before the event loop gets a turn. */
const WORK_MS = 50;

/** Yields if enough time has passed. Cheap, so it can be awaited often. */
export type Breath = () => Promise<void>;

/** Creates a Breath that rejects with CancelledError once the signal is aborted. */
export function createBreath(signal?: AbortSignal): Breath {
  let last = performance.now();
  return async () => {
    if (signal?.aborted) throw new CancelledError();
    if (performance.now() - last < WORK_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    last = performance.now();
  };
}
