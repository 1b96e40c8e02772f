/** Reads many files in parallel, with a limit. */

import { throwIfAborted } from "./throw-if-aborted.ts";

/** Limit of parallel reads: enough to hide a network's latency, few enough to stay in memory. */
const READS_AT_ONCE = 64;

/** Returns a function that runs tasks in the order of its calls, at most `atOnce` at a time. */
export function limitConcurrency(
  atOnce = READS_AT_ONCE,
): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The freed place passes to the next task.
      if (next) next();
      else running--;
    }
  };
}

/** Runs a task for each item, several at a time; results are in the items' order. */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  task: (item: T, index: number) => Promise<R>,
  signal?: AbortSignal,
  atOnce = READS_AT_ONCE,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length) {
      throwIfAborted(signal);
      const index = next++;
      results[index] = await task(items[index], index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, run));
  throwIfAborted(signal);
  return results;
}
