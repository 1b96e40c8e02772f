/** `npm run bench:frame`: starts `frame/compare-frames.ts`, which Node 20 cannot import by itself. */

import { resolve } from "node:path";
import { runnerImport } from "vite";

const { module } = await runnerImport(resolve(import.meta.dirname, "frame/compare-frames.ts"), {
  configFile: false,
  logLevel: "error",
});
process.exitCode = await module.compareFrames(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return 2;
});
