/** The library as the package holds it, built into a folder of its own. */

import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createBuilder } from "vite";

const root = resolve(import.meta.dirname, "../..");

export interface BuiltLibrary {
  /** To be removed by who asked for it; `lib` and `cdn` lie in it. */
  readonly folder: string;
  readonly lib: string;
  readonly cdn: string;
}

/** `parts`: names of the configuration's environments. */
export async function buildLibrary(
  parts: readonly string[] = ["lib", "libWorker", "cdnMap", "cdnWorker", "cdnFormats"],
): Promise<BuiltLibrary> {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-library-"));
  const lib = join(folder, "lib");
  const cdn = join(folder, "cdn");
  mkdirSync(lib);
  mkdirSync(cdn);
  const builder = await createBuilder({
    root,
    configFile: join(root, "vite.config.ts"),
    mode: "lib",
    logLevel: "error",
  });
  for (const name of parts) {
    const environment = builder.environments[name];
    environment.config.build.outDir = name.startsWith("lib") ? lib : cdn;
    environment.config.build.emptyOutDir = false;
    await builder.build(environment);
  }
  return { folder, lib, cdn };
}
