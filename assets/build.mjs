/**
 * `npm run assets`: bundles `build-assets.ts` with the command, as `src/cli/from-source.mjs` does, and
 * runs it.
 */

import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const root = resolve(import.meta.dirname, "..");
const outDir = join(root, "node_modules/.cache/visleaf-assets", String(process.pid));

await build({
  configFile: join(root, "vite.config.ts"),
  mode: "cli",
  root,
  logLevel: "error",
  build: {
    outDir,
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        visleaf: join(root, "src/cli/main.ts"),
        assets: join(root, "assets/build-assets.ts"),
      },
    },
  },
});
try {
  const { buildAssets } = await import(pathToFileURL(join(outDir, "assets.js")).href);
  process.exitCode = await buildAssets(root, process.argv.slice(2));
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
