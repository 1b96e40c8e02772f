/** Starts a headless browser with WebGPU, on the machine's GPU or else on the software driver. */

import type { Browser } from "puppeteer";
import { CliError } from "../errors.ts";
import { findBrowser } from "./find-browser.ts";

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

async function loadPuppeteer(): Promise<Launcher> {
  for (const load of [() => import("puppeteer"), () => import("puppeteer-core")]) {
    try {
      return (await load()).default as unknown as Launcher;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    }
  }
  throw new CliError(
    "this needs the package `puppeteer-core`: run `npm install puppeteer-core` next to visleaf, or use --backend dawn",
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

/** Starts the browser again with the same options. */
export type Relaunch = () => Promise<Browser>;

/**
 * Starts the browser. `url` is a page that may use WebGPU, which is opened to check that it can.
 * @throws CliError if there is no browser, no adapter, or no puppeteer to start it with
 */
export async function launchChromium(url: string): Promise<Browser> {
  return (await chooseChromium(url)).browser;
}

/**
 * Like `launchChromium`, for callers that start the browser several times: the working options are
 * determined once.
 * @param endsOnSignals whether puppeteer ends the browser and the process on SIGINT, SIGTERM and
 * SIGHUP
 */
export async function chooseChromium(
  url: string,
  endsOnSignals = true,
): Promise<{ readonly browser: Browser; readonly relaunch: Relaunch }> {
  const executablePath = findBrowser();
  if (executablePath === null) {
    throw new CliError(
      "no browser was found: install Chromium or Chrome, name one in VISLEAF_BROWSER, or use --backend dawn",
    );
  }
  const puppeteer = await loadPuppeteer();
  // As root, Chromium does not start with its sandbox.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  for (const adapter of [HARDWARE, SOFTWARE]) {
    const relaunch: Relaunch = () =>
      puppeteer.launch({
        executablePath,
        headless: true,
        handleSIGINT: endsOnSignals,
        handleSIGTERM: endsOnSignals,
        handleSIGHUP: endsOnSignals,
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
  throw new CliError(`${executablePath} has no WebGPU adapter: use another, or --backend dawn`);
}
