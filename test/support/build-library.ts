/** Builds the library in the package's form, in a temporary folder. */

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { createBuilder, type ViteBuilder } from "vite";
import type { TestProject } from "vitest/node";
import { mergeNotices, NOTICES_FILE } from "../../release/notices-plugin.ts";

const root = resolve(import.meta.dirname, "../..");

/** Environment variable with the folder of the parts that this test run has built. */
const SHARED = "VISLEAF_TEST_LIBRARY";

export interface BuiltLibrary {
  /** Removed by the caller; contains `lib` and `cdn`. */
  readonly folder: string;
  readonly lib: string;
  readonly cdn: string;
}

/** Lets the files of a test run share their builds while the sources are unchanged. */
export function shareBuiltLibrary(project: TestProject): (() => void) | undefined {
  // Called by several test projects.
  if (process.env[SHARED] !== undefined) return undefined;
  const shared = mkdtempSync(join(tmpdir(), "visleaf-parts-"));
  process.env[SHARED] = shared;
  project.onTestsRerun(async () => {
    for (const name of readdirSync(shared)) rmSync(join(shared, name), { recursive: true });
  });
  return () => rmSync(shared, { recursive: true });
}

/** `parts`: names of the configuration's environments. */
export async function buildLibrary(
  parts: readonly string[] = [...["lib", "cdnMap", "cdnWorker", "cdnFileWorker", "cdnFormats"]],
): Promise<BuiltLibrary> {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-library-"));
  const lib = join(folder, "lib");
  const cdn = join(folder, "cdn");
  mkdirSync(lib);
  mkdirSync(cdn);
  const shared = process.env[SHARED] ?? join(folder, "parts");
  let builder: ViteBuilder | undefined;
  for (const name of parts) {
    const part = join(shared, name);
    if (!existsSync(part)) {
      builder ??= await openBuilder();
      await buildPart(builder, name, part);
    }
    copyPart(part, name === "lib" ? lib : cdn);
  }
  return { folder, lib, cdn };
}

/** Adds a part to a folder. Throws if the folder has another file of the same name, which would be lost. */
function copyPart(part: string, to: string): void {
  for (const entry of readdirSync(part, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const path = join(to, relative(part, from));
    const before = existsSync(path) ? readFileSync(path, "utf8") : null;
    mkdirSync(dirname(path), { recursive: true });
    if (entry.name === NOTICES_FILE) {
      writeFileSync(path, mergeNotices([before ?? "", readFileSync(from, "utf8")]));
    } else if (before !== null && before !== readFileSync(from, "utf8")) {
      throw new Error(`two builds write different files to ${path}`);
    } else cpSync(from, path);
  }
}

function openBuilder(): Promise<ViteBuilder> {
  return createBuilder({
    root,
    configFile: join(root, "vite.config.ts"),
    mode: "lib",
    logLevel: "error",
  });
}

async function buildPart(builder: ViteBuilder, name: string, part: string): Promise<void> {
  const environment = builder.environments[name];
  const unfinished = `${part}.${process.pid}`;
  environment.config.build.outDir = unfinished;
  environment.config.build.emptyOutDir = false;
  await builder.build(environment);
  try {
    // Renamed last, so that an interrupted build is not used.
    renameSync(unfinished, part);
  } catch (error) {
    // Another test file may have built the same.
    if (!existsSync(part)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}
