/**
 * Runs before the first test: finds a browser, starts a page server, and creates a folder for
 * builds.
 */

import type { TestProject } from "vitest/node";
import { shareBuiltLibrary } from "../build-library.ts";
import { findPresent } from "../find-present.ts";
import { startSharedPages } from "../page-server.ts";
import { findOrInstallBrowser } from "./install-browser.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const forgetLibrary = shareBuiltLibrary(project);
  const { path, message } = findOrInstallBrowser();
  console.log(message);
  // Inherited by the workers.
  process.env.VISLEAF_BROWSER = path ?? "none";
  let closePage: Awaited<ReturnType<typeof startSharedPages>>;
  if (path !== null) {
    const found = await findPresent();
    console.log(found.message);
    process.env.VISLEAF_TEST_PRESENT = found.present;
    closePage = await startSharedPages();
  }
  return async () => {
    forgetLibrary?.();
    await closePage?.();
  };
}
