/** Runs this build, or this and another one, or a switch on and off. */

import {
  type Comparison,
  compareAblations,
  compareReports,
  IncomparableError,
} from "../../bench/report/compare-reports.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import { CliError, UsageError } from "../errors.ts";
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

/** @param builds of each side the folder of another visleaf, or null: this one */
export async function runOn(
  backend: Backend,
  request: BenchRequest,
  builds: readonly (string | null)[],
): Promise<BenchReport[]> {
  const { onProgress, finish } = createBenchProgress();
  const sides: BenchSide[] = [];
  try {
    for (const build of builds) sides.push(await openSide(backend, request, build));
    return await runStarts({ sides, count: request.repeat, onProgress });
  } finally {
    finish();
    for (const side of sides) await side.close();
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
  const reports = await runOn(backend, { ...request, ablations }, builds);
  // It broke off before both had a round: there is nothing to compare.
  if (reports.length < builds.length) throw new CliError(`${reports[0].partial}`);
  const comparison = isBuild
    ? compareOrRefuse(reports[0], reports[1])
    : compareAblations(reports[0]);
  await writePage(reports, page);
  if (json !== undefined) await writeJson(comparisonData(comparison, reports), json);
  if (json !== STDOUT) {
    const title = isBuild ? `this build over ${target.folder}` : "without the switch over with it";
    printComparison(comparison, `${title}, round by round in turns`);
    printLines(describeEnvironment(reports[0]));
  }
  return [comparison, reports[0]];
}
