/** `visleaf bench`: what maps cost to load and to draw, and how two such reports compare. */

import { access, readFile } from "node:fs/promises";
import { basename } from "node:path";
import {
  type Comparison,
  compareAblations,
  compareReports,
  IncomparableError,
} from "../bench/compare-reports.ts";
import { describeBusyReport } from "../bench/noise/busy.ts";
import { parseReport } from "../bench/parse-report.ts";
import { buildReportPage } from "../bench/plots/index.ts";
import { ABLATIONS, type BenchReport } from "../bench/report.ts";
import { tabulateComparison, tabulateReport } from "../bench/tables.ts";
import { DEFAULT_BENCH_OPTIONS } from "../bench/types.ts";
import { parseFlight } from "../viewer/flight.ts";
import { type CompareTarget, parseCompareTarget } from "./bench/compare-target.ts";
import { joinOptionalValues, STDOUT } from "./bench/optional-values.ts";
import { type BenchSide, runStarts } from "./bench/run-starts.ts";
import { comparisonData, failOnRegression, printComparison } from "./bench/show-comparison.ts";
import { createBenchProgress } from "./bench-progress.ts";
import type { BenchRequest } from "./bench-request.ts";
import { contentHelp } from "./content/content-help.ts";
import { openContent, printProblems } from "./content/open-content.ts";
import { CliError, UsageError } from "./errors.ts";
import { formatTable } from "./format-summary.ts";
import { parseSide } from "./map-file.ts";
import { parseOptions, parseSize } from "./parse-options.ts";
import type { Verb } from "./run-command.ts";
import { checkOutput, writeWhole } from "./write-whole.ts";

const MAX_FRAMES = 100_000;
const MAX_REPEAT = 1000;
/** Larger than any device's textures: what a device can make it says itself. */
const MAX_EDGE = 65_535;
const BACKENDS = ["chromium", "dawn"] as const;
type Backend = (typeof BACKENDS)[number];

function parseCount(option: string, text: string, max: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= max) return count;
  throw new UsageError(`${option} is a whole number from 1 to ${max}, not "${text}"`, "bench");
}

function parseBackend(text: string): Backend {
  const backend = BACKENDS.find((name) => name === text);
  if (backend) return backend;
  throw new UsageError(`--backend is ${BACKENDS.join(" or ")}, not "${text}"`, "bench");
}

/** Of `--fail-on-regression`; null: it was not given. */
function parsePercent(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text)) return Number(text);
  throw new UsageError(`--fail-on-regression is in percent, not "${text}"`, "bench");
}

async function readPath(file: string | undefined): Promise<BenchRequest["path"]> {
  if (file === undefined) return null;
  const path = { name: basename(file), text: await readFile(file, "utf8") };
  parseFlight(path.text, file);
  return path;
}

const readReport = async (file: string) => parseReport(await readFile(file, "utf8"), file);

/** Where a result goes: `--json` with its file, `--report`, or else to a person. */
interface Outputs {
  readonly json?: string;
  readonly report?: string;
}

/** Six digits are more than a measurement has. */
const trim = (_: string, value: unknown) =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;

async function writeJson(data: object, file: string): Promise<void> {
  if (file === STDOUT) console.log(JSON.stringify(data, trim));
  else await writeWhole(file, `${JSON.stringify(data, trim, 1)}\n`);
}

async function writePage(reports: readonly BenchReport[], file: string | undefined) {
  if (file !== undefined) await writeWhole(file, await buildReportPage(reports));
}

function describeEnvironment({ adapter, environment, settings, runs }: BenchReport): string {
  const { backend, host, cores, loadAverage, timerJitterMs, clockMs } = environment;
  const load = loadAverage === null ? "" : `, load ${loadAverage.toFixed(1)}`;
  const jitter = timerJitterMs === null ? "" : `, timers up to ${timerJitterMs.toFixed(1)} ms late`;
  const size = runs[0]?.size.join("x");
  return [
    `${adapter}, ${backend} (${host}), ${cores} cores${load}${jitter}, clock step ${clockMs} ms`,
    `${size}, ${settings.frames} frames of ${settings.path}, ${settings.repeat} rounds, ${settings.side}`,
  ].join("\n");
}

function warnBusy(report: BenchReport): void {
  const busy = describeBusyReport(report);
  if (busy !== null) console.error(`visleaf: WARNING: ${busy}`);
}

function printReport(report: BenchReport): void {
  if (report.runs.length === 0) return;
  console.log(formatTable(tabulateReport(report)).join("\n"));
  const ablations = compareAblations(report);
  if (ablations.rows.length > 0) {
    console.log(`\n${formatTable(tabulateComparison(ablations)).join("\n")}`);
  }
  console.log(`\n${describeEnvironment(report)}`);
}

/** @throws CliError for reports that say nothing about each other */
function compareOrRefuse(a: BenchReport, b: BenchReport): Comparison {
  try {
    return compareReports(a, b);
  } catch (error) {
    throw error instanceof IncomparableError ? new CliError(error.message) : error;
  }
}

