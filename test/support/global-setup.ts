/** Before the first test: a browser, so that what needs one (or its Vulkan driver) can run. */

import { findPresent } from "./find-present.ts";
import { findOrInstallBrowser } from "./install-browser.ts";

export default async function setup(): Promise<void> {
  const { path, message } = findOrInstallBrowser();
  console.log(message);
  // The workers inherit these.
  process.env.VISLEAF_BROWSER = path ?? "none";
  if (path === null) return;
  const found = await findPresent();
  console.log(found.message);
  process.env.VISLEAF_TEST_PRESENT = found.present;
}
