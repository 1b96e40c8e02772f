/**
 * `npm run bench:scaling [-- OPTIONS]`: starts `scaling/measure-scaling.ts`, which Node 20 cannot
 * import by itself.
 */

import { resolve } from "node:path";
import { runnerImport } from "vite";

const { module } = await runnerImport(resolve(import.meta.dirname, "scaling/measure-scaling.ts"), {
  configFile: false,
  logLevel: "error",
});
process.exitCode = await module.measureScaling(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return 1;
});
