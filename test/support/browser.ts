/** A headless browser for tests, with WebGPU on the software driver unless told otherwise. */

import { join } from "node:path";
import puppeteer, { type Browser } from "puppeteer";
import { findBrowser } from "../../src/cli/browser/find-browser.ts";
import { findSwiftShader, SWIFTSHADER_DRIVER } from "../../src/cli/render/open-gpu.ts";

/** What Chromium needs for WebGPU without a GPU, in a container, silent on the network. */
const FLAGS = [
  "--no-sandbox",
  "--enable-unsafe-webgpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A page that is left while it opens IndexedDB for the first time would be frozen with the database locked, and the
  // next one wait for it without end: three of twelve visits that followed each other at once.
  "--disable-features=BackForwardCache",
];

/** How frames come onto a page: on its WebGPU canvas, or read back and drawn on a 2D one. */
export type Present = "canvas" | "readback";

interface Way {
  readonly flags: readonly string[];
  readonly env?: Record<string, string>;
}

const HARDWARE: Way = { flags: ["--enable-features=Vulkan", "--ignore-gpu-blocklist"] };
/** WebGPU alone is on SwiftShader: a WebGPU canvas stays blank, and its page soon stalls. */
const SOFTWARE_READBACK: Way = { flags: ["--use-webgpu-adapter=swiftshader"] };

/**
 * What draws the page and WebGPU share one Vulkan, so that the page holds what its WebGPU canvases
 * show. Vulkan's loader must be told of the driver by the environment, or there is no adapter.
 */
function softwareCanvas(): Way | null {
  const folder = process.platform === "linux" ? findSwiftShader() : null;
  if (folder === null) return null;
  const driver = join(folder, SWIFTSHADER_DRIVER);
  return {
    flags: ["--enable-features=Vulkan", "--use-vulkan=swiftshader", "--use-angle=vulkan"],
    env: { VK_DRIVER_FILES: driver, VK_ICD_FILENAMES: driver },
  };
}

/** null: no way is known here to see a WebGPU canvas. `VISLEAF_TEST_GPU=hardware`: the machine's GPU. */
export function wayTo(shown: Present): Way | null {
  if (process.env.VISLEAF_TEST_GPU === "hardware") return HARDWARE;
  return shown === "canvas" ? softwareCanvas() : SOFTWARE_READBACK;
}

/** Whether there is a browser; the test command has looked for one, or fetched it, before. */
export const hasBrowser = findBrowser() !== null;

/** How tests see what a page draws; the test command has tried it before (`find-present.ts`). */
export const present: Present =
  process.env.VISLEAF_TEST_PRESENT === "canvas" ? "canvas" : "readback";

export interface LaunchOptions {
  /** Milliseconds that one call into a page may take; Puppeteer's own if left out. */
  readonly callTimeout?: number;
  readonly present?: Present;
}

/** Starts the browser, with more flags where wanted. Close it in `afterAll`. */
export async function launchBrowser(
  flags: readonly string[] = [],
  { callTimeout, present: shown = present }: LaunchOptions = {},
): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new Error("no browser: guard with describe.skipIf(!hasBrowser)");
  const way = wayTo(shown);
  if (way === null) throw new Error("WebGPU canvases cannot be seen here: see docs/testing.md");
  return puppeteer.launch({
    executablePath,
    headless: true,
    env: { ...process.env, ...way.env },
    ...(callTimeout === undefined ? {} : { protocolTimeout: callTimeout }),
    args: [...FLAGS, ...way.flags, ...flags],
  });
}
