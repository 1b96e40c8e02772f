/** Runs this build, or this and another one, or a switch on and off. */

import { basename } from "node:path";
import { findRegressions } from "../../bench/compare/find-regressions.ts";
import {
  type Comparison,
  compareAblations,
  compareReports,
  IncomparableError,
} from "../../bench/report/compare-reports.ts";
import { ABLATIONS, type Ablation, type BenchReport } from "../../bench/report/report.ts";
import { tabulateComparison } from "../../bench/report/tables.ts";
import type { BenchProgress } from "../../bench/types.ts";
import { parseFlight } from "../../viewer/camera/flight.ts";
import { CliError, UsageError } from "../errors.ts";
import { readInput } from "../files/inputs.ts";
import { catchSignals } from "../files/write-whole.ts";
import { formatTable } from "../format-summary.ts";
import { drawProgress, hasProgressLine, printLines, say } from "../terminal.ts";
import type { BenchRequest } from "./bench-request.ts";
import { describeEnvironment, type Outputs, STDOUT, writeJson, writePage } from "./outputs.ts";
import { type BenchSide, runStarts } from "./run-starts.ts";

// The values of `visleaf bench`'s options.

export const MAX_FRAMES = 100_000;
export const MAX_REPEAT = 1000;
/** Larger than any device's textures: what a device can make it says itself. */
export const MAX_EDGE = 65_535;
export const BACKENDS = ["chromium", "dawn"] as const;
export type Backend = (typeof BACKENDS)[number];

export function parseCount(option: string, text: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= max) return count;
  throw new UsageError(`${option} is a whole number from 1 to ${max}, not "${text}"`, "bench");
}

export function parseBackend(text: string): Backend {
  const backend = BACKENDS.find((name) => name === text);
  if (backend) return backend;
  throw new UsageError(`--backend is ${BACKENDS.join(" or ")}, not "${text}"`, "bench");
}

/** Of `--fail-on-regression`; null: it was not given. */
export function parsePercent(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text)) return Number(text);
  throw new UsageError(`--fail-on-regression is in percent, not "${text}"`, "bench");
}

export async function readPath(file: string | undefined): Promise<BenchRequest["path"]> {
  if (file === undefined) return null;
  const path = { name: basename(file), text: new TextDecoder().decode(await readInput(file)) };
  parseFlight(path.text, file);
  return path;
}

// A comparison on the terminal or as JSON, and what it means for the exit code.

/** What a comparison is as JSON: with the reports where they are in no file yet. */
export function comparisonData(comparison: Comparison, reports?: readonly BenchReport[]): object {
  return reports ? { ...comparison, reports } : comparison;
}

/** @param title what is over what */
export function printComparison(comparison: Comparison, title: string): void {
  printLines(formatTable(tabulateComparison(comparison)));
  printLines(["", title]);
  for (const warning of comparison.warnings) say(warning);
}

/** @throws CliError after a line for each regression beyond its noise and `percent` */
export function failOnRegression(comparison: Comparison, percent: number): void {
  const regressions = findRegressions(comparison, percent);
  for (const line of regressions) say(line);
  if (regressions.length === 0) return;
  const count = regressions.length === 1 ? "1 figure is" : `${regressions.length} figures are`;
  throw new CliError(`${count} worse than before`);
}

// What a run is to be compared with: a switch that is off, or another build.

export type CompareTarget =
  | { readonly kind: "switch"; readonly without: Ablation }
  | { readonly kind: "build"; readonly folder: string };

/** `occlusion=off`, or a folder. */
export function parseCompareTarget(text: string): CompareTarget {
  const [, name, value] = /^([A-Za-z]+)=(.*)$/.exec(text) ?? [];
  if (name === undefined) return { kind: "build", folder: text };
  const without = ABLATIONS.find((one) => one.toLowerCase() === name.toLowerCase());
  if (without && value === "off") return { kind: "switch", without };
  throw new UsageError(
    `--compare ${text}: what can be switched is ${ABLATIONS.map((one) => `${one}=off`).join(", ")}`,
    "bench",
  );
}

// What a benchmark tells while it runs: on a terminal, one line that is written anew.

const REDRAW_MS = 200;

function describe({ run, runs, map, without, stage, done, total }: BenchProgress): string {
  const what = [map, ...without.map((name) => `without ${name}`)].join(" ");
  return `${run + 1}/${runs} ${what}: ${stage} ${Math.floor((done * 100) / total)} %`;
}

export interface ShownProgress {
  onProgress(progress: BenchProgress): void;
  finish(): void;
}

function createBenchProgress(): ShownProgress {
  const isTerminal = hasProgressLine();
  let drawnMs = 0;
  return {
    onProgress(progress) {
      const nowMs = performance.now();
      if (!isTerminal || nowMs - drawnMs < REDRAW_MS) return;
      drawnMs = nowMs;
      drawProgress(describe(progress));
    },
    finish() {
      if (isTerminal && drawnMs > 0) drawProgress(null);
    },
  };
}

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
