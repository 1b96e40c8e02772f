/**
 * Runs a verb on many files, each in a process of its own, several at once. Output is printed in
 * the order of the files; the exit code is the worst one.
 */

import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import {
  CliError,
  EXIT_BAD_FILE,
  EXIT_DONE,
  EXIT_FAILED,
  EXIT_FOUND,
  type ExitCode,
} from "../errors.ts";
import { catchSignals } from "../files/write-whole.ts";
import { printJson, printLines, say, sayLine } from "../terminal.ts";
import type { ListedFile } from "./list-files.ts";
import { type ChildResult, messagesOf, runChild } from "./run-child.ts";

/** The output of one file. */
export interface ManyOutput {
  /** Value of `--out` for the file. */
  readonly out: string;
  /** Files that the verb writes for it. */
  readonly written: readonly string[];
}

export interface ManyRun {
  readonly verb: string;
  readonly files: readonly ListedFile[];
  /** Options for each file. */
  readonly options: readonly string[];
  /** Largest number of processes. */
  readonly jobs: number;
  /** Whether each file's output is JSON: they are printed as one array. */
  readonly isJson: boolean;
  /** Names the output of a file; null for verbs that write nothing. */
  outputOf(file: ListedFile): ManyOutput | null;
  /** Whether outputs are written again that are newer than their map. */
  readonly force: boolean;
}

/** Exit codes from best to worst. */
const BY_WORST: readonly ExitCode[] = [EXIT_DONE, EXIT_FOUND, EXIT_BAD_FILE, EXIT_FAILED];

const isExitCode = (code: number | null): code is ExitCode => BY_WORST.includes(code as ExitCode);

/** Returns the worse of two exit codes. */
const worse = (a: ExitCode, b: ExitCode): ExitCode =>
  BY_WORST.indexOf(a) > BY_WORST.indexOf(b) ? a : b;

const MOST_JOBS = 64;

/** @throws CliError unless it is a number of processes */
export function parseJobs(text: string): number {
  const jobs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (jobs >= 1 && jobs <= MOST_JOBS) return jobs;
  throw new CliError(`--jobs is 1 to ${MOST_JOBS}, not "${text}"`);
}

type OptionValue = string | boolean | readonly string[] | undefined;

/** Returns the command line of parsed options, without those named. */
export function optionsAsArgs(
  values: Readonly<Record<string, OptionValue>>,
  without: readonly string[],
): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (without.includes(name) || value === undefined || value === false) return [];
    if (value === true) return [`--${name}`];
    return typeof value === "string"
      ? [`--${name}=${value}`]
      : value.map((each) => `--${name}=${each}`);
  });
}

/**
 * Calls `work` for all items, at most `jobs` at once, in order. Starts no more after `signal` is
 * aborted.
 */
export async function inJobs<T>(
  items: readonly T[],
  jobs: number,
  signal: AbortSignal,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < items.length && !signal.aborted) {
      const index = next++;
      await work(items[index], index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, run));
}

/** True if all outputs of a file are newer than it. */
async function isUpToDate(path: string, written: readonly string[]): Promise<boolean> {
  const times = await Promise.all(
    [path, ...written].map(async (each) => (await stat(each).catch(() => null))?.mtimeMs),
  );
  const [source, ...outputs] = times;
  return source !== undefined && outputs.every((time) => time !== undefined && time >= source);
}

/** @throws CliError if two files have the same output */
function refuseSameOutputs({ files, outputOf }: ManyRun): void {
  const paths = new Map<string, string>();
  for (const file of files) {
    const out = outputOf(file)?.out.toLowerCase();
    if (out === undefined) continue;
    const other = paths.get(out);
    if (other !== undefined) {
      throw new CliError(
        `${other} and ${file.path} have the same output: name their folder instead`,
      );
    }
    paths.set(out, file.path);
  }
}

type Outcome = ChildResult | "skipped" | undefined;

