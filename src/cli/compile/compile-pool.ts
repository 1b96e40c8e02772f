/**
 * Job pool on all cores, made of Node's worker threads. Each thread runs the command's own file again
 * (`main.ts`), so that there is one bundle and its path is known.
 */

import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { inlineJobPool, type JobPool, type JobRun } from "../../compile/job-pool.ts";
import type { ThreadReply, ThreadRequest } from "./compile-thread.ts";
import { COMPILE_THREAD } from "./thread-names.ts";

/** File name of the command in its bundle. */
const ENTRY = "visleaf.js";

/** Runs of one pool use the same threads, one run after the other. */
export interface CompilePool extends JobPool {
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Uses all cores. With one core, or when run from source, all work runs on the calling thread. */
export function createCompilePool(threads = availableParallelism()): CompilePool {
  if (threads < 2 || import.meta.url.endsWith(".ts")) {
    return { ...inlineJobPool, close: async () => {} };
  }
  let workers: readonly Worker[] = [];
  let failed: Promise<never>;
  return {
    async open(program, state) {
      if (workers.length === 0) {
        workers = startWorkers(threads);
        failed = Promise.race(workers.map(failureOf));
        // The current run reports it, if there is one.
        failed.catch(() => undefined);
      }
      for (const worker of workers) send(worker, { type: "open", program: program.name, state });
      return createRun(workers, failed);
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function startWorkers(threads: number): Worker[] {
  const entry = new URL(ENTRY, import.meta.url);
  return Array.from({ length: threads }, () => new Worker(entry, { workerData: COMPILE_THREAD }));
}

const send = (worker: Worker, request: ThreadRequest): void => worker.postMessage(request);

/** Never resolves; rejects with the error that ended the thread. */
async function failureOf(worker: Worker): Promise<never> {
  const [error] = await once(worker, "error").catch((cause) => [cause]);
  throw error;
}

function createRun(workers: readonly Worker[], failed: Promise<never>): JobRun {
  return {
    async run(stage, count, batch, onProgress) {
      let next = 0;
      let done = 0;
      const work = async (worker: Worker): Promise<void> => {
        while (next < count) {
          const first = next;
          const end = Math.min(count, first + batch);
          next = end;
          send(worker, { type: "run", stage, first, end });
          const [reply] = (await once(worker, "message")) as [ThreadReply];
          if (reply.type === "failed") throw reply.error;
          done += end - first;
          onProgress?.(done / count);
        }
      };
      await Promise.race([Promise.all(workers.map(work)), failed]);
      onProgress?.(1);
    },
    async close() {
      for (const worker of workers) send(worker, { type: "close" });
    },
  };
}
