/** Detects whether the command runs from a checkout of visleaf or an installed package. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Returns the root of the checkout that this code lies in; null if it is installed. */
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
 * Returns the commit of a checkout, by default this one's, with `-dirty` if files were changed;
 * null if it has none.
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
    // Git is missing, or the source is a copy without history.
    return null;
  }
}
