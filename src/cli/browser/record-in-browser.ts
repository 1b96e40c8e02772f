/** Makes a video in a headless browser, which has the encoder. */

import type { Page } from "puppeteer";
import { Content } from "../../content/content.ts";
import type { ContentSource } from "../../content/types.ts";
import type { Warning } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import type { VideoPageEvent, VideoPageRequest } from "../../video/page/video-protocol.ts";
import { fromErrorData } from "../../viewer/load/posted-errors.ts";
import { CliError } from "../errors.ts";
import { findOwnPage, serveBenchPage, VIDEO_PAGE } from "../serve/serve-bench-page.ts";
import { openChromium, requireBrowser } from "./open-chromium.ts";

export interface RecordedVideo {
  readonly bytes: Uint8Array;
  readonly frames: number;
  readonly codec: string;
  readonly warnings: readonly Warning[];
}

export interface RecordCallbacks {
  /** Ends the browser. */
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, frames: number) => void;
}

/** Time without events after which a page counts as hung. */
const SILENCE_MS = 10 * 60 * 1000;

/** Collects the page's events until it ends. */
function followPage(page: Page, { signal, onProgress }: RecordCallbacks): Promise<RecordedVideo> {
  const parts: Buffer[] = [];
  let frames = 0;
  let warnings: readonly Warning[] = [];
  let timer: NodeJS.Timeout | undefined;
  const video = new Promise<RecordedVideo>((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new CliError(why));
    };
    const take = (event: VideoPageEvent): void => {
      clearTimeout(timer);
      timer = setTimeout(() => fail("the browser stopped responding"), SILENCE_MS);
      switch (event.type) {
        case "start":
          ({ frames, warnings } = event);
          break;
        case "progress":
          onProgress(event.frames, frames);
          break;
        case "part":
          parts.push(Buffer.from(event.base64, "base64"));
          break;
        case "done":
          clearTimeout(timer);
          resolve({ bytes: Buffer.concat(parts), frames, codec: event.codec, warnings });
          break;
        case "failed": {
          clearTimeout(timer);
          const error = fromErrorData(event.error);
          reject(error instanceof FormatError ? error : new CliError(error.message));
          break;
        }
      }
    };
    page.on("error", (error) => fail(`the page crashed: ${error.message}`));
    page.on("pageerror", (error) => fail(`the page failed: ${(error as Error).message}`));
    page.browser().on("disconnected", () => fail("the browser has ended"));
    signal.addEventListener("abort", () => fail("stopped: nothing was written"));
    page.exposeFunction("visleafVideoEvent", take).catch(reject);
  });
  // The caller gets the rejection; a page that fails while it opens must not end the process first.
  video.catch(() => undefined);
  return video;
}

/**
 * @param path the map on disk
 * @param page build of the page, or its source
 * @throws CliError if there is no browser, or it cannot draw or encode the video
 * @throws FormatError for a map or a track that cannot be read
 */
export async function recordInBrowser(
  path: string,
  content: readonly ContentSource[],
  request: Omit<VideoPageRequest, "map" | "content"> & { readonly name: string },
  callbacks: RecordCallbacks,
  page = findOwnPage(VIDEO_PAGE),
): Promise<RecordedVideo> {
  // Before the page, which is slow to start from source.
  requireBrowser(null);
  const { name, ...wish } = request;
  // One folder for the page: otherwise it would request each file from every archive of a game.
  const joined = content.length > 0 ? [new Content(content)] : [];
  const server = await serveBenchPage({ maps: [path], content: joined }, page);
  try {
    const { browser } = await openChromium(server.pageUrl, null);
    try {
      const tab = await browser.newPage();
      const video = followPage(tab, callbacks);
      await tab.goto(server.pageUrl);
      await tab.waitForFunction(() => window.visleafVideo !== undefined);
      const asked: VideoPageRequest = {
        ...{ ...wish, content: server.contentUrls },
        map: { name, url: server.mapUrls[0] },
      };
      await tab.evaluate((each) => window.visleafVideo?.(each), asked);
      return await video;
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
  }
}
