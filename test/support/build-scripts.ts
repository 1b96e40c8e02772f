/** Builds modules as scripts for a page of a test, with their workers. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { familyNumbersPlugin } from "../../shaders/link/family-numbers.ts";
import { shaderLinkPlugin } from "../../shaders/link/link-plugin.ts";

const root = resolve(import.meta.dirname, "../..");

export interface BuiltScripts {
  /** Holds `NAME.js` for each module, with its exports. Serve it as the root of a site. */
  readonly folder: string;
  dispose(): void;
}

/** @param modules paths from the project's root, by name */
export async function buildScripts(
  modules: Readonly<Record<string, string>>,
): Promise<BuiltScripts> {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-script-"));
  const plugins = () => [shaderLinkPlugin(), familyNumbersPlugin()];
  // The build sets NODE_ENV for the whole process.
  const { NODE_ENV } = process.env;
  await build({
    root,
    configFile: false,
    logLevel: "error",
    define: { VISLEAF_VERSION: '"test"' },
    plugins: plugins(),
    worker: { format: "es", plugins },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      minify: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(modules).map(([name, path]) => [name, resolve(root, path)]),
        ),
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js" },
      },
    },
  });
  process.env.NODE_ENV = NODE_ENV;
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
