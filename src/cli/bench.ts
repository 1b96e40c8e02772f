/** `visleaf bench`: what maps cost to load and to draw, and how two such reports compare. */

import { access, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { compareReports, IncomparableError } from "../bench/compare-reports.ts";
import { parseReport } from "../bench/parse-report.ts";
import { buildReportPage } from "../bench/plots/index.ts";
import { ABLATIONS, type BenchReport } from "../bench/report.ts";
import { tabulateAblations, tabulateComparison, tabulateReport } from "../bench/tables.ts";
import { DEFAULT_BENCH_OPTIONS } from "../bench/types.ts";
import { parseFlight } from "../viewer/flight.ts";
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

/** Standard output, as a file's name. */
const STDOUT = "-";

/**
 * `--json` stands alone, or before a file: `--json out.json`, `--json -`, `--json=FILE`. parseArgs has
 * no options with a value that may be left out.
 */
function joinJsonFile(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] !== "--json") {
      joined.push(args[i]);
      continue;
    }
    const next = args[i + 1];
    const isFile = next === STDOUT || /\.json$/i.test(next ?? "");
    joined.push(`--json=${isFile ? next : STDOUT}`);
    if (isFile) i++;
  }
  return joined;
}

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
  const { backend, host, cores, loadAverage, clockMs } = environment;
  const load = loadAverage === null ? "" : `, load ${loadAverage.toFixed(1)}`;
  const size = runs[0]?.size.join("x");
  return [
    `${adapter}, ${backend} (${host}), ${cores} cores${load}, clock step ${clockMs} ms`,
    `${size}, ${settings.frames} frames of ${settings.path}, ${settings.repeat} rounds, ${settings.side}`,
  ].join("\n");
}

function printReport(report: BenchReport): void {
  if (report.runs.length === 0) return;
  console.log(formatTable(tabulateReport(report)).join("\n"));
  const ablations = tabulateAblations(report);
  if (ablations.length > 0) console.log(`\n${formatTable(ablations).join("\n")}`);
  console.log(`\n${describeEnvironment(report)}`);
}

async function compareFiles(files: readonly string[], { json, report }: Outputs): Promise<void> {
  if (files.length !== 2) {
    throw new UsageError(`--compare wants two reports, got ${files.length}`, "bench");
  }
  const [a, b] = await Promise.all(files.map(readReport));
  try {
    const comparison = compareReports(a, b);
    await writePage([a, b], report);
    if (json !== undefined) await writeJson(comparison, json);
    if (json === STDOUT) return;
    console.log(formatTable(tabulateComparison(comparison)).join("\n"));
    console.log(`\n${files[1]} over ${files[0]}`);
    for (const warning of comparison.warnings) console.error(`visleaf: ${warning}`);
  } catch (error) {
    throw error instanceof IncomparableError ? new CliError(error.message) : error;
  }
}

async function runOn(backend: Backend, request: BenchRequest): Promise<BenchReport> {
  const progress = createBenchProgress();
  try {
    if (backend === "dawn") {
      const { benchOnDawn } = await import("./bench-dawn.ts");
      return await benchOnDawn(request, progress);
    }
    const { benchInChromium } = await import("./bench-chromium.ts");
    return await benchInChromium(request, progress);
  } finally {
    progress.finish();
  }
}

const { size, frames, repeat } = DEFAULT_BENCH_OPTIONS;

export const benchVerb: Verb = {
  help: `visleaf bench MAP... [options]
visleaf bench --compare A.json B.json [--json [FILE]] [--report FILE.html]

Times loading and drawing, over the same camera path every time, each frame by itself and with the GPU
idle before it. docs/benchmark.md says how, and describes the report field by field.

${contentHelp("  --content PATH          ")}
  --path FILE             a flight that was recorded in the page, or a list of cameras, a line each:
                          x y z pitch yaw t; else each map's own tour
  --size WIDTHxHEIGHT     pixels; ${size.join("x")}
  --frames N              poses of a round of the path; ${frames}
  --repeat N              rounds that are measured, after a first visit; ${repeat}
  --side hdr|ldr          the light to use where a map has both; hdr
  --ablations             each map again with each of these off: ${ABLATIONS.slice(0, 3).join(", ")},
                          ${ABLATIONS.slice(3).join(", ")}
  --backend chromium|dawn a browser without a window, or Node with the package webgpu; chromium
  --json [FILE]           the whole report as JSON, into FILE (.json), or on standard output in
                          place of the table
  --report FILE.html      the report as a page with plots
  --compare A.json B.json no run: the second report's figures over the first's

In the table, "Drawn / needed" is the world's triangles drawn over those in visible clusters and in
the view; "Allocated a frame" is on JavaScript's heap, WebGPU's own objects included. A run that breaks
off keeps what was measured, says why in "partial", and ends in exit code 1.`,

  async run(args) {
    const { values, positionals } = parseOptions("bench", joinJsonFile(args), {
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
    });
    const { json, report: page } = values;
    for (const file of [json === STDOUT ? undefined : json, page]) {
      if (file !== undefined) await checkOutput(file, [...positionals, ...values.content]);
    }
    if (values.compare !== undefined) {
      await compareFiles([values.compare, ...positionals], values);
      return;
    }
    if (positionals.length === 0) throw new UsageError("wants at least one map", "bench");
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
    await Promise.all(request.maps.map((map) => access(map)));
    const report = await runOn(backend, request);
    if (values.json !== undefined) await writeJson(report, values.json);
    if (values.json !== STDOUT) printReport(report);
    await writePage([report], values.report);
    if (report.partial !== null) {
      throw new CliError(`${report.partial}; ${report.runs.length} runs were kept`);
    }
  },
};
