/**
 * Plants faults one by one in a copy of the project, and runs the tests that must notice each.
 *
 *     npm run faults                     all of them, which takes long
 *     npm run faults -- sky luxels       those whose names contain one of the words
 *     npm run faults -- --part 2/4       every fourth, from the second on
 *     npm run faults -- --list           prints a table of them; runs nothing
 */

import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Fault } from "./fault.ts";
import { FAULTS } from "./faults.ts";
import { findPlantings, findTest, listTests, readSources } from "./find-faults.ts";
import { listFaults } from "./list-faults.ts";

type TestFile = Fault["caughtBy"][number];

/** Returns the exit code: 1 if a fault is silent, or a test fails without one. */
export async function runFaults(root: string, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { part: { type: "string" }, list: { type: "boolean", default: false } },
  });
  if (values.list) {
    process.stdout.write(listFaults(FAULTS, readSources(root)));
    return 0;
  }
  const tests = listTests(root);
  const faults = selectFaults(positionals, values.part).map((fault) => ({
    ...fault,
    caughtBy: fault.caughtBy.map(([file, test]): TestFile => [findTest(file, tests), test]),
  }));
  const copy = copyProject(root);
  try {
    return await plantAll(copy, faults);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function selectFaults(words: readonly string[], part = "1/1"): Fault[] {
  const named = FAULTS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const [nth, parts] = part.split("/").map(Number);
  if (!(nth >= 1 && nth <= parts)) throw new Error(`--part is like 2/4, not ${part}`);
  return named.filter((_, row) => row % parts === nth - 1);
}

/** Copies all project files that git does not ignore, with their current content. */
function copyProject(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), "visleaf-faults-"));
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const deleted = execFileSync("git", ["ls-files", "-d", "-z"], { cwd: root, encoding: "utf8" });
  const gone = new Set(deleted.split("\0"));
  for (const file of listed.split("\0")) {
    if (file !== "" && !gone.has(file)) cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir");
  return copy;
}

async function plantAll(copy: string, faults: readonly Fault[]): Promise<number> {
  const sources = readSources(copy);
  const files = new Set(faults.flatMap(({ caughtBy }) => caughtBy.map(([file]) => file)));
  const failing = await listFailingFiles(copy, [...files]);
  for (const test of failing) console.log(`fails without a fault: ${test}`);
  if (failing.length > 0) return 1;
  let silent = 0;
  for (const fault of faults) {
    const plantings = findPlantings(fault, sources);
    const planted = new Map<string, string>();
    for (const { file, text, fault } of plantings) {
      const source = planted.get(file) ?? sources.get(file) ?? "";
      planted.set(
        file,
        source.replace(text, () => fault),
      );
    }
    for (const [file, source] of planted) writeFileSync(join(copy, file), source);
    const caught = await listFailing(copy, fault.caughtBy);
    for (const file of planted.keys()) writeFileSync(join(copy, file), sources.get(file) ?? "");
    const missed = fault.caughtBy.map(nameTest).filter((test) => !caught.includes(test));
    if (missed.length > 0) silent++;
    console.log(`${missed.length > 0 ? "SILENT" : "caught"}  ${fault.name}`);
    for (const test of missed) console.log(`        by ${test}`);
  }
  console.log(`${faults.length - silent} of ${faults.length} faults are caught`);
  return silent > 0 ? 1 : 0;
}

const nameTest = ([file, test]: TestFile): string =>
  test === undefined ? file : `${file} ${test}`;

/** Returns the tests that fail. Files that run whole are run together, others one by one. */
async function listFailing(copy: string, tests: readonly TestFile[]): Promise<string[]> {
  const whole = tests.filter(([, test]) => test === undefined).map(([file]) => file);
  const failing = whole.length === 0 ? [] : await listFailingFiles(copy, whole);
  for (const [file, test] of tests) {
    if (test === undefined) continue;
    const failed = await listFailingFiles(copy, [file], test);
    failing.push(...failed.map(() => nameTest([file, test])));
  }
  return failing;
}

interface TestReport {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

async function listFailingFiles(
  copy: string,
  files: readonly string[],
  test?: string,
): Promise<string[]> {
  const output = join(copy, ".faults-report.json");
  rmSync(output, { force: true });
  const args = ["node_modules/vitest/vitest.mjs", "run", ...files];
  args.push("--reporter=json", `--outputFile=${output}`);
  if (test !== undefined) args.push("-t", test);
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  await new Promise((resolve) => child.once("close", resolve));
  let report: TestReport;
  try {
    report = JSON.parse(readFileSync(output, "utf8"));
  } catch (cause) {
    throw new Error(`the tests did not run: ${said}`, { cause });
  }
  const ran = report.testResults.map(({ name }) => name);
  const unseen = files.filter((file) => !ran.some((name) => name.endsWith(file)));
  if (unseen.length > 0) throw new Error(`no such tests: ${unseen.join(", ")}`);
  return files.filter((file) =>
    report.testResults.some(({ name, status }) => name.endsWith(file) && status === "failed"),
  );
}
