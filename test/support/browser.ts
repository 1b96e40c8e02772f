/** Launches a headless browser for tests, with WebGPU on the software driver by default. */

import { join } from "node:path";
import puppeteer, { type Browser } from "puppeteer";
import { findBrowser } from "../../src/cli/bench/find-browser.ts";
import { findSwiftShader, SWIFTSHADER_DRIVER } from "../../src/cli/render/open-gpu.ts";

/** Flags that Chromium needs for WebGPU without a GPU, in a container, without network traffic. */
const FLAGS = [
  "--no-sandbox",
  "--enable-unsafe-webgpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A page that is left while it opens IndexedDB for the first time would be frozen with the
  // database locked, and the next one would wait forever: three of twelve successive visits.
  "--disable-features=BackForwardCache",
];

/** How frames reach a page: on its WebGPU canvas, or read back and drawn on a 2D one. */
export type Present = "canvas" | "readback";

interface Way {
  readonly flags: readonly string[];
  readonly env?: Record<string, string>;
}

const HARDWARE: Way = { flags: ["--enable-features=Vulkan", "--ignore-gpu-blocklist"] };
/** Only WebGPU uses SwiftShader: a WebGPU canvas stays blank, and its page soon stalls. */
const SOFTWARE_READBACK: Way = { flags: ["--use-webgpu-adapter=swiftshader"] };

/**
 * Page compositing and WebGPU share one Vulkan driver, so that the page shows its WebGPU canvases.
 * An environment variable must name the driver, or no adapter is found.
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

/**
 * Returns the browser flags to show WebGPU, or `null` if a WebGPU canvas cannot work.
 * `VISLEAF_TEST_GPU=hardware` uses the machine's GPU.
 */
export function wayTo(shown: Present): Way | null {
  if (process.env.VISLEAF_TEST_GPU === "hardware") return HARDWARE;
  return shown === "canvas" ? softwareCanvas() : SOFTWARE_READBACK;
}

/** Whether a browser exists; the test command searched for one, or installed it, before. */
export const hasBrowser = findBrowser() !== null;

/** How pages show frames in this run; determined by the test command (`find-present.ts`). */
export const present: Present =
  process.env.VISLEAF_TEST_PRESENT === "canvas" ? "canvas" : "readback";

export interface LaunchOptions {
  /** Time limit of one call into a page in milliseconds; Puppeteer's default if omitted. */
  readonly callTimeout?: number;
  readonly present?: Present;
}

/** Launches the browser, with additional flags. Close it in `afterAll`. */
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
