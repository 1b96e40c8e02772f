/**
 * Before the first test: a browser, so that what needs one (or its Vulkan driver) can run, and a server
 * of the page.
 */

import { findPresent } from "./find-present.ts";
import { findOrInstallBrowser } from "./install-browser.ts";
import { startSharedPage } from "./page-server.ts";

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const { path, message } = findOrInstallBrowser();
  console.log(message);
  // The workers inherit these.
  process.env.VISLEAF_BROWSER = path ?? "none";
  if (path === null) return undefined;
  const found = await findPresent();
  console.log(found.message);
  process.env.VISLEAF_TEST_PRESENT = found.present;
  return startSharedPage();
}
