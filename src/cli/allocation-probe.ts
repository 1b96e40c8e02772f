/** What JavaScript allocates, exactly: heap growth plus what each collection took away. */

import { GCProfiler } from "node:v8";
import type { AllocationProbe } from "../bench/measure-frames.ts";

export function createAllocationProbe(): AllocationProbe {
  let profiler: GCProfiler | null = null;
  let before = 0;
  return {
    start() {
      profiler = new GCProfiler();
      profiler.start();
      before = process.memoryUsage().heapUsed;
    },
    stop() {
      let bytes = process.memoryUsage().heapUsed - before;
      const collections = profiler?.stop()?.statistics ?? [];
      for (const { beforeGC, afterGC } of collections) {
        bytes += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize;
      }
      profiler = null;
      return bytes;
    },
  };
}
