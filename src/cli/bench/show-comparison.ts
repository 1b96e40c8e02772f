/** A comparison on the terminal or as JSON, and what it means for the exit code. */

import { findRegressions } from "../../bench/compare/find-regressions.ts";
import type { Comparison } from "../../bench/report/compare-reports.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import { tabulateComparison } from "../../bench/report/tables.ts";
import { CliError } from "../errors.ts";
import { formatTable } from "../format-summary.ts";
import { printLines, say } from "../terminal.ts";

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
