/** Bundles this checkout's measuring program with the engine of any checkout. */

import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build, type Plugin } from "vite";

export const ROOT = resolve(import.meta.dirname, "../../../..");
const PROGRAM = join(import.meta.dirname, "frame-program.ts");
/** Files of `src` that belong to the program, the same on both sides. */
const OWN = [/^bench\/frame-cost\//, /^cli\/render\/dawn-polling\.ts$/];

/**
 * Returns where a file of this checkout's `src` is taken from.
 * @throws Error if the other checkout lacks it
 */
export function findInSide(file: string, side: string): string {
  const name = relative(join(ROOT, "src"), file).replaceAll("\\", "/");
  if (name.startsWith("../") || OWN.some((own) => own.test(name))) return file;
  const found = join(side, "src", name);
  if (existsSync(found)) return found;
  throw new Error(`${side} has no src/${name}: it is too old to be compared`);
}

/** Redirects imports of the measuring program to the engine of `side`. */
function sidePlugin(side: string): Plugin {
  return {
    name: "visleaf-side",
    enforce: "pre",
    resolveId(source, importer) {
      if (!source.startsWith(".") || importer === undefined) return null;
      const file = resolve(dirname(importer), source);
      return importer.startsWith(`${ROOT}/`) && file.startsWith(join(ROOT, "src"))
        ? findInSide(file, side)
        : null;
    },
  };
}

/** Returns the path of the bundle. */
export async function bundleSide(side: string, name: string): Promise<string> {
  // Below this checkout, whose package `webgpu` both sides use.
  const outDir = join(ROOT, "node_modules/.cache/visleaf-frame", name);
  await build({
    configFile: join(side, "vite.config.ts"),
    mode: "cli",
    root: side,
    logLevel: "error",
    plugins: [sidePlugin(side)],
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: { visleaf: PROGRAM } } },
  });
  return join(outDir, "visleaf.js");
}
