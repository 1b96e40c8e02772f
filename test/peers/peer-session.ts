/** Keeps the peers' page open in a browser for a benchmark or a test. */

import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Browser, Page } from "puppeteer";
import { launchBrowser } from "../support/browser.ts";
import { ISOLATED, servePage } from "../support/page-server.ts";
import type { PageServer } from "../support/serve-over.ts";
import type { EngineReport } from "./compare-engines.ts";
import type { CrowdRequest, OpenReport } from "./page.ts";

/** Makes the heap size exact and current. */
const HEAP_FLAGS = ["--enable-precise-memory-info"];

/** Includes bundling the page's modules on the first visit. */
const START_TIMEOUT_MS = 45_000;
/** Rounds on a software adapter are long; a longer call is stuck. */
const CALL_TIMEOUT_MS = 60 * 60 * 1000;

export interface Picture {
  readonly name: string;
  readonly pixels: Uint8Array;
}

export interface PeerSession {
  readonly version: string;
  open(
    map: string,
    size: readonly [width: number, height: number],
    frames: number,
    path: "tour" | "leafs",
  ): Promise<OpenReport>;
  openCrowds(request: CrowdRequest): Promise<void>;
  measure(rounds: number): Promise<EngineReport[]>;
  draw(pose: number): Promise<Picture[]>;
  close(): Promise<void>;
}

/**
 * `maps`: all maps that will be opened. `content`: folders for every map, in addition to those next
 * to it.
 */
export async function openPeerSession(
  maps: readonly string[],
  content: readonly string[],
): Promise<PeerSession> {
  for (const map of maps) {
    if (!statSync(map, { throwIfNoEntry: false })?.isFile()) throw new Error(`${map}: no such map`);
  }
  for (const folder of content) {
    if (!existsSync(folder)) throw new Error(`${folder}: no such folder`);
  }
  const mounts: Record<string, string> = {};
  const mount = (prefix: string, folder: string) => {
    mounts[prefix] = resolve(folder);
    return prefix;
  };
  const places = maps.map((map, i) => {
    const beside = join(dirname(map), "content");
    const folders = existsSync(beside) ? [beside, ...content] : content;
    return {
      mapUrl: `${mount(`/peer-map-${i}`, dirname(resolve(map)))}/${basename(map)}`,
      contentUrls: folders.map((folder, k) => mount(`/peer-content-${i}-${k}`, folder)),
    };
  });

  let server: PageServer | null = null;
  let browser: Browser | null = null;
  const close = async () => {
    await browser?.close();
    await server?.close();
  };
  try {
    server = await servePage(mounts, ISOLATED);
    browser = await launchBrowser(HEAP_FLAGS, {
      callTimeout: CALL_TIMEOUT_MS,
      // Nothing is displayed on the page, as in earlier measurements.
      present: "readback",
    });
    const page = await openPage(browser, server.url);
    return {
      version: await browser.version(),
      async open(map, size, frames, path) {
        const place = places[maps.indexOf(map)];
        const request = {
          name: basename(map).replace(/\.bsp$/i, ""),
          ...place,
          size,
          frames,
          path,
        };
        return page.evaluate((wanted) => window.peers!.open(wanted), request);
      },
      openCrowds: (request) => page.evaluate((wanted) => window.peers!.openCrowds(wanted), request),
      measure: (rounds) => page.evaluate((count) => window.peers!.measure(count), rounds),
      async draw(pose) {
        const pictures = await page.evaluate((row) => window.peers!.draw(row), pose);
        return pictures.map(({ name, pixels }) => ({
          name,
          pixels: new Uint8Array(Buffer.from(pixels, "base64")),
        }));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.setDefaultTimeout(START_TIMEOUT_MS);
  await page.goto(`${url}test/peers/index.html`);
  await page.waitForFunction("window.peers !== undefined").catch((error: Error) => {
    throw new Error(`the page did not start: ${faults[0] ?? error.message}`);
  });
  if (!(await page.evaluate(() => crossOriginIsolated))) {
    throw new Error("the page is not isolated from others: its clock is too coarse to time frames");
  }
  return page;
}
