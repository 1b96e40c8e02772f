/** `npm run bench:hostile [-- FILE|FOLDER...]`: measures what each file costs the commands, from source. */

import { join } from "node:path";
import { runnerImport } from "vite";

const root = join(import.meta.dirname, "../../..");
const { module } = await runnerImport(join(import.meta.dirname, "measure-commands.ts"), {
  configFile: false,
  root,
  logLevel: "error",
});
process.exitCode = await module.measureCommands(root, process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return 2;
});
