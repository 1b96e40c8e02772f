/** Starts a headless browser with WebGPU. */

import type { Browser } from "puppeteer";
import { findBrowser } from "../bench/find-browser.ts";
import { CliError } from "../errors.ts";

const FLAGS = [
  "--enable-unsafe-webgpu",
  "--no-first-run",
  // No network traffic of the browser itself.
  ...["--disable-quic", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync"],
  // Exact heap sizes, from which allocations per frame are computed.
  "--enable-precise-memory-info",
];

const HARDWARE = ["--enable-features=Vulkan", "--ignore-gpu-blocklist"];
const SOFTWARE = ["--use-webgpu-adapter=swiftshader"];

type Launcher = Pick<typeof import("puppeteer"), "launch">;

const orUse = (instead: string | null): string => (instead === null ? "" : `, or use ${instead}`);

async function loadPuppeteer(instead: string | null): Promise<Launcher> {
  for (const load of [() => import("puppeteer"), () => import("puppeteer-core")]) {
    try {
      return (await load()).default as unknown as Launcher;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    }
  }
  throw new CliError(
    `this needs the package \`puppeteer-core\`: run \`npm install puppeteer-core\` next to visleaf${orUse(instead)}`,
  );
}

/** True if pages of this origin get a WebGPU adapter; WebGPU needs a secure origin. */
async function hasAdapter(browser: Browser, url: string): Promise<boolean> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    return await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()));
  } finally {
    await page.close();
  }
}

/**
 * Returns the path of an installed browser.
 * @param instead as in `openChromium`
 * @throws CliError if there is none
 */
export function requireBrowser(instead: string | null): string {
  const executablePath = findBrowser();
  if (executablePath === null) {
    throw new CliError(
      instead === null
        ? "no browser was found: install Chromium or Chrome, or name one in VISLEAF_BROWSER"
        : `no browser was found: install Chromium or Chrome, name one in VISLEAF_BROWSER${orUse(instead)}`,
    );
  }
  return executablePath;
}

/** Starts the browser again with the same options. */
export type Relaunch = () => Promise<Browser>;

/**
 * Starts a headless browser with WebGPU, on the machine's GPU or else on the software driver, and
 * determines the working options, with which it starts again.
 * @param url a page that may use WebGPU, which is opened to check that it can
 * @param instead options by which the verb works without a browser; null if it needs one
 * @throws CliError if there is no browser, no adapter, or no puppeteer to start it with
 */
export async function openChromium(
  url: string,
  instead: string | null,
): Promise<{ readonly browser: Browser; readonly relaunch: Relaunch }> {
  const executablePath = requireBrowser(instead);
  const puppeteer = await loadPuppeteer(instead);
  // As root, Chromium does not start with its sandbox.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  for (const adapter of [HARDWARE, SOFTWARE]) {
    const relaunch: Relaunch = () =>
      puppeteer.launch({
        executablePath,
        headless: true,
        // The command ends the browser itself.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
        args: [...FLAGS, ...sandbox, ...adapter],
      });
    const browser = await relaunch();
    try {
      if (await hasAdapter(browser, url)) return { browser, relaunch };
    } catch (error) {
      await browser.close();
      throw error;
    }
    await browser.close();
  }
  const other = instead === null ? "use another" : `use another, or ${instead}`;
  throw new CliError(`${executablePath} has no WebGPU adapter: ${other}`);
}
