/**
 * A page of one loud colour with viewers on it; reads the viewers' pixels from screenshots of the
 * page.
 */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "puppeteer";
import type { createViewer, ViewerOptions } from "../../src/viewer/index.ts";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { launchBrowser, type Present } from "../support/browser.ts";
import { buildLibrary } from "../support/build-library.ts";
import { type Picture, readPng } from "../support/picture.ts";
import { type StaticServer, serveStatic } from "../support/static-server.ts";

type TestViewer = Awaited<ReturnType<typeof createViewer>>;

declare global {
  interface Window {
    /** Makes a viewer on a canvas with that style, loads a small map, and waits for its picture. */
    addViewer: (style: string, pose?: object, options?: ViewerOptions) => Promise<void>;
    shown: TestViewer[];
    devices: GPUDevice[];
    /** Waits for frames of a viewer or of the page, and until the GPU has finished them. */
    framesOf: (viewer: TestViewer, count?: number) => Promise<void>;
    pageFrames: (count?: number) => Promise<void>;
    /** Waits until a viewer's picture has that width, and the page shows it. */
    pictureOf: (viewer: TestViewer, width: number) => Promise<void>;
    /** `viewer.screenshot` as base64. */
    readBack: (index: number) => Promise<string>;
  }
}

/** Background colour of the page, which no map contains: R, G, B. */
export const LOUD = [255, 0, 254] as const;

const SCRIPT = `
  const { createViewer } = await import("/cdn/visleaf-map.js");
  window.shown = [];
  window.devices = [];
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (...args) {
    const device = await requestDevice.apply(this, args);
    window.devices.push(device);
    return device;
  };
  window.pageFrames = async (count = 3) => {
    for (let i = 0; i < count; i++) await new Promise((done) => requestAnimationFrame(done));
  };
  window.pictureOf = async ({ canvas }, width) => {
    const end = performance.now() + 20_000;
    while (canvas.width !== width) {
      if (performance.now() > end) throw new Error("no picture of " + width + ": " + canvas.width);
      await window.pageFrames(1);
    }
    await window.pageFrames();
  };
  window.framesOf = async (viewer, count = 3) => {
    // Pipelines are compiled when a screenshot resolves. Frames before that may show placeholders.
    await viewer.screenshot({ width: 8, height: 8 });
    // A viewer that reads frames back draws the next frame only after it has shown the previous
    // one.
    await new Promise((done) => {
      // The event comes before its frame is drawn, or found to show the same picture again.
      let left = count + 1;
      const stop = viewer.on("frame", () => {
        if (--left > 0) return;
        stop();
        done();
      });
    });
    // The screenshot's commands follow the frames' in the queue, so the GPU has drawn the frames
    // when it resolves.
    await viewer.screenshot({ width: 8, height: 8 });
    await window.pageFrames();
  };
  window.addViewer = async (style, pose, options) => {
    const canvas = document.createElement("canvas");
    canvas.style.cssText = "display: block; position: absolute; outline: none; " + style;
    document.body.append(canvas);
    const viewer = await createViewer(canvas, options);
    viewer.camera = pose ?? {};
    viewer.on("scene", () => (viewer.camera = pose ?? {}));
    window.shown.push(viewer);
    await viewer.load("/made/room.bsp");
    await window.framesOf(viewer);
  };
  window.readBack = async (index) => {
    const bytes = new Uint8Array(await (await window.shown[index].screenshot()).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  };
  document.body.replaceChildren();
  document.body.style.cssText = "margin: 0; background: rgb(${LOUD.join(" ")})";
  window.isReady = true;
`;

export interface CanvasPage {
  readonly page: Page;
  readonly browser: Browser;
  readonly faults: string[];
  /** Sets the device pixel ratio; 0 resets it to the browser's. */
  setRatio(ratio: number): Promise<void>;
  add(style: string, pose?: object): Promise<void>;
  /**
   * Reads the viewers' part of the page: the smallest rectangle with all pixels that are not loud.
   */
  seen(): Promise<Picture>;
  /** Returns the pixels that a viewer reads back. */
  read(index?: number): Promise<Picture>;
  close(): Promise<void>;
}

/** Two views of the room. */
export const WEST = { x: 235, y: 30, z: 90, pitch: 12, yaw: 160, fov: 90 };
export const EAST = { x: 20, y: 100, z: 40, pitch: -5, yaw: -20, fov: 80 };

const WINDOW = { width: 360, height: 220 };

/** Returns the part of a picture that is not the page's background, as whole rows and columns. */
function cutOut({ width, height, data }: Picture): Picture {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      if (LOUD.every((value, c) => data[at + c] === value)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  const size = { width: Math.max(right - left, 0), height: Math.max(bottom - top, 0) };
  const rows = [];
  for (let y = top; y < bottom; y++) {
    rows.push(data.subarray((y * width + left) * 4, (y * width + right) * 4));
  }
  return { ...size, data: Buffer.concat(rows) };
}

export async function openCanvasPage(
  present: Present,
  flags: readonly string[] = [],
): Promise<CanvasPage> {
  // Built, because a worker from source fetches hundreds of modules at each load.
  const built = await buildLibrary(["cdnMap", "cdnWorker", "cdnFileWorker"]);
  writeFileSync(join(built.folder, "room.bsp"), makeBsp());
  const [browser, server]: [Browser, StaticServer] = await Promise.all([
    launchBrowser(flags, { present }),
    serveStatic({ folders: { "/made/": built.folder, "/cdn/": built.cdn } }),
  ]);
  server.pages.set("/", "<!doctype html><body>");
  const page = await browser.newPage();
  page.setDefaultTimeout(45_000);
  await page.setViewport(WINDOW);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    const isIcon = message.location().url?.endsWith("/favicon.ico");
    if (message.type() === "error" && !isIcon) faults.push(message.text());
  });
  await page.goto(server.origin);
  await page.addScriptTag({ type: "module", content: SCRIPT });
  await page.waitForFunction("window.isReady");
  return {
    page,
    browser,
    faults,
    setRatio: (ratio) => page.setViewport({ ...WINDOW, deviceScaleFactor: ratio }),
    add: (style, pose = WEST) =>
      page.evaluate((...args) => window.addViewer(...args), style, pose, { present }),
    async seen() {
      return cutOut(readPng(await page.screenshot()));
    },
    async read(index = 0) {
      return readPng(Buffer.from(await page.evaluate((i) => window.readBack(i), index), "base64"));
    },
    async close() {
      await browser.close();
      await server.close();
      rmSync(built.folder, { recursive: true });
    },
  };
}
