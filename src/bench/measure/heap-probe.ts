/**
 * Measures JavaScript allocations with Chromium's `performance.memory`, if it is exact. Chromium
 * may round and delay it, and other browsers lack it; there is no probe then.
 */

import type { Allocation, AllocationProbe } from "../types.ts";

interface MemoryInfo {
  readonly usedJSHeapSize: number;
}

const readHeap = (): number | null =>
  (performance as { memory?: MemoryInfo }).memory?.usedJSHeapSize ?? null;

/** Arrays of known size, allocated to check whether the reported heap size follows. */
const TRIAL_ARRAYS = 64;
const TRIAL_LENGTH = 4096;
const TRIAL_BYTES = TRIAL_ARRAYS * TRIAL_LENGTH * 4;

/** Number of trials; a garbage collection may spoil some of them. */
const TRIALS = 5;

/** True if the reported heap size grows at once by the allocated bytes. */
function tryExact(): boolean {
  const kept: number[][] = [];
  const before = readHeap();
  if (before === null) return false;
  for (let i = 0; i < TRIAL_ARRAYS; i++) kept.push(new Array<number>(TRIAL_LENGTH).fill(i));
  const grown = (readHeap() ?? 0) - before;
  return kept.length === TRIAL_ARRAYS && grown > TRIAL_BYTES * 0.8 && grown < TRIAL_BYTES * 4;
}

function isExact(): boolean {
  for (let trial = 0; trial < TRIALS; trial++) if (tryExact()) return true;
  return false;
}

/** Readings to measure the cost of reading, which is subtracted from later ones. */
const EMPTY_RUNS = 200;

/** Returns a probe, or `null` if the page cannot measure allocations. */
export function createHeapProbe(): AllocationProbe | null {
  if (readHeap() === null || !isExact()) return null;
  let bytes = 0;
  let count = 0;
  let collections = 0;

  const run = (work: (index: number) => void, first: number, end: number): void => {
    for (let i = first; i < end; i++) {
      const before = readHeap() ?? 0;
      work(i);
      const grown = (readHeap() ?? 0) - before;
      // After a garbage collection the allocation of this step is unknown.
      if (grown < 0) {
        collections++;
      } else {
        bytes += grown;
        count++;
      }
    }
  };
  const finish = (): Allocation => ({ bytes: count === 0 ? 0 : bytes / count, collections });

  run(() => undefined, 0, EMPTY_RUNS);
  const own = finish().bytes;
  bytes = count = collections = 0;
  return {
    run,
    finish() {
      const { bytes: each, collections: seen } = finish();
      return { bytes: Math.max(0, each - own), collections: seen };
    },
  };
}
