/**
 * Finds the page's static files: the package's own, or in a checkout a build that is up to date.
 */

import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "../errors.ts";
import { findCheckout } from "../find-checkout.ts";

const INDEX = "index.html";
/** Sources of the page. */
const SOURCE_FOLDERS = ["src", "shaders", "assets"];
const SOURCE_FILES = [INDEX, "vite.config.ts", "package.json"];

/**
 * @param say receives a message if the page must be built first
 * @throws CliError if there is neither a built page nor a checkout to build it from
 */
export async function findPageFolder(say: (message: string) => void): Promise<string> {
  const checkout = findCheckout();
  if (checkout === null) {
    const folder = join(import.meta.dirname, "../page");
    if (existsSync(join(folder, INDEX))) return folder;
    throw new CliError(`the page is missing: there is no ${INDEX} in ${folder}`);
  }
  const folder = join(checkout, "dist/page");
  const builtMs = statSync(join(folder, INDEX), { throwIfNoEntry: false })?.mtimeMs;
  if (builtMs !== undefined && builtMs > newestSourceMs(checkout)) return folder;
  const why = builtMs === undefined ? "is not built yet" : "is older than its source";
  say(`the page ${why}: building it into ${folder}`);
  await buildPage(checkout, folder);
  return folder;
}

function newestSourceMs(checkout: string): number {
  const files = [...SOURCE_FILES];
  for (const folder of SOURCE_FOLDERS) {
    const names = readdirSync(join(checkout, folder), { recursive: true, encoding: "utf8" });
    files.push(...names.map((name) => join(folder, name)));
  }
  const times = files.map((file) => {
    return statSync(join(checkout, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  });
  return Math.max(...times);
}

async function buildPage(root: string, folder: string): Promise<void> {
  const { build } = await import("vite");
  const unfinished = `${folder}.${process.pid}`;
  try {
    await build({
      root,
      configFile: join(root, "vite.config.ts"),
      logLevel: "error",
      build: { outDir: unfinished, emptyOutDir: true },
    });
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
