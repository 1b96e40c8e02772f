/** `npm run bench:line`: times a visitor's load over a slow line. See `measure-throttled.ts`. */

import { join } from "node:path";
import { runnerImport } from "vite";

const root = join(import.meta.dirname, "../../..");
const { module } = await runnerImport(join(import.meta.dirname, "measure-throttled.ts"), {
  configFile: false,
  root,
  logLevel: "error",
});
process.exitCode = await module.measureThrottled(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return 2;
});
