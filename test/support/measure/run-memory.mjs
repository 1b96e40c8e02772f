/** `npm run bench:memory -- MAP...`: measures the memory of opening each map, from source. */

import { join } from "node:path";
import { runnerImport } from "vite";

const root = join(import.meta.dirname, "../../..");
const { module } = await runnerImport(join(import.meta.dirname, "run-opening.ts"), {
  configFile: false,
  root,
  logLevel: "error",
});
process.exitCode = await module.measureOpenings(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return 2;
});
