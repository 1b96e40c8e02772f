/** What JavaScript allocates, exactly: heap growth plus what each collection took away. */

import { GCProfiler } from "node:v8";
import type { Allocation, AllocationProbe } from "../../bench/types.ts";

/** Runs that do nothing, to learn what looking costs. */
const EMPTY_RUNS = 100;

export function createAllocationProbe(): AllocationProbe {
  let bytes = 0;
  let count = 0;
  let collections = 0;

  const run = (work: (index: number) => void, first: number, end: number): void => {
    const profiler = new GCProfiler();
    profiler.start();
    const before = process.memoryUsage().heapUsed;
    for (let i = first; i < end; i++) work(i);
    bytes += process.memoryUsage().heapUsed - before;
    count += end - first;
    for (const { beforeGC, afterGC } of profiler.stop()?.statistics ?? []) {
      bytes += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize;
      collections++;
    }
  };
  const finish = (): Allocation => ({ bytes: bytes / Math.max(1, count), collections });

  for (let i = 0; i < EMPTY_RUNS; i++) run(() => undefined, i, i + 1);
  // Of one look, whatever is done between.
  const own = Math.max(0, finish().bytes);
  bytes = count = collections = 0;
  let looks = 0;
  return {
    run(work, first, end) {
      looks++;
      run(work, first, end);
    },
    finish() {
      const allocation = finish();
      const ownShare = (own * looks) / Math.max(1, count);
      return { ...allocation, bytes: Math.max(0, allocation.bytes - ownShare) };
    },
  };
}
