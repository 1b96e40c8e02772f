/**
 * Before the first test: a browser, so that what needs one (or its Vulkan driver) can run, a server of
 * the page, and a place for what the tests build.
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
  // The workers inherit these.
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
