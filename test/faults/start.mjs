/** Runs a script of this folder from its TypeScript source: `node test/faults/start.mjs faults`. */

import { join } from "node:path";
import { runnerImport } from "vite";

const root = join(import.meta.dirname, "../..");
const [name, ...args] = process.argv.slice(2);
const { module } = await runnerImport(join(import.meta.dirname, `run-${name}.ts`), {
  configFile: false,
  root,
  logLevel: "error",
});
const run = { faults: "runFaults", mutants: "runMutants" }[name];
process.exitCode = await module[run](root, args).catch((error) => {
  console.error(error.message);
  return 2;
});
