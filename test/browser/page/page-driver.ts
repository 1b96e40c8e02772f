/**
 * Drives the page in a browser on the software adapter: does what a user does, and reads what a
 * user sees.
 */

import type { Browser, CDPSession, ElementHandle, Page } from "puppeteer";
import { launchBrowser, present } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { sharedPlainPage } from "../../support/page-server.ts";
import type { PageServer } from "../../support/serve-over.ts";

/** Milliseconds; a software adapter on a busy machine is slow. */
const TIMEOUT = 90_000;

const WINDOW = { width: 800, height: 500, deviceScaleFactor: FEW_PIXELS };

export class PageDriver {
  readonly page: Page;
  readonly client: CDPSession;
  /** Errors that the page has reported since `visit`. */
  faults: string[] = [];
  readonly #browser: Browser;
  readonly #server: PageServer;

  constructor(browser: Browser, server: PageServer, page: Page, client: CDPSession) {
    this.#browser = browser;
    this.#server = server;
    this.page = page;
    this.client = client;
    page.setDefaultTimeout(TIMEOUT);
    page.on("pageerror", (error) => this.faults.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.faults.push(message.text());
    });
  }

  get browser(): Browser {
    return this.#browser;
  }

  get url(): string {
    return this.#server.url;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#server.close();
  }

  /** Reloads the page; without a query, on the start screen. */
  async visit(query = "&start=empty", hash = ""): Promise<void> {
    // A changed fragment alone would not reload the page.
    await this.page.goto("about:blank");
    this.faults = [];
    await this.page.goto(`${this.url}?present=${present}${query}${hash}`);
    await this.page.waitForFunction("window.visleaf !== undefined");
  }

  text(selector: string): Promise<string> {
    return this.page.$eval(selector, (element) => (element.textContent ?? "").trim());
  }

  isVisible(selector: string): Promise<boolean> {
    return this.page.$eval(selector, (element) => element.checkVisibility());
  }

  state(): Promise<string | undefined> {
    return this.page.$eval("body", (body) => body.dataset.state);
  }

  async waitForState(state: string): Promise<void> {
    await this.page.waitForFunction((wanted) => document.body.dataset.state === wanted, {}, state);
  }

  /** Waits until a map is loaded completely. */
  async waitForMap(name: string): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => window.visleaf?.map?.name === wanted && window.visleaf.summary !== null,
      {},
      name,
    );
  }

  /** Runs an action that reloads the map, and waits until it is loaded. */
  async reloadBy(act: () => Promise<unknown>): Promise<void> {
    await this.page.evaluate(() => {
      const done = new Promise((resolve) => window.visleaf!.on("load", resolve));
      Object.assign(window, { nextLoad: done });
    });
    await act();
    await this.page.evaluate("window.nextLoad");
  }

  async giveFile(input: "#map-file" | "#folder-files", path: string): Promise<void> {
    await ((await this.page.$(input)) as ElementHandle<HTMLInputElement>).uploadFile(path);
  }

  /** Waits for a number of new frames, drawn or found to show the same picture again. */
  async drawFrames(count: number): Promise<void> {
    await this.page.evaluate(
      (count) =>
        new Promise<void>((done) => {
          // The event comes before its frame is drawn.
          let left = count + 1;
          const stop = window.visleaf!.on("frame", () => {
            if (--left > 0) return;
            stop();
            done();
          });
        }),
      count,
    );
  }

  /** Waits until the camera, which glides to a stop, is at rest, independent of the frame rate. */
  async rest(): Promise<void> {
    let before = "";
    for (;;) {
      await this.drawFrames(2);
      const now = JSON.stringify(await this.camera());
      if (now === before) return;
      before = now;
    }
  }

  /** Holds a key down for some frames, and waits until the camera is at rest again. */
  async holdKey(code: "KeyW" | "KeyE" | "ArrowLeft", frames: number): Promise<void> {
    await this.page.keyboard.down(code);
    await this.drawFrames(frames);
    await this.page.keyboard.up(code);
    await this.rest();
  }

  /**
   * Returns the stats of a frame that began after this call. GPU counts arrive some frames later.
   */
  async stats() {
    const now = await this.page.evaluate(() => window.visleaf!.stats.frame);
    await this.page.waitForFunction(
      (frame) => window.visleaf!.stats.countedFrame > frame,
      {},
      now + 1,
    );
    return this.page.evaluate(() => ({ ...window.visleaf!.stats }));
  }

  camera() {
    return this.page.evaluate(() => ({ ...window.visleaf!.camera }));
  }

  /** Returns whether an element overlaps a visible note. */
  isUnderNotes(selector: string): Promise<boolean> {
    return this.page.evaluate((wanted) => {
      const toast = document.querySelector<HTMLElement>("#toast")!;
      toast.hidden = false;
      toast.textContent = "A note as long as notes are. ".repeat(4);
      const [a, b] = [toast, document.querySelector(wanted)!].map((one) =>
        one.getBoundingClientRect(),
      );
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }, selector);
  }

  /**
   * Returns the sides on which an element is outside the window or over the top bar, at desktop and
   * phone sizes.
   */
  async findCutOff(selector: string): Promise<string[]> {
    const cut: string[] = [];
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
    ]) {
      await this.page.setViewport({ width, height, deviceScaleFactor: FEW_PIXELS });
      const box = await this.page.$eval(selector, (panel) => {
        const { left, right, top, bottom } = panel.getBoundingClientRect();
        return { left, right, top, bottom };
      });
      const isCut = {
        left: box.left < 0,
        right: box.right > width,
        top: box.top < 40,
        bottom: box.bottom > height,
      };
      for (const [side, is] of Object.entries(isCut)) if (is) cut.push(`${side} at ${width}`);
    }
    return cut;
  }

  async setSwitch(name: string, on: boolean): Promise<void> {
    await this.page.$eval(
      `#switch-${name}`,
      (element, wanted) => {
        const input = element as HTMLInputElement;
        if (input.checked !== wanted) input.click();
      },
      on,
    );
  }
}

/**
 * Starts a browser on the page and on its server, with the corpus, if present, under `/corpus`. The
 * demo is the plain one unless another server is given.
 */
export async function openPageDriver(server: PageServer = sharedPlainPage()): Promise<PageDriver> {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setViewport(WINDOW);
  const driver = new PageDriver(browser, server, page, await page.createCDPSession());
  await driver.visit();
  return driver;
}
