/** Makes a video in a headless browser, which has the encoder. */

import type { Page } from "puppeteer";
import { Content } from "../../content/content.ts";
import type { ContentSource } from "../../content/types.ts";
import type { Warning } from "../../core/diagnostics.ts";
import type { VideoPageEvent, VideoPageRequest } from "../../video/page/video-protocol.ts";
import { CliError } from "../errors.ts";
import { findOwnPage, serveBenchPage, VIDEO_PAGE } from "../serve/serve-bench-page.ts";
import { followPage } from "./follow-page.ts";
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

/** Collects the parts of the video that the page sends. */
function receiveVideo(page: Page, { signal, onProgress }: RecordCallbacks): Promise<RecordedVideo> {
  const parts: Buffer[] = [];
  let frames = 0;
  let warnings: readonly Warning[] = [];
  return followPage<VideoPageEvent, RecordedVideo>(page, {
    ...{ report: "visleafVideoEvent", signal },
    onEvent(event) {
      switch (event.type) {
        case "start":
          ({ frames, warnings } = event);
          return undefined;
        case "progress":
          onProgress(event.frames, frames);
          return undefined;
        case "part":
          parts.push(Buffer.from(event.base64, "base64"));
          return undefined;
        case "done":
          return { bytes: Buffer.concat(parts), frames, codec: event.codec, warnings };
      }
    },
    onEnd(reason) {
      throw new CliError(signal.aborted ? "stopped: nothing was written" : reason);
    },
  });
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
      const video = receiveVideo(tab, callbacks);
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
