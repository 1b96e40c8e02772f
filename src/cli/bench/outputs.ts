/** Writes the results of a benchmark: a table, JSON, or a page. */

import { buildReportPage } from "../../bench/plots/plot-style.ts";
import { describeBusyReport } from "../../bench/report/busy.ts";
import { compareAblations } from "../../bench/report/compare-reports.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import { tabulateComparison, tabulateReport } from "../../bench/report/tables.ts";
import { writeWhole } from "../files/write-whole.ts";
import { formatTable } from "../format-summary.ts";
import { printJson, printLines, say } from "../terminal.ts";

// Options with optional values, which parseArgs does not support: they become `--name=value`.

/** File name that means standard output. */
export const STDOUT = "-";

/** True if the argument after `--json` is its file: `--json out.json`, `--json -`. */
function isJsonFile(next: string | undefined): next is string {
  return next === STDOUT || /\.json$/i.test(next ?? "");
}

/** Joins options with their optional values. `--fail-on-regression` alone means 0 percent. */
export function joinOptionalValues(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (arg === "--fail-on-regression") {
      joined.push(`${arg}=0`);
    } else if (arg === "--json") {
      const next = args[i + 1];
      joined.push(`--json=${isJsonFile(next) ? next : STDOUT}`);
      if (isJsonFile(next)) i++;
    } else {
      joined.push(arg);
    }
  }
  return joined;
}

/**
 * Destinations of a result: the file of `--json`, the page of `--report`; without them, a table.
 */
export interface Outputs {
  readonly json?: string;
  readonly report?: string;
}

/** Rounds to six digits, since measurements are not more precise. */
const trim = (_: string, value: unknown) =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;

export async function writeJson(data: object, file: string): Promise<void> {
  if (file === STDOUT) printJson(data, trim);
  else await writeWhole(file, `${JSON.stringify(data, trim, 1)}\n`);
}

export async function writePage(reports: readonly BenchReport[], file: string | undefined) {
  if (file !== undefined) await writeWhole(file, await buildReportPage(reports));
}

export function describeEnvironment({
  adapter,
  environment,
  settings,
  runs,
}: BenchReport): string[] {
  const { backend, host, cores, loadAverage, timerJitterMs, clockMs } = environment;
  const load = loadAverage === null ? "" : `, load ${loadAverage.toFixed(1)}`;
  const jitter = timerJitterMs === null ? "" : `, timers up to ${timerJitterMs.toFixed(1)} ms late`;
  const size = runs[0]?.size.join("x");
  return [
    `${adapter}, ${backend} (${host}), ${cores} cores${load}${jitter}, clock step ${clockMs} ms`,
    `${size}, ${settings.frames} frames of ${settings.path}, ${settings.repeat} rounds, ${settings.side}`,
  ];
}

export function warnBusy(report: BenchReport): void {
  const busy = describeBusyReport(report);
  if (busy !== null) say(`WARNING: ${busy}`);
}

export function printReport(report: BenchReport): void {
  if (report.runs.length === 0) return;
  printLines(formatTable(tabulateReport(report)));
  const ablations = compareAblations(report);
  if (ablations.rows.length > 0) {
    printLines(["", ...formatTable(tabulateComparison(ablations))]);
  }
  printLines(["", ...describeEnvironment(report)]);
}
