/** A headless browser for tests, with WebGPU on the software driver unless told otherwise. */

import puppeteer, { type Browser } from "puppeteer";
import { findBrowser } from "../../src/cli/find-browser.ts";

/** What Chromium needs for WebGPU without a GPU, in a container, silent on the network. */
const FLAGS = [
  "--no-sandbox",
  "--enable-unsafe-webgpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** `VISLEAF_TEST_GPU=hardware` takes the machine's GPU instead of SwiftShader. */
const ADAPTER_FLAGS =
  process.env.VISLEAF_TEST_GPU === "hardware"
    ? ["--enable-features=Vulkan", "--ignore-gpu-blocklist"]
    : ["--use-webgpu-adapter=swiftshader"];

/** Whether there is a browser; the test command has looked for one, or fetched it, before. */
export const hasBrowser = findBrowser() !== null;

/**
 * Starts the browser, with more flags where wanted. Close it in `afterAll`.
 * `callTimeout`: milliseconds that one call into a page may take; Puppeteer's own if left out.
 */
export async function launchBrowser(
  flags: readonly string[] = [],
  callTimeout?: number,
): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Error("no browser: guard with describe.skipIf(!hasBrowser)");
  return puppeteer.launch({
    executablePath,
    headless: true,
    ...(callTimeout === undefined ? {} : { protocolTimeout: callTimeout }),
    args: [...FLAGS, ...ADAPTER_FLAGS, ...flags],
  });
}
