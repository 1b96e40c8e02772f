/** Runs `run-faults.ts` from source. */

import { join } from "node:path";
import { runnerImport } from "vite";

const root = join(import.meta.dirname, "../..");
const { module } = await runnerImport(join(import.meta.dirname, "run-faults.ts"), {
  configFile: false,
  root,
  logLevel: "error",
});
process.exitCode = await module.runFaults(root, process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return 2;
});
