/** Bundles a TypeScript program into files that Node runs directly, in a separate process. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { shaderLinkPlugin } from "../../../shaders/link/link-plugin.ts";

const root = resolve(import.meta.dirname, "../../..");

/**
 * Returns the bundle's path, its folder and a function that removes it.
 * @param isByModule each module is a separate script, at its path from the project's root
 */
export async function bundleProgram(
  entry: string,
  isByModule = false,
): Promise<{ readonly path: string; readonly folder: string; dispose(): void }> {
  const outDir = mkdtempSync(join(tmpdir(), "visleaf-program-"));
  await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [shaderLinkPlugin()],
    ssr: { noExternal: true },
    build: {
      ssr: resolve(root, entry),
      outDir,
      target: "node20",
      minify: false,
      rolldownOptions: {
        output: isByModule
          ? { preserveModules: true, preserveModulesRoot: root, entryFileNames: "[name].mjs" }
          : { entryFileNames: "program.mjs" },
      },
    },
  });
  return {
    folder: outDir,
    path: join(outDir, isByModule ? entry.replace(/\.ts$/, ".mjs") : "program.mjs"),
    dispose: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
