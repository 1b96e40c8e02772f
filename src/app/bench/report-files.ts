/** Reports from files and to files. */

import { buildReportPage } from "../../bench/plots/index.ts";
import { parseReport } from "../../bench/report/parse-report.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import { saveFile, timeStamp } from "../files/save-file.ts";

/** A report of a hundred runs of ten thousand frames is smaller. */
const MAX_REPORT_BYTES = 2 ** 26;

export interface NamedReport {
  readonly name: string;
  readonly report: BenchReport;
}

/** Rejects with one sentence about the file that is no report. */
export async function readReport(file: File): Promise<NamedReport> {
  if (file.size > MAX_REPORT_BYTES) throw new Error(`${file.name} is too large for a report`);
  return { name: file.name, report: parseReport(await file.text(), file.name) };
}

function fileName(report: BenchReport, extension: string): string {
  const maps = [...new Set(report.runs.map((run) => run.map))];
  const map = maps.length === 1 ? maps[0].replace(/[^\w.-]+/g, "_") : "visleaf";
  return `${map}_bench_${timeStamp(new Date(report.environment.date))}.${extension}`;
}

export function saveReport(report: BenchReport): string {
  const name = fileName(report, "json");
  saveFile(name, new Blob([JSON.stringify(report, null, 1)], { type: "application/json" }));
  return `Saved ${name}`;
}

export async function saveReportPage(reports: readonly BenchReport[]): Promise<string> {
  const name = fileName(reports[0], "html");
  saveFile(name, new Blob([await buildReportPage(reports)], { type: "text/html" }));
  return `Saved ${name}`;
}