async function compareFiles(files: readonly string[], { json, report }: Outputs) {
  if (files.length !== 2) {
    throw new UsageError(`--compare wants two reports, got ${files.length}`, "bench");
  }
  const [a, b] = await Promise.all(files.map(readReport));
  const comparison = compareOrRefuse(a, b);
  await writePage([a, b], report);
  if (json !== undefined) await writeJson(comparisonData(comparison), json);
  if (json !== STDOUT) printComparison(comparison, `${files[1]} over ${files[0]}`);
  return comparison;
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
async function runOn(
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
async function runAgainst(
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
  const comparison = isBuild
    ? compareOrRefuse(reports[0], reports[1])
    : compareAblations(reports[0]);
  await writePage(reports, page);
  if (json !== undefined) await writeJson(comparisonData(comparison, reports), json);
  if (json !== STDOUT) {
    const title = isBuild ? `this build over ${target.folder}` : "without the switch over with it";
    printComparison(comparison, `${title}, round by round in turns`);
    console.log(describeEnvironment(reports[0]));
  }
  return [comparison, reports[0]];
}

const { size, frames, repeat } = DEFAULT_BENCH_OPTIONS;

export const benchVerb: Verb = {
  help: `visleaf bench MAP... [options]
visleaf bench MAP... --compare SWITCH=off|FOLDER [options]
visleaf bench --compare A.json B.json [--json [FILE]] [--report FILE.html]

Times loading and drawing, over the same camera path every time, each frame by itself and with the GPU
idle before it. docs/benchmark.md says how, and describes the report field by field.

${contentHelp("  --content PATH          ")}
  --path FILE             a flight that was recorded in the page, or a list of cameras, a line each:
                          x y z pitch yaw t; else each map's own tour
  --size WIDTHxHEIGHT     pixels; ${size.join("x")}
  --frames N              poses of a round of the path; ${frames}
  --repeat N              starts, each with a first visit and a measured round; ${repeat}, the fewest that
                          noise can be told from
  --side hdr|ldr          the light to use where a map has both; hdr
  --ablations             each map again with each of these off: ${ABLATIONS.slice(0, 3).join(", ")},
                          ${ABLATIONS.slice(3).join(", ")}
  --backend chromium|dawn a browser without a window, or Node with the package webgpu; chromium
  --json [FILE]           the whole report as JSON, into FILE (.json), or on standard output in
                          place of the table
  --report FILE.html      the report as a page with plots
  --compare SWITCH=off    in turns with and without one of the switches above
  --compare FOLDER        in turns with another visleaf: a checkout, an installed package or its dist
  --compare A.json B.json no run: the second report's figures over the first's
  --baseline FILE.json    this run's figures over those of an older report
  --fail-on-regression[=PERCENT]
                          after a comparison: exit code 1, and a line for each, where figures are worse
                          by more than their noise and by more than PERCENT, 0

In the table, "Drawn / needed" is the world's triangles drawn over those in visible clusters and in
the view; "Allocated a frame" is on JavaScript's heap, WebGPU's own objects included; the range after a
figure is where its median lies with 95 % confidence. A run that breaks off keeps what was measured,
says why in "partial", and ends in exit code 1.`,

  async run(args) {
    const { values, positionals } = parseOptions("bench", joinOptionalValues(args), {
      content: { type: "string", multiple: true, default: [] },
      path: { type: "string" },
      size: { type: "string", default: size.join("x") },
      frames: { type: "string", default: String(frames) },
      repeat: { type: "string", default: String(repeat) },
      side: { type: "string", default: DEFAULT_BENCH_OPTIONS.side },
      ablations: { type: "boolean", default: false },
      backend: { type: "string", default: BACKENDS[0] },
      json: { type: "string" },
      report: { type: "string" },
      compare: { type: "string" },
      baseline: { type: "string" },
      "fail-on-regression": { type: "string" },
    });
    const { json, report: page } = values;
    for (const file of [json === STDOUT ? undefined : json, page]) {
      if (file !== undefined) await checkOutput(file, [...positionals, ...values.content]);
    }
    const { compare, baseline } = values;
    const percent = parsePercent(values["fail-on-regression"]);
    const judge = (comparison: Comparison): void => {
      if (percent !== null) failOnRegression(comparison, percent);
    };
    if (compare !== undefined && baseline !== undefined) {
      throw new UsageError("--compare and --baseline are two comparisons: take one", "bench");
    }
    if (compare === undefined && baseline === undefined && percent !== null) {
      throw new UsageError("--fail-on-regression wants --compare or --baseline", "bench");
    }
    if (compare !== undefined && /\.json$/i.test(compare)) {
      judge(await compareFiles([compare, ...positionals], values));
      return;
    }
    if (positionals.length === 0) throw new UsageError("wants at least one map", "bench");
    const target = compare === undefined ? null : parseCompareTarget(compare);
    const backend = parseBackend(values.backend);
    const content = await openContent(values.content);
    printProblems(content);
    const request: BenchRequest = {
      maps: positionals,
      content: content.sources,
      size: parseSize("bench", "--size", values.size, MAX_EDGE),
      side: parseSide("bench", values.side),
      frames: parseCount("--frames", values.frames, MAX_FRAMES),
      repeat: parseCount("--repeat", values.repeat, MAX_REPEAT),
      path: await readPath(values.path),
      ablations: values.ablations ? ABLATIONS : [],
    };
    // What is not there is said before a browser is started for it.
    const others = target?.kind === "build" ? [target.folder] : [];
    await Promise.all([...request.maps, ...others].map((path) => access(path)));
    const before = baseline === undefined ? null : await readReport(baseline);
    if (target !== null) {
      const [comparison, report] = await runAgainst(backend, request, target, values);
      endPartial(report);
      judge(comparison);
      return;
    }
    const [report] = await runOn(backend, request, [null]);
    if (values.json !== undefined) await writeJson(report, values.json);
    if (values.json !== STDOUT) printReport(report);
    warnBusy(report);
    await writePage(before === null ? [report] : [before, report], values.report);
    endPartial(report);
    if (before === null) return;
    const comparison = compareOrRefuse(before, report);
    if (values.json !== STDOUT) printComparison(comparison, `this run over ${baseline}`);
    judge(comparison);
  },
};

/** @throws CliError for a report that broke off */
function endPartial({ partial, runs }: BenchReport): void {
  if (partial !== null) throw new CliError(`${partial}; ${runs.length} runs were kept`);
}
