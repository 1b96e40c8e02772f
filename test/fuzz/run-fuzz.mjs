/** Runs `fuzz.ts` from source. */

import { join } from "node:path";
import { runnerImport } from "vite";

const root = join(import.meta.dirname, "../..");
const load = async (path, plugins = []) => {
  const config = { configFile: false, root, logLevel: "error", plugins };
  return (await runnerImport(join(root, path), config)).module;
};
// The shader plugin is needed because the `view-address` target imports the renderer.
const { shaderLinkPlugin } = await load("shaders/link/link-plugin.ts");
const { fuzz } = await load("test/fuzz/fuzz.ts", [shaderLinkPlugin()]);
process.exitCode = await fuzz(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return 2;
});
