/**
 * Sorts the tests by what they need, which shows in their imports: real files and processes, a
 * GPU, builds and the command, a browser. Tests that need none of these and are quick are the unit
 * tests. Tests that need a browser run one at a time.
 */

import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { ImportGraph } from "./import-graph.ts";
import { readLongTests } from "./long-tests.ts";

const root = resolve(import.meta.dirname, "../../..");

/** Modules of `test` and packages by which tests reach what they need, the most special first. */
const NEEDS = {
  /** Pages, which miss their timeouts if the machine is shared. */
  browser: ["test/support/browser.ts", "puppeteer"],
  /** Builds and the command, which may use Dawn. */
  command: ["test/cli/run-visleaf.ts", "test/support/build-library.ts", "vite"],
  /** Dawn, in the test's own process. */
  gpu: ["test/support/dawn.ts", "webgpu"],
  /** Real maps and models, and programs that a test starts. */
  data: ["test/support/corpus.ts", "node:child_process"],
};

/** Takes only vite's parser, and builds nothing. */
const PARSER = "test/faults/typescript-mutants.ts";

/** Sweeps over many made files. */
const SWEEPS = /^test\/(fuzz|hostile)\//;

type Kind = "unit" | keyof typeof NEEDS;

/** Each test is in one list: paths from the project's root, with slashes. */
export type TestLists = Readonly<Record<Kind, readonly string[]>>;

export function listTests(): TestLists {
  for (const need of [...Object.values(NEEDS).flat(), PARSER]) {
    if (need.endsWith(".ts") && !existsSync(join(root, need))) {
      throw new Error(`tests cannot need ${need}, which does not exist`);
    }
  }
  const graph = new ImportGraph(root);
  const long = readLongTests();
  const lists: Record<Kind, string[]> = {
    unit: [],
    data: [],
    gpu: [],
    command: [],
    browser: [],
  };
  const names = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" }).sort();
  for (const path of names) {
    const name = `test/${path.replaceAll("\\", "/")}`;
    if (!name.endsWith(".test.ts")) continue;
    const reached = graph.reach(name, (module) => module.startsWith("test/") && module !== PARSER);
    const kinds = Object.keys(NEEDS) as (keyof typeof NEEDS)[];
    const need = kinds.find((kind) => NEEDS[kind].some((module) => reached.has(module)));
    if (need !== undefined) lists[need].push(name);
    else lists[SWEEPS.test(name) || long.has(name) ? "data" : "unit"].push(name);
  }
  return lists;
}
