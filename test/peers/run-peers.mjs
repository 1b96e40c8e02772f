/** `npm run bench:peers`: starts `run-peers.ts`, which Node 20 cannot import by itself. */

import { resolve } from "node:path";
import { runnerImport } from "vite";

const { module } = await runnerImport(resolve(import.meta.dirname, "run-peers.ts"), {
  configFile: false,
  logLevel: "error",
});
process.exitCode = await module.runPeers(process.argv.slice(2));
