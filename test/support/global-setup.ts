/** Before the first test: a browser, so that what needs one (or its Vulkan driver) can run. */

import { findOrInstallBrowser } from "./install-browser.ts";

export default function setup(): void {
  const { path, message } = findOrInstallBrowser();
  console.log(message);
  // The workers inherit it.
  process.env.VISLEAF_BROWSER = path ?? "none";
}
