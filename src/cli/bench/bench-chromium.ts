/** Runs the benchmark in a headless browser. */

import { loadavg } from "node:os";
import { basename } from "node:path";
import type { Browser, Page } from "puppeteer";
import type { BenchPageEvent, BenchPageRequest } from "../../bench/page/page-protocol.ts";
import { completeReport } from "../../bench/report/parse-report.ts";
import type { BenchReport, BenchRun } from "../../bench/report/report.ts";
import type { BenchCallbacks } from "../../bench/types.ts";
import { Content } from "../../content/content.ts";
import { followPage } from "../browser/follow-page.ts";
import { openChromium, type Relaunch } from "../browser/open-chromium.ts";
import { CliError } from "../errors.ts";
import { findCommit } from "../find-checkout.ts";
import { findOtherPage, findOwnPage, serveBenchPage } from "../serve/serve-bench-page.ts";
import { say } from "../terminal.ts";
import type { BenchRequest } from "./bench-request.ts";
import type { BenchSide } from "./run-starts.ts";

/** Collects the runs that the page reports; runs measured before a crash are kept. */
function receiveReport(page: Page, callbacks: BenchCallbacks): Promise<BenchReport> {
  let head: BenchReport | null = null;
  const runs: BenchRun[] = [];
  const finish = (partial: string | null): BenchReport => {
    if (head === null) throw new CliError(`the benchmark did not start: ${partial}`);
    return { ...head, runs, partial };
  };
  return followPage<BenchPageEvent, BenchReport>(page, {
    ...{ report: "visleafBenchEvent", signal: callbacks.signal },
    onEvent(event) {
      switch (event.type) {
        case "start":
          head = event.report;
          callbacks.onStart?.(head);
          return undefined;
        case "progress":
          callbacks.onProgress?.(event.progress);
          return undefined;
        case "run":
          runs.push(event.run);
          callbacks.onRun?.(event.run);
          return undefined;
        case "done":
          return finish(event.partial);
      }
    },
    onEnd: finish,
  });
}

/** Starts the benchmark in a page and returns its report. */
async function runPage(
  browser: Browser,
  url: string,
  request: BenchPageRequest,
  callbacks: BenchCallbacks,
): Promise<BenchReport> {
  const page = await browser.newPage();
  const report = receiveReport(page, callbacks);
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
    const chosen = await openChromium(server.pageUrl, "--backend dawn");
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
