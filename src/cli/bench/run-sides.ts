/** Benchmarks this build, this build against another, or a switch on and off. */

import { basename } from "node:path";
import { formatRatio } from "../../bench/plots/metrics.ts";
import { describeWithout } from "../../bench/plots/plot-runs.ts";
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
import { createBudget } from "./budget.ts";
import { describeEnvironment, type Outputs, STDOUT, writeJson, writePage } from "./outputs.ts";
import { type BenchSide, runStarts } from "./run-starts.ts";

// Values of `visleaf bench`'s options.

export const MAX_FRAMES = 100_000;
export const MAX_REPEAT = 1000;
/** Larger than any device's textures. Each device reports its own limit. */
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

const MAX_BUDGET = 86_400;

/** Parses `--budget`; null if it was not given. */
export function parseBudget(text: string | undefined): number | null {
  return text === undefined ? null : parseCount("--budget", text, MAX_BUDGET);
}

/** Parses `--fail-on-regression`; null if it was not given. */
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

// Comparisons: printed or as JSON, and their exit code.

/** Returns a comparison as JSON data, with the reports if they are not in files yet. */
export function comparisonData(comparison: Comparison, reports?: readonly BenchReport[]): object {
  return reports ? { ...comparison, reports } : comparison;
}

/**
 * Returns what is written while a comparison of `sides` sides runs, and if it is stopped: the report
 * of the first side until the other has a round, then the comparison.
 */
export function keptData(
  kept: readonly BenchReport[],
  sides: number,
  compare: (reports: readonly BenchReport[]) => Comparison,
): object {
  return kept.length < sides ? kept[0] : comparisonData(compare(kept), kept);
}

/** @param title says which side is compared with which */
export function printComparison(comparison: Comparison, title: string): void {
  printLines(formatTable(tabulateComparison(comparison)));
  printLines(["", title]);
  for (const warning of comparison.warnings) say(warning);
}

/** Prints each regression beyond its noise and `percent`. @throws CliError if there is any */
export function failOnRegression(comparison: Comparison, percent: number): void {
  const regressions = findRegressions(comparison, percent);
  for (const line of regressions) say(line);
  if (regressions.length === 0) return;
  const count = regressions.length === 1 ? "1 figure is" : `${regressions.length} figures are`;
  throw new CliError(`${count} worse than before`);
}

// Target of a comparison: a switch turned off, or another build.

export type CompareTarget =
  | { readonly kind: "switch"; readonly without: Ablation }
  | { readonly kind: "build"; readonly folder: string };

/** Parses `occlusion=off`, or a folder. */
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

// Progress of a benchmark: one line on a terminal, redrawn in place.

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

/** @throws CliError if the reports cannot be compared */
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

/** Writes reports to the requested files. */
export type KeepReports = (reports: readonly BenchReport[]) => Promise<void>;

/**
 * Returns a function that writes the newest reports, one write after the other, and one that awaits
 * the last write.
 */
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
 * @param builds folder of each side's visleaf, or null for this one
 * @param keep writes the runs measured so far, so that they survive however the process ends
 */
export async function runOn(
  backend: Backend,
  request: BenchRequest,
  builds: readonly (string | null)[],
  keep: KeepReports,
  budgetSeconds: number | null,
): Promise<BenchReport[]> {
  const { onProgress, finish } = createBenchProgress();
  const controller = new AbortController();
  const { signal } = controller;
  const stop = catchSignals((name) => controller.abort(new CliError(`ended by ${name}`)));
  const budget = createBudget(budgetSeconds, controller);
  const kept = keepInTurn(keep);
  const sides: BenchSide[] = [];
  try {
    for (const build of builds) sides.push(await openSide(backend, request, build));
    const turns = { sides, count: request.repeat, onProgress, signal, budget };
    return await runStarts({ ...turns, onReports: kept.push });
  } finally {
    budget.close();
    stop();
    finish();
    for (const side of sides) await side.close();
    await kept.settled();
  }
}

/** Runs this build in turns with a switch off or with another build, and prints the comparison. */
export async function runAgainst(
  backend: Backend,
  request: BenchRequest,
  target: CompareTarget,
  { json, report: page, budgetSeconds }: Outputs & { readonly budgetSeconds: number | null },
): Promise<[Comparison, BenchReport]> {
  const isBuild = target.kind === "build";
  const ablations = isBuild
    ? request.ablations
    : [...new Set([...request.ablations, target.without])];
  const builds = isBuild ? [target.folder, null] : [null];
  const compare = (reports: readonly BenchReport[]) =>
    isBuild ? compareOrRefuse(reports[0], reports[1]) : compareAblations(reports[0]);
  const keep = async (kept: readonly BenchReport[]): Promise<void> => {
    await writePage(kept, page);
    if (json === undefined || json === STDOUT) return;
    await writeJson(keptData(kept, builds.length, compare), json);
  };
  const turns = { ...request, ablations };
  const reports = await runOn(backend, turns, builds, keep, budgetSeconds);
  if (reports.length < builds.length) {
    await keep(reports);
    throw new CliError(`${reports[0].partial}`);
  }
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

/** Returns by how much a ratio is worse than 1. `isMoreBetter` is true for rates. */
function worseBy(ratio: number, isMoreBetter: boolean): number {
  return (isMoreBetter ? 1 / ratio : ratio) - 1;
}

/**
 * Returns a line for each figure that is worse beyond its noise by more than `percent`.
 *
 * @param percent 0 for any regression
 */
export function findRegressions({ rows }: Comparison, percent: number): string[] {
  return rows.flatMap(({ map, without, figures }) =>
    figures.flatMap(({ label, a, b, ratio, interval, verdict, isMoreBetter, format }) => {
      if (verdict !== "worse" || a === null || b === null) return [];
      // A ratio to 0 does not exist; it counts as above any percentage.
      const ends = interval === null ? ratio : isMoreBetter ? interval.high : interval.low;
      if (ends !== null && worseBy(ends, isMoreBetter) * 100 <= percent) return [];
      const name = [map, describeWithout(without)].filter(Boolean).join(" ");
      const range =
        interval === null
          ? ""
          : `, ${formatRatio(interval.low)} to ${formatRatio(interval.high)} with 95 % confidence`;
      const by = ratio === null ? "" : ` (${formatRatio(ratio)}${range})`;
      return [`${name}: ${label} is worse, ${format(b)} after ${format(a)}${by}`];
    }),
  );
}
