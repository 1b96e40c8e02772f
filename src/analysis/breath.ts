/** Long work that lets others have a turn, and ends when it is cancelled. */

import { CancelledError } from "../core/errors.ts";

/** Milliseconds of work between two turns of others. */
const WORK_MS = 50;

/** To be awaited often: it mostly does nothing. */
export type Breath = () => Promise<void>;

/** What it gives rejects with CancelledError once the signal is aborted. */
export function createBreath(signal?: AbortSignal): Breath {
  let last = performance.now();
  return async () => {
    if (signal?.aborted) throw new CancelledError();
    if (performance.now() - last < WORK_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    last = performance.now();
  };
}
