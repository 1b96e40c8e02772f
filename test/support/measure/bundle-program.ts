/** A TypeScript program as one file that Node runs by itself, in a process of its own. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";

const root = resolve(import.meta.dirname, "../../..");

/** The bundle's path, and what removes it again. */
export async function bundleProgram(
  entry: string,
): Promise<{ readonly path: string; dispose(): void }> {
  const outDir = mkdtempSync(join(tmpdir(), "visleaf-program-"));
  await build({
    configFile: false,
    root,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: resolve(root, entry),
      outDir,
      target: "node20",
      minify: false,
      rolldownOptions: { output: { entryFileNames: "program.mjs" } },
    },
  });
  return {
    path: join(outDir, "program.mjs"),
    dispose: () => rmSync(outDir, { recursive: true, force: true }),
  };
}
