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
  const { hashBytes, tryFile } = await import("./judge-end.ts");
  const { forgetPeak, peakBytes } = await import("../../support/measure/process-memory.ts");
  const targets = new Map((await load()).map((target) => [target.name, target]));
  // First error that was thrown outside of the awaited call. It is a fault of the reader, too.
  let stray: unknown = null;
  const keep = (error: unknown) => {
    stray ??= error ?? "nothing";
  };
  process.on("unhandledRejection", keep);
  process.on("uncaughtException", keep);
  // Discards the coverage of importing the targets.
  coverage.take(scripts);

  process.on("message", async ({ target: name, files, isExact, isWhole }: TryQuestion) => {
    const target = targets.get(name);
    if (target === undefined) throw new Error(`there is no target ${name}`);
    if (isExact) globalThis.gc?.();
    forgetPeak();
    const bytesBefore = process.memoryUsage.rss();
    let buffers = 0;
    // Unwritten buffers are not in the resident set yet, so their size is read from V8.
    const look = () => {
      if (isExact) buffers = Math.max(buffers, process.memoryUsage().arrayBuffers);
    };
    const ends: TryEnd[] = [];
    for (const file of files) {
      stray = null;
      // Processor time: other programs may run meanwhile.
      const start = process.cpuUsage();
      const end = await tryFile(target, file, look, isWhole ? null : hashBytes(file));
      // Node reports an unhandled rejection one turn later.
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
