/** The process that reads: files for a target, and how they ended, what they cost, and what ran for them. */

import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { CoverageTaker } from "../coverage/coverage-taker.ts";
import type { Target } from "../targets/target.ts";
import type { TryAnswer, TryEnd, TryQuestion } from "./try-files.ts";

/** Programs lie in this folder; scripts of a bundle are modules under their paths. */
const BUNDLE = "../../..";

/** @param load imports the targets: only what is compiled after coverage began is counted */
export async function serveTargets(load: () => Promise<readonly Target[]>): Promise<void> {
  const coverage = new CoverageTaker();
  const scripts = pathToFileURL(resolve(dirname(process.argv[1]), BUNDLE)).href;
  const { tryFile } = await import("./judge-end.ts");
  const { forgetPeak, peakBytes } = await import("../../support/measure/process-memory.ts");
  const targets = new Map((await load()).map((target) => [target.name, target]));
  // Thrown where nobody waits for it: a reader's fault all the same.
  let stray: unknown = null;
  const keep = (error: unknown) => {
    stray ??= error ?? "nothing";
  };
  process.on("unhandledRejection", keep);
  process.on("uncaughtException", keep);
  // What ran to import them is nobody's.
  coverage.take(scripts);

  process.on("message", async ({ target: name, files, isExact }: TryQuestion) => {
    const target = targets.get(name);
    if (target === undefined) throw new Error(`there is no target ${name}`);
    if (isExact) globalThis.gc?.();
    forgetPeak();
    const bytesBefore = process.memoryUsage.rss();
    let buffers = 0;
    // A buffer that nobody wrote to takes no memory yet, but will where it goes.
    const look = () => {
      if (isExact) buffers = Math.max(buffers, process.memoryUsage().arrayBuffers);
    };
    const ends: TryEnd[] = [];
    for (const file of files) {
      stray = null;
      // What others compute meanwhile is not the file's.
      const start = process.cpuUsage();
      const end = await tryFile(target, new Uint8Array(file), look);
      // A rejection that nobody waits for is told of a turn later.
      await new Promise(setImmediate);
      ends.push({ ...(stray === null ? end : strayEnd(stray)), ms: spentMs(start) });
    }
    const maxRss = process.resourceUsage().maxRSS * 1024;
    const bytesAtMost = Math.max(peakBytes(process.pid) ?? maxRss, buffers);
    const covered = coverage.take(scripts);
    process.send?.({ ends, bytesBefore, bytesAtMost, covered } satisfies TryAnswer);
  });
}

/** Processor time of all threads, as garbage is collected in others. */
function spentMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function strayEnd(error: unknown): Omit<TryEnd, "ms"> {
  const text = error instanceof Error ? error.stack : String(error);
  return { end: "crashed", message: `thrown where nobody waits for it: ${text}` };
}
