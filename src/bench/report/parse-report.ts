/** Parses reports from other machines, other versions, or other programs. */

import { FormatError } from "../../core/errors.ts";
import { BENCH_SCHEMA, type BenchReport, type BenchRun } from "./report.ts";

/**
 * Expected type of a value: a type's name, with `?` if it may be null, or the types of its fields.
 */
type Shape = "string" | "number" | "number?" | "string?" | "numbers" | "strings" | Fields;

interface Fields {
  readonly [name: string]: Shape;
}

const DISTRIBUTION = {
  median: "number",
  p95: "number",
  p99: "number",
  p999: "number",
  worst: "number",
} as const;

/** Fields that tables, plots and comparisons need. */
const REPORT: Fields = {
  adapter: "string",
  environment: {
    visleaf: "string",
    commit: "string?",
    backend: "string",
    host: "string",
    cores: "number",
    features: "strings",
    date: "string",
  },
  settings: { side: "string", fov: "number", frames: "number", repeat: "number", path: "string" },
  partial: "string?",
};

const RUN: Fields = {
  map: "string",
  sha256: "string",
  size: "numbers",
  without: "strings",
  frames: "number",
  js: DISTRIBUTION,
  firstVisit: DISTRIBUTION,
  hitches: { firstVisit: "number", measured: "number" },
  passes: {},
  draws: { world: "number", props: "number", total: "number" },
  triangles: { submitted: "number", visible: "number" },
  instances: "number",
  allocatedBytesPerFrame: "number?",
  load: { firstFrameMs: "number", completeMs: "number", megabytesPerSecond: "number" },
  memory: {},
  samples: { js: "numbers", triangles: "numbers" },
};

const ROUND: Fields = { js: DISTRIBUTION, referenceMs: "number" };

const START: Fields = {
  firstVisit: DISTRIBUTION,
  load: { firstFrameMs: "number", completeMs: "number", megabytesPerSecond: "number" },
  allocatedBytesPerFrame: "number?",
};

const isNumber = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const isString = (value: unknown) => typeof value === "string";
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: isString,
  number: isNumber,
  "string?": (value) => value === null || isString(value),
  "number?": (value) => value === null || isNumber(value),
  strings: (value) => Array.isArray(value) && value.every(isString),
  numbers: (value) => Array.isArray(value) && value.every(isNumber),
};

/** Returns the path of the first invalid field, or `null`. */
function findFault(value: unknown, shape: Shape, path: string): string | null {
  if (typeof shape === "string") return CHECKS[shape](value) ? null : path;
  if (!isObject(value)) return path;
  for (const [name, inner] of Object.entries(shape)) {
    const fault = findFault(value[name], inner, path === "" ? name : `${path}.${name}`);
    if (fault !== null) return fault;
  }
  return null;
}

/**
 * @param name file name for messages
 * @throws FormatError if the text is not a report, or has another schema
 */
export function parseReport(text: string, name: string): BenchReport {
  const fail = (code: "syntax" | "bad-version" | "bad-value", expected: string): never => {
    throw new FormatError({ format: "bench report", code, where: name, offset: 0, expected });
  };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return fail("syntax", "valid JSON");
  }
  if (!isObject(data) || data.schema !== BENCH_SCHEMA) {
    return fail("bad-version", `a report of schema "${BENCH_SCHEMA}"`);
  }
  const runs = data.runs;
  if (!Array.isArray(runs)) return fail("bad-value", "an array in runs");
  const fault =
    findFault(data, REPORT, "") ??
    runs.reduce<string | null>(
      (found, run, i) =>
        found ??
        findFault(run, RUN, `runs[${i}]`) ??
        findDistributionFault(run, `runs[${i}]`) ??
        findRoundFault(run, `runs[${i}]`),
      null,
    );
  if (fault !== null) return fail("bad-value", `a value of the schema's type in ${fault}`);
  return completeReport(data as unknown as BenchReport);
}

/** Adds empty values for fields that older versions lack. */
export function completeReport(report: BenchReport): BenchReport {
  const { environment, runs, series } = report;
  return {
    ...report,
    environment: { ...environment, timerJitterMs: environment.timerJitterMs ?? null },
    runs: runs.map((run) => ({ ...run, steps: run.steps ?? {}, rounds: run.rounds ?? [] })),
    series: series ?? null,
  };
}

/** Checks times that some adapters or older reports lack. */
function findDistributionFault(
  times: Pick<BenchRun, "gpu" | "encode" | "submit" | "floor">,
  path: string,
): string | null {
  if (times.gpu !== null) {
    const fault = findFault(times.gpu, DISTRIBUTION, `${path}.gpu`);
    if (fault !== null) return fault;
  }
  for (const name of ["encode", "submit", "floor"] as const) {
    if (times[name] === undefined) continue;
    const fault = findFault(times[name], DISTRIBUTION, `${path}.${name}`);
    if (fault !== null) return fault;
  }
  return null;
}

/** Checks rounds and steps; the first reports had neither. */
function findRoundFault({ rounds, steps }: Partial<BenchRun>, path: string): string | null {
  if (steps !== undefined && !Object.values(steps ?? { is: null }).every(isNumber)) {
    return `${path}.steps`;
  }
  if (rounds === undefined) return null;
  if (!Array.isArray(rounds)) return `${path}.rounds`;
  for (const [i, round] of rounds.entries()) {
    const at = `${path}.rounds[${i}]`;
    const fault =
      findFault(round, ROUND, at) ??
      findDistributionFault(round, at) ??
      (round.start === null ? null : findFault(round.start, START, `${at}.start`));
    if (fault !== null) return fault;
  }
  return null;
}
