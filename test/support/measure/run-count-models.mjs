/**
 * `npm run count:models`: starts `measure/count-models.ts`, which Node 20 cannot import by itself.
 */

import { resolve } from "node:path";
import { runnerImport } from "vite";

const { module } = await runnerImport(resolve(import.meta.dirname, "count-models.ts"), {
  configFile: false,
  logLevel: "error",
});
process.exitCode = module.countModels(process.argv.slice(2));
