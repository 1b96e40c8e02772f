/**
 * Plants faults one by one in a copy of the project, and runs the test that must notice each.
 *
 *     npm run faults                     all of them
 *     npm run faults -- sky luxels       those whose names contain one of the words
 *     npm run faults -- --part 2/4       every fourth, from the second on
 *     npm run faults -- --list           prints them with the code that changes; runs nothing
 */

import { parseArgs } from "node:util";
import { listTests } from "../support/runner/list-tests.ts";
import type { Fault } from "./fault.ts";
import { FAULTS } from "./faults.ts";
import { FaultFinder, findPath } from "./find-fault.ts";
import { lineOf, plantMutant } from "./mutant.ts";
import { ProjectCopy } from "./project-copy.ts";

/** Time for a test file that a fault may keep from ending. */
const SECONDS = 180;

/** Returns the exit code: 1 if a fault is silent, or a test fails without one. */
export async function runFaults(root: string, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { part: { type: "string" }, list: { type: "boolean", default: false } },
  });
  const finder = new FaultFinder(root);
  const faults = selectFaults(positionals, values.part);
  if (values.list) {
    for (const fault of faults) {
      const { file, source, mutant } = finder.find(fault);
      console.log(`${fault.name}\n    ${file}:${lineOf(source, mutant)} ${mutant.operator}`);
      console.log(`    ${mutant.site}\n    noticed by ${fault.caughtBy}`);
    }
    return 0;
  }
  const copy = new ProjectCopy(root);
  try {
    return await plantAll(copy, faults, finder, Object.values(listTests()).flat());
  } finally {
    copy.remove();
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

async function plantAll(
  copy: ProjectCopy,
  faults: readonly Fault[],
  finder: FaultFinder,
  tests: readonly string[],
): Promise<number> {
  const files = new Set(faults.map(({ caughtBy }) => findPath(caughtBy, tests)));
  const { failed } = await copy.runTests([...files], SECONDS * files.size);
  for (const test of failed) console.log(`fails without a fault: ${test}`);
  if (failed.length > 0) return 1;
  let silent = 0;
  for (const fault of faults) {
    const { file, source, mutant } = finder.find(fault);
    copy.write(file, plantMutant(source, mutant));
    const run = await copy.runTests([findPath(fault.caughtBy, tests)], SECONDS);
    copy.write(file, source);
    const isCaught = run.isLate || run.failed.length > 0;
    if (!isCaught) silent++;
    const place = isCaught ? "" : ` (${file}:${lineOf(source, mutant)}, by ${fault.caughtBy})`;
    console.log(`${isCaught ? "caught" : "SILENT"}  ${fault.name}${place}`);
  }
  console.log(`${faults.length - silent} of ${faults.length} faults are caught`);
  return silent > 0 ? 1 : 0;
}
