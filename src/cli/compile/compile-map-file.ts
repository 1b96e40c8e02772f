/** A map, compiled and written: the map itself, its portals, and the way out of one that leaks. */

import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { compileMap } from "../../compile/compile-map.ts";
import { inlineJobPool, type JobPool, type JobRun } from "../../compile/job-pool.ts";
import type { CompileReport } from "../../compile/types.ts";
import { LeakError, writePointFile } from "../../compile/vbsp/tree/leak.ts";
import { writePrt } from "../../formats/prt/write-prt.ts";
import type { Vmf } from "../../formats/vmf/types.ts";
import type { ReadFile } from "../../formats/vmt/resolve-vmt.ts";
import { writeSet, writeWhole } from "../files/write-whole.ts";
import type { ThreadReply, ThreadRequest } from "./compile-thread.ts";
import { COMPILE_THREAD } from "./thread-names.ts";

// Compiling on all cores: Node's worker threads under the job pool's contract. A thread is the
// command itself, started once more (`main.ts`), so that there is one bundle and no path to guess.

/** The command's own file in its bundle. */
const ENTRY = "visleaf.js";

/** All cores; the caller's thread where there is one core, or where the source itself is run. */
function createCompilePool(threads = availableParallelism()): JobPool {
  if (threads < 2 || import.meta.url.endsWith(".ts")) return inlineJobPool;
  return {
    async open(program, state) {
      const entry = new URL(ENTRY, import.meta.url);
      const workers = Array.from({ length: threads }, () => {
        return new Worker(entry, { workerData: COMPILE_THREAD });
      });
      const failures = workers.map(failureOf);
      for (const worker of workers) send(worker, { type: "open", program: program.name, state });
      return createRun(workers, Promise.race(failures));
    },
  };
}

const send = (worker: Worker, request: ThreadRequest): void => worker.postMessage(request);

/** Never resolves; rejects with what ended the thread. */
async function failureOf(worker: Worker): Promise<never> {
  const [error] = await once(worker, "error").catch((cause) => [cause]);
  throw error;
}

function createRun(workers: readonly Worker[], failed: Promise<never>): JobRun {
  // Told of by the run that it ends, if there is one.
  failed.catch(() => undefined);
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
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

export interface CompileMapFileOptions {
  readonly out: string;
  readonly read: ReadFile;
  readonly fast: boolean;
  /** Whether to write the portals too. */
  readonly prt: boolean;
  readonly pak?: ReadonlyMap<string, Uint8Array>;
}

/** Returns a map's path with another extension. */
const besideMap = (out: string, extension: string) => out.replace(/\.bsp$/i, "") + extension;

export const portalPath = (out: string): string => besideMap(out, ".prt");

/** Returns what to tell about it, by lines. */
export async function compileMapFile(
  vmf: Vmf,
  { out, prt, ...options }: CompileMapFileOptions,
  report: CompileReport,
): Promise<readonly string[]> {
  try {
    const pool = createCompilePool();
    const { bytes, portals } = await compileMap(
      vmf,
      {
        ...options,
        pool,
        materialHint: "; --content PATH names a folder or archive that has them",
      },
      report,
    );
    const files = new Map<string, Uint8Array | string>([[out, bytes]]);
    if (prt) files.set(portalPath(out), writePrt(portals));
    await writeSet(files);
    return [`${out}: ${bytes.length} bytes, ${portals.clusterCount} clusters`];
  } catch (error) {
    if (error instanceof LeakError) {
      await writeWhole(besideMap(out, ".lin"), writePointFile(error.points));
    }
    throw error;
  }
}
