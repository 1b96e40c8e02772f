/** Runs this build, or this and another one, or a switch on and off. */

import {
  type Comparison,
  compareAblations,
  compareReports,
  IncomparableError,
} from "../../bench/report/compare-reports.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import { CliError, UsageError } from "../errors.ts";
import { catchSignals } from "../files/write-whole.ts";
import { printLines } from "../terminal.ts";
import { createBenchProgress } from "./bench-progress.ts";
import type { BenchRequest } from "./bench-request.ts";
import type { CompareTarget } from "./compare-target.ts";
import { STDOUT } from "./optional-values.ts";
import { describeEnvironment, type Outputs, writeJson, writePage } from "./outputs.ts";
import type { Backend } from "./parse-values.ts";
import { type BenchSide, runStarts } from "./run-starts.ts";
import { comparisonData, printComparison } from "./show-comparison.ts";

/** @throws CliError for reports that say nothing about each other */
export function compareOrRefuse(a: BenchReport, b: BenchReport): Comparison {
  try {
    return compareReports(a, b);
  } catch (error) {
    throw error instanceof IncomparableError ? new CliError(error.message) : error;
  }
}

async function openSide(
  backend: Backend,
  request: BenchRequest,
  build: string | null,
): Promise<BenchSide> {
  if (backend === "dawn") {
    if (build !== null) {
      throw new UsageError("--backend dawn compares switches, not builds", "bench");
    }
    const { openDawnSide } = await import("./bench-dawn.ts");
    return openDawnSide(request);
  }
  const { openChromiumSide } = await import("./bench-chromium.ts");
  return openChromiumSide(request, build);
}

/** Writes reports to the files that were asked for. */
export type KeepReports = (reports: readonly BenchReport[]) => Promise<void>;

/** Returns a function that keeps the newest reports, one write after the other, and one that waits for the last. */
function keepInTurn(keep: KeepReports) {
  let next: readonly BenchReport[] | null = null;
  let writing: Promise<void> | null = null;
  const write = async (): Promise<void> => {
    for (; next !== null; ) {
      const reports = next;
      next = null;
      await keep(reports);
    }
    writing = null;
  };
  return {
    push(reports: readonly BenchReport[]): void {
      next = reports;
      writing ??= write();
      // Reported by `settled`.
      writing.catch(() => undefined);
    },
    settled: async (): Promise<void> => {
      await writing;
    },
  };
}

/**
 * @param builds of each side the folder of another visleaf, or null: this one
 * @param keep gets what was measured so far, so that it is there whatever ends the process
 */
export async function runOn(
  backend: Backend,
  request: BenchRequest,
  builds: readonly (string | null)[],
  keep: KeepReports,
): Promise<BenchReport[]> {
  const { onProgress, finish } = createBenchProgress();
  const controller = new AbortController();
  const { signal } = controller;
  const stop = catchSignals((name) => controller.abort(new CliError(`ended by ${name}`)));
  const kept = keepInTurn(keep);
  const sides: BenchSide[] = [];
  try {
    for (const build of builds) sides.push(await openSide(backend, request, build));
    const turns = { sides, count: request.repeat, onProgress, signal };
    return await runStarts({ ...turns, onReports: kept.push });
  } finally {
    stop();
    finish();
    for (const side of sides) await side.close();
    await kept.settled();
  }
}

/** Runs in turns with a switch off, or with another build, and prints the one over the other. */
export async function runAgainst(
  backend: Backend,
  request: BenchRequest,
  target: CompareTarget,
  { json, report: page }: Outputs,
): Promise<[Comparison, BenchReport]> {
  const isBuild = target.kind === "build";
  const ablations = isBuild
    ? request.ablations
    : [...new Set([...request.ablations, target.without])];
  const builds = isBuild ? [target.folder, null] : [null];
  const compare = (reports: readonly BenchReport[]) =>
    isBuild ? compareOrRefuse(reports[0], reports[1]) : compareAblations(reports[0]);
  const reports = await runOn(backend, { ...request, ablations }, builds, async (kept) => {
    if (kept.length < builds.length) return;
    await writePage(kept, page);
    if (json !== undefined && json !== STDOUT) {
      await writeJson(comparisonData(compare(kept), kept), json);
    }
  });
  // It broke off before both had a round: there is nothing to compare.
  if (reports.length < builds.length) throw new CliError(`${reports[0].partial}`);
  const comparison = compare(reports);
  await writePage(reports, page);
  if (json !== undefined) await writeJson(comparisonData(comparison, reports), json);
  if (json !== STDOUT) {
    const title = isBuild ? `this build over ${target.folder}` : "without the switch over with it";
    printComparison(comparison, `${title}, round by round in turns`);
    printLines(describeEnvironment(reports[0]));
  }
  return [comparison, reports[0]];
}
