/** The benchmark in a headless browser. */

import { loadavg } from "node:os";
import { basename } from "node:path";
import type { Page } from "puppeteer";
import type { BenchPageEvent, BenchPageRequest } from "../bench/page-protocol.ts";
import type { BenchReport, BenchRun } from "../bench/report.ts";
import type { BenchCallbacks } from "../bench/types.ts";
import { Content } from "../content/content.ts";
import { FormatError } from "../core/errors.ts";
import { fromErrorData } from "../viewer/load-protocol.ts";
import type { BenchRequest } from "./bench-request.ts";
import { CliError } from "./errors.ts";
import { findCommit } from "./find-checkout.ts";
import { launchChromium } from "./launch-chromium.ts";
import { serveBenchPage } from "./serve-bench-page.ts";

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
    page.exposeFunction("visleafBenchEvent", take).then(hear, reject);
  });
  // Whoever waits gets it; a page that fails while it opens must not end the process before.
  report.catch(() => undefined);
  return report;
}

/** @throws FormatError for a map, CliError where there is no browser or it has no fit device */
export async function benchInChromium(
  request: BenchRequest,
  callbacks: BenchCallbacks,
): Promise<BenchReport> {
  const [loadAverage] = loadavg();
  // One folder for the page: else it would ask for each file in every archive of a game.
  const content = request.content.length > 0 ? [new Content(request.content)] : [];
  const server = await serveBenchPage({ maps: request.maps, content });
  try {
    const browser = await launchChromium(server.pageUrl);
    try {
      const page = await browser.newPage();
      const report = followPage(page, callbacks);
      await page.goto(server.pageUrl);
      await page.waitForFunction(() => window.visleafBench !== undefined);
      const pageRequest: BenchPageRequest = {
        ...request,
        maps: request.maps.map((path, i) => ({
          name: basename(path).replace(/\.bsp$/i, ""),
          url: server.mapUrls[i],
        })),
        content: server.contentUrls,
        commit: findCommit(),
        loadAverage,
      };
      await page.evaluate((asked) => window.visleafBench?.(asked), pageRequest);
      return await report;
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
  }
}
