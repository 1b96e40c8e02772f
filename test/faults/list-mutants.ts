/** Lists mutants of the project's sources. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutant.ts";
import { listTypeScriptMutants } from "./typescript-mutants.ts";
import { listWgslMutants } from "./wgsl-mutants.ts";

/** Folders of the project that are mutated. */
const FOLDERS = ["src", "shaders"];

/** Returns the mutants of a file by their places. */
export function listMutants(file: string, source: string): Mutant[] {
  return file.endsWith(".wgsl") ? listWgslMutants(source) : listTypeScriptMutants(source);
}

/** Returns paths of all source files from the project's root, with slashes. */
export function listSources(root: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter(isSource),
  );
}

export const isSource = (file: string): boolean =>
  FOLDERS.includes(file.split("/")[0]) && /(?<!\.d)\.ts$|\.wgsl$/.test(file);

export const readSource = (root: string, file: string): string =>
  readFileSync(join(root, file), "utf8");
