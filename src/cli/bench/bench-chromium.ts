/** The benchmark in a headless browser. */

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
import { chooseChromium, type Relaunch } from "../browser/launch-chromium.ts";
import { CliError } from "../errors.ts";
import { findCommit } from "../find-checkout.ts";
import { findOtherPage, findOwnPage, serveBenchPage } from "../serve/serve-bench-page.ts";
import { say } from "../terminal.ts";
import type { BenchRequest } from "./bench-request.ts";
import type { BenchSide } from "./run-starts.ts";

/** A page that says nothing for so long has died without a word. */
const SILENCE_MS = 10 * 60 * 1000;

/** Follows a page's events until the end; what came before a crash is kept. */
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
      timer = setTimeout(() => end("the browser has fallen silent"), SILENCE_MS);
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
  // Whoever waits gets it; a page that fails while it opens must not end the process before.
  report.catch(() => undefined);
  return report;
}

/** Asks a page for one start and hears it out. */
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
  // The report may end before the page has been asked.
  asking.catch(() => undefined);
  return completeReport(await Promise.race([report, asking]));
}

/**
 * A build of visleaf in a headless browser: each start has a browser of its own.
 * @param other the folder of another visleaf; null: this one
 * @throws CliError where there is no browser or it has no fit device; `start` rejects with FormatError
 * for a map that cannot be read
 */
export async function openChromiumSide(
  request: BenchRequest,
  other: string | null,
): Promise<BenchSide> {
  const [loadAverage] = loadavg();
  // One folder for the page: else it would ask for each file in every archive of a game.
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
    const chosen = await chooseChromium(server.pageUrl, false);
    relaunch = chosen.relaunch;
    // It has opened the page already, which a later start will not have done.
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
