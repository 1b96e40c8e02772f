/** Runs the benchmark in a headless browser. */

import { loadavg } from "node:os";
import { basename } from "node:path";
import type { Browser, Page } from "puppeteer";
import type { BenchPageEvent, BenchPageRequest } from "../../bench/page/page-protocol.ts";
import { completeReport } from "../../bench/report/parse-report.ts";
import type { BenchReport, BenchRun } from "../../bench/report/report.ts";
import type { BenchCallbacks } from "../../bench/types.ts";
import { Content } from "../../content/content.ts";
import { FormatError } from "../../core/errors.ts";
import { fromErrorData } from "../../viewer/load/posted-errors.ts";
import { CliError } from "../errors.ts";
import { findCommit } from "../find-checkout.ts";
import { findOtherPage, findOwnPage, serveBenchPage } from "../serve/serve-bench-page.ts";
import { say } from "../terminal.ts";
import type { BenchRequest } from "./bench-request.ts";
import { findBrowser } from "./find-browser.ts";
import type { BenchSide } from "./run-starts.ts";

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
type Relaunch = () => Promise<Browser>;

/**
 * Starts a headless browser with WebGPU, on the machine's GPU or else on the software driver, and
 * determines the working options, with which it starts again.
 * @param url a page that may use WebGPU, which is opened to check that it can
 * @throws CliError if there is no browser, no adapter, or no puppeteer to start it with
 */
async function chooseChromium(
  url: string,
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
  throw new CliError(`${executablePath} has no WebGPU adapter: use another, or --backend dawn`);
}

/** Time without events after which a page counts as hung. */
const SILENCE_MS = 10 * 60 * 1000;

/** Collects a page's events until it ends; runs measured before a crash are kept. */
function followPage(page: Page, callbacks: BenchCallbacks) {
  let head: BenchReport | null = null;
  const runs: BenchRun[] = [];
  let timer: NodeJS.Timeout | undefined;

  const report = new Promise<BenchReport>((resolve, reject) => {
    const end = (partial: string | null): void => {
      clearTimeout(timer);
      if (head !== null) resolve({ ...head, runs, partial });
      else reject(new CliError(`the benchmark did not start: ${partial}`));
    };
    const hear = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => end("the browser stopped responding"), SILENCE_MS);
    };
    const take = (event: BenchPageEvent): void => {
      hear();
      switch (event.type) {
        case "start":
          head = event.report;
          callbacks.onStart?.(head);
          break;
        case "progress":
          callbacks.onProgress?.(event.progress);
          break;
        case "run":
          runs.push(event.run);
          callbacks.onRun?.(event.run);
          break;
        case "done":
          end(event.partial);
          break;
        case "failed": {
          clearTimeout(timer);
          const error = fromErrorData(event.error);
          reject(error instanceof FormatError ? error : new CliError(error.message));
          break;
        }
      }
    };
    page.on("error", (error) => end(`the page crashed: ${error.message}`));
    page.on("pageerror", (error) => end(`the page failed: ${(error as Error).message}`));
    page.browser().on("disconnected", () => end("the browser has ended"));
    callbacks.signal?.addEventListener("abort", () => end(callbacks.signal?.reason.message));
    page.exposeFunction("visleafBenchEvent", take).then(hear, reject);
  });
  // The caller gets the rejection; a page that fails while it opens must not end the process first.
  report.catch(() => undefined);
  return report;
}

/** Starts the benchmark in a page and returns its report. */
async function runPage(
  browser: Browser,
  url: string,
  request: BenchPageRequest,
  callbacks: BenchCallbacks,
): Promise<BenchReport> {
  const page = await browser.newPage();
  const report = followPage(page, callbacks);
  const ask = async (): Promise<BenchReport> => {
    await page.goto(url);
    await page.waitForFunction(() => window.visleafBench !== undefined);
    await page.evaluate((asked) => window.visleafBench?.(asked), request);
    return report;
  };
  const asking = ask();
  // The report may be complete before the page was asked.
  asking.catch(() => undefined);
  return completeReport(await Promise.race([report, asking]));
}

/**
 * Benchmarks a build of visleaf in a headless browser, with a new browser for each start.
 * @param other folder of another visleaf, or null for this one
 * @throws CliError if there is no browser or it has no usable device; `start` rejects with
 * FormatError for a map that cannot be read
 */
export async function openChromiumSide(
  request: BenchRequest,
  other: string | null,
): Promise<BenchSide> {
  const [loadAverage] = loadavg();
  // One folder for the page: otherwise it would request each file from every archive of a game.
  const content = request.content.length > 0 ? [new Content(request.content)] : [];
  const benchPage = other === null ? findOwnPage() : findOtherPage(other);
  if (benchPage.isSource !== findOwnPage().isSource) {
    say("one build is source, the other a bundle, which is faster by itself");
  }
  const server = await serveBenchPage({ maps: request.maps, content }, benchPage);
  const pageRequest: BenchPageRequest = {
    ...request,
    repeat: 1,
    allocationFrames: Math.ceil(request.allocationFrames / request.repeat),
    maps: request.maps.map((path, i) => ({
      name: basename(path).replace(/\.bsp$/i, ""),
      url: server.mapUrls[i],
    })),
    content: server.contentUrls,
    commit: other === null ? findCommit() : findCommit(benchPage.folder),
    loadAverage,
  };
  let relaunch: Relaunch | null = null;
  const launch = async (): Promise<Browser> => {
    if (relaunch !== null) return relaunch();
    const chosen = await chooseChromium(server.pageUrl);
    relaunch = chosen.relaunch;
    // This browser has already opened the page, unlike those of later starts.
    await chosen.browser.close();
    return relaunch();
  };
  return {
    async start(reversed, callbacks) {
      const browser = await launch();
      try {
        callbacks.signal?.throwIfAborted();
        const asked = { ...pageRequest, reversed };
        return await runPage(browser, server.pageUrl, asked, callbacks);
      } finally {
        await browser.close();
      }
    },
    close: server.close,
  };
}
