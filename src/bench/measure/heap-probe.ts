/**
 * What JavaScript allocates, as far as a page can tell: Chromium's `performance.memory`, where it is
 * exact. Chromium rounds and delays it elsewhere, and other browsers have none: then nothing is said.
 */

import type { Allocation, AllocationProbe } from "../types.ts";

interface MemoryInfo {
  readonly usedJSHeapSize: number;
}

const readHeap = (): number | null =>
  (performance as { memory?: MemoryInfo }).memory?.usedJSHeapSize ?? null;

/** Objects whose bytes are known, made to see whether the heap's size follows. */
const TRIAL_ARRAYS = 64;
const TRIAL_LENGTH = 4096;
const TRIAL_BYTES = TRIAL_ARRAYS * TRIAL_LENGTH * 4;

/** A collection in the middle of a trial spoils it; not in all of them. */
const TRIALS = 5;

/** Whether the heap's size grows, at once, by what is allocated. */
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

/** Readings whose own cost is measured first, and taken off each later one. */
const EMPTY_RUNS = 200;

/** null where this page cannot tell. */
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
      // A heap that has shrunk was collected: what this one allocated is lost in that.
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
