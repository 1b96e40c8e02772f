/**
 * Mutates source files in a copy of the project, runs the tests that reach each, and lists the
 * mutants that no test notices.
 *
 *     npm run mutate                             lines changed since the branch left main
 *     npm run mutate -- --base v0.1.0            lines changed since another commit
 *     npm run mutate -- src/math/polygon.ts      whole files
 *     npm run mutate -- FILE --only sign index   two operators (docs/testing.md lists them)
 *     npm run mutate -- FILE --tests TEST        other tests than the unit tests
 *     npm run mutate -- --most 30 --minutes 5    limits; those are the defaults
 */

import { execFileSync } from "node:child_process";
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ImportGraph } from "../support/runner/import-graph.ts";
import { listTests } from "../support/runner/list-tests.ts";
import { isSource, listMutants, readSource } from "./list-mutants.ts";
import { lineOf, type Mutant, plantMutant } from "./mutant.ts";
import { ProjectCopy } from "./project-copy.ts";

/** Tests per mutant: the nearest by imports. A farther one rarely notices more. */
const MOST_TESTS = 15;

/** A mutant whose tests take so many times as long as without it loops. */
const LATE = 6;

interface Target {
  readonly file: string;
  readonly source: string;
  readonly mutants: readonly Mutant[];
  /** Nearest first. */
  readonly tests: readonly string[];
}

/** Returns the exit code: 1 if a mutant survives or a test fails without one. */
export async function runMutants(root: string, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      changed: { type: "boolean" },
      base: { type: "string" },
      only: { type: "string", multiple: true, default: [] },
      tests: { type: "string", multiple: true, default: [] },
      most: { type: "string", default: "30" },
      minutes: { type: "string", default: "5" },
    },
  });
  const most = readCount(values.most, "--most");
  const end = performance.now() + readCount(values.minutes, "--minutes") * 60_000;
  const changes =
    positionals.length > 0
      ? new Map(positionals.map((path) => [toName(root, path), null] as const))
      : listChangedLines(root, values.base ?? findBase(root));
  const nearest = values.tests.length > 0 ? () => values.tests : createNearestTests(root);
  const targets: Target[] = [];
  for (const [file, lines] of changes) {
    const source = readSource(root, file);
    const mutants = listMutants(file, source).filter(
      (mutant) =>
        (lines === null || lines.has(lineOf(source, mutant))) &&
        (values.only.length === 0 || values.only.includes(mutant.operator)),
    );
    const tests = nearest(file);
    if (tests.length === 0) console.log(`no unit test reaches ${file}; name some by --tests`);
    else if (mutants.length > 0) targets.push({ file, source, mutants, tests });
  }
  if (targets.length === 0) {
    console.log("nothing to mutate");
    return 0;
  }
  const copy = new ProjectCopy(root);
  try {
    return await mutateAll(copy, targets, most, end);
  } finally {
    copy.remove();
  }
}

function readCount(text: string, option: string): number {
  const count = Number(text);
  if (!(count > 0)) throw new Error(`${option} is a number above 0, not ${text}`);
  return count;
}

function toName(root: string, path: string): string {
  const name = relative(root, resolve(path)).replaceAll("\\", "/");
  if (!isSource(name)) throw new Error(`${path} is not a source file of src or shaders`);
  return name;
}

const git = (root: string, ...args: string[]): string =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });

/** Returns the commit at which the branch left main; on main itself, only uncommitted lines count. */
const findBase = (root: string): string => git(root, "merge-base", "main", "HEAD").trim();

/** Lists the changed lines of each source file. */
function listChangedLines(root: string, base: string): Map<string, ReadonlySet<number>> {
  const changes = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const row of git(
    root,
    "diff",
    "-U0",
    "--no-color",
    "--no-renames",
    base,
    "--",
    "src",
    "shaders",
  ).split("\n")) {
    const file = /^\+\+\+ b\/(.*)/.exec(row)?.[1];
    if (file !== undefined) {
      lines = new Set();
      if (isSource(file)) changes.set(file, lines);
    }
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(row);
    if (hunk === null) continue;
    const first = Number(hunk[1]);
    for (let line = first; line < first + Number(hunk[2] ?? 1); line++) lines.add(line);
  }
  return changes;
}

/** Returns the unit tests that reach a file, nearest first. */
function createNearestTests(root: string): (file: string) => string[] {
  const graph = new ImportGraph(root);
  const reached = listTests().unit.map((test) => [test, graph.reach(test)] as const);
  return (file) =>
    reached
      .map(([test, distances]) => [test, distances.get(file)] as const)
      .filter((row): row is readonly [string, number] => row[1] !== undefined)
      .sort((a, b) => a[1] - b[1])
      .slice(0, MOST_TESTS)
      .map(([test]) => test);
}

async function mutateAll(
  copy: ProjectCopy,
  targets: readonly Target[],
  most: number,
  end: number,
): Promise<number> {
  const survivors: string[] = [];
  let count = 0;
  let share = most;
  for (const [i, { file, source, mutants, tests }] of targets.entries()) {
    const start = performance.now();
    const { failed, isLate } = await copy.runTests(tests, (end - start) / 1000);
    if (failed.length > 0) throw new Error(`fails without a mutant: ${failed.join(", ")}`);
    if (isLate) break;
    const seconds = ((performance.now() - start) / 1000) * LATE + 10;
    const chosen = sampleMutants(mutants, Math.ceil(share / (targets.length - i)));
    share -= chosen.length;
    console.log(`${file}: ${chosen.length} of ${mutants.length} mutants, ${tests.length} tests`);
    for (const mutant of chosen) {
      if (performance.now() > end) break;
      copy.write(file, plantMutant(source, mutant));
      const isNoticed = await failsTest(copy, tests, seconds);
      copy.write(file, source);
      count++;
      if (isNoticed) continue;
      const code = mutant.code.replace(/\s+/g, " ").trim();
      survivors.push(
        `${file}:${lineOf(source, mutant)} ${mutant.operator}: ${mutant.site}  →  ${code}`,
      );
      console.log(`  SURVIVES ${survivors.at(-1)}`);
    }
  }
  console.log(`${count - survivors.length} of ${count} mutants are noticed`);
  if (performance.now() > end) console.log("the time is over before all mutants were planted");
  return survivors.length > 0 ? 1 : 0;
}

/** Most mutants fail the nearest test, which therefore runs alone, and few reach the farther ones. */
async function failsTest(
  copy: ProjectCopy,
  tests: readonly string[],
  seconds: number,
): Promise<boolean> {
  for (const [from, to] of [
    [0, 1],
    [1, 5],
    [5, tests.length],
  ]) {
    const files = tests.slice(from, to);
    if (files.length === 0) return false;
    const { failed, isLate } = await copy.runTests(files, seconds);
    if (isLate || failed.length > 0) return true;
  }
  return false;
}

/** Chooses mutants of all operators in equal numbers, spread over the file. */
function sampleMutants(mutants: readonly Mutant[], most: number): Mutant[] {
  const operators = [...new Set(mutants.map(({ operator }) => operator))];
  const chosen: Mutant[] = [];
  const open = operators
    .map((name) => mutants.filter(({ operator }) => operator === name))
    .sort((a, b) => a.length - b.length);
  for (const [i, list] of open.entries()) {
    const share = Math.min(list.length, Math.ceil((most - chosen.length) / (open.length - i)));
    for (let k = 0; k < share; k++)
      chosen.push(list[Math.floor(((k + 0.5) * list.length) / share)]);
  }
  return chosen.sort((a, b) => a.start - b.start);
}