/** Runs the verb on each file. @throws CliError if two files have the same output */
export async function runMany(run: ManyRun): Promise<ExitCode> {
  const { verb, files, options, jobs, isJson, outputOf, force } = run;
  refuseSameOutputs(run);
  const outcomes: Outcome[] = Array.from({ length: files.length }, () => undefined);
  const printer = createPrinter(run, outcomes);
  const controller = new AbortController();
  const stopCatching = catchSignals(() => controller.abort());
  try {
    await inJobs(files, jobs, controller.signal, async (file, index) => {
      const output = outputOf(file);
      if (output !== null && !force && (await isUpToDate(file.path, output.written))) {
        outcomes[index] = "skipped";
      } else {
        if (output !== null) await mkdir(dirname(output.out), { recursive: true });
        const out = output === null ? [] : [`--out=${output.out}`];
        // A path may begin with a minus sign.
        const args = [verb, ...options, ...out, "--", file.path];
        const result = await runChild(args, controller.signal);
        if (!controller.signal.aborted) outcomes[index] = result;
      }
      printer.print();
    });
  } finally {
    stopCatching();
  }
  printer.finish();
  if (isJson) printJson(printer.rows);
  say(summarize(outcomes));
  if (controller.signal.aborted) return EXIT_FAILED;
  return outcomes.reduce<ExitCode>((worst, outcome) => worse(worst, codeOf(outcome)), EXIT_DONE);
}

function codeOf(outcome: Outcome): ExitCode {
  if (outcome === undefined) return EXIT_FAILED;
  if (outcome === "skipped") return EXIT_DONE;
  return isExitCode(outcome.code) ? outcome.code : EXIT_FAILED;
}

/** Prints outcomes in the order of the files, as soon as those before have ended. */
function createPrinter({ verb, files, isJson, outputOf }: ManyRun, outcomes: readonly Outcome[]) {
  /** Rows of the JSON array. */
  const rows: unknown[] = [];
  let next = 0;
  const printOne = (file: ListedFile, outcome: ChildResult): void => {
    for (const line of outcome.stderr.split("\n")) {
      // The error of a bad file, as a verb prints it with --json.
      if (line.startsWith("{")) sayLine(JSON.stringify({ file: file.path, ...JSON.parse(line) }));
    }
    if (!isJson || !outcome.stderr.includes('{"error"')) {
      for (const message of messagesOf(outcome)) {
        say(message.includes(file.path) ? message : `${file.path}: ${message}`);
      }
    }
    const text = outcome.stdout.trimEnd();
    if (isJson) {
      if (text !== "") rows.push(...rowsOf(file, JSON.parse(text)));
    } else if (text !== "") {
      printLines(text.split("\n"));
    } else if (outcome.code === EXIT_DONE) {
      printLines((outputOf(file)?.written ?? []).map((path) => `wrote ${path}`));
    }
  };
  const print = (): void => {
    for (; next < files.length; next++) {
      const outcome = outcomes[next];
      if (outcome === undefined) return;
      if (outcome !== "skipped") printOne(files[next], outcome);
    }
  };
  const finish = (): void => {
    // After an interrupt, files without an outcome lie between those with one.
    for (; next < files.length; next++) print();
  };
  return { rows, print, finish, verb };
}

/** Names the file of an object; `check` prints arrays, whose objects name their maps. */
const rowsOf = (file: ListedFile, value: object): readonly unknown[] =>
  Array.isArray(value) ? value : [{ file: file.path, ...value }];

/** Returns `12 files: 9 done, 2 up to date, 1 bad`. */
function summarize(outcomes: readonly Outcome[]): string {
  const count = (wanted: (outcome: Outcome) => boolean) => outcomes.filter(wanted).length;
  const withCode = (code: ExitCode) =>
    count((one) => one !== "skipped" && one !== undefined && codeOf(one) === code);
  const parts: readonly (readonly [number, string])[] = [
    [withCode(EXIT_DONE), "done"],
    [withCode(EXIT_FOUND), "with findings"],
    [count((one) => one === "skipped"), "up to date"],
    [withCode(EXIT_BAD_FILE), "bad"],
    [withCode(EXIT_FAILED), "failed"],
    [count((one) => one === undefined), "not begun"],
  ];
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return `${outcomes.length} files: ${told.join(", ")}`;
}
