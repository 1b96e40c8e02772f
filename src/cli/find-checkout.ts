/** Where the command runs from: a checkout of visleaf, or an installed package. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of visleaf's source that this code lies in; null where it is installed. */
export function findCheckout(): string | null {
  let folder = import.meta.dirname;
  for (;;) {
    const file = join(folder, "package.json");
    if (existsSync(file) && existsSync(join(folder, "src")) && isVisleaf(file)) return folder;
    const above = dirname(folder);
    if (above === folder) return null;
    folder = above;
  }
}

function isVisleaf(packageFile: string): boolean {
  return (JSON.parse(readFileSync(packageFile, "utf8")) as { name?: string }).name === "visleaf";
}

/**
 * The commit of a checkout, by default of the own, with `-dirty` where files were changed since; null
 * where there is none to be had.
 */
export function findCommit(checkout: string | null = findCheckout()): string | null {
  if (checkout === null) return null;
  const args = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
  try {
    return execFileSync("git", args, {
      cwd: checkout,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    // No git, or a copy of the source without its history.
    return null;
  }
}
