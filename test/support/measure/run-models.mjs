/**
 * `npm run bench:models`: starts `measure/measure-models.ts`, which Node 20 cannot import by
 * itself.
 */

import { resolve } from "node:path";
import { runnerImport } from "vite";

const { module } = await runnerImport(resolve(import.meta.dirname, "measure-models.ts"), {
  configFile: false,
  logLevel: "error",
});
process.exitCode = await module.measureModels(process.argv.slice(2));
