/** The built page in a browser, with its worker and shaders. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, ElementHandle, Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveFolder } from "../../src/cli/serve/serve-folder.ts";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { hasBrowser, launchBrowser, present } from "../support/browser.ts";
import { corpusPath, hasCorpus } from "../support/corpus.ts";
import { builtPage, sharedPage } from "../support/page-server.ts";
import { countColours, pictureOf } from "../support/picture.ts";

const _root = resolve(import.meta.dirname, "../..");

describe.skipIf(!hasBrowser)("the built page", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-build-"));
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
    page = await browser.newPage();
    await visit("&start=empty");
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const visit = async (query: string): Promise<void> => {
    await page.goto(`${sharedPage().url}?present=${present}${query}`);
    await page.waitForFunction("window.visleaf !== undefined");
  };
  const openFile = async (path: string): Promise<void> => {
    const input = (await page.$("#map-file")) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(path);
  };

  it("shows the error that its worker reports", async () => {
    const path = join(folder, "no-map.bsp");
    writeFileSync(path, "no map at all");
    await openFile(path);
    await page.waitForSelector("#alert:not([hidden])");
    const detail = await page.$eval("#alert-detail", (element) => element.textContent);
    expect(detail).toMatch(/^BSP .*\[bad-magic\]$/);
  });

  it.skipIf(!hasCorpus)("shows a map", async () => {
    await openFile(corpusPath("lanofdoom_css", "gg_canyon.bsp"));
    await page.waitForFunction(() => (window.visleaf?.stats.triangles ?? 0) > 0);
    await page.waitForFunction(() => window.visleaf?.summary);
  });

  it("lists the maps of visleaf serve, and opens them", async () => {
    const maps = mkdtempSync(join(tmpdir(), "visleaf-served-"));
    for (const name of ["first", "second"]) writeFileSync(join(maps, `${name}.bsp`), makeBsp());
    const fail = (message: string): never => {
      throw new Error(message);
    };
    const served = await serveFolder(maps, { port: 0, pageFolder: builtPage(), onBroken: fail });
    try {
      await page.goto(`${served.origin}/?present=${present}&start=empty`);
      await page.waitForFunction("window.visleaf !== undefined");
      await page.keyboard.press("m");
      await page.waitForSelector(".map-row");
      await page.type("#map-search", "sec");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.visleaf?.map?.name === "second");
      const { searchParams } = new URL(page.url());
      expect(searchParams.get("map")).toBe(`${served.origin}/maps/second.bsp`);
      expect(searchParams.getAll("content")).toEqual([`${served.origin}/content/`]);
    } finally {
      await served.close();
      rmSync(maps, { recursive: true });
    }
  });

  it("opens its demo, and offers a flight through it", async () => {
    await visit("");
    await page.waitForFunction(() => window.visleaf?.map?.name === "visleaf_demo");
    await page.waitForSelector("#demo-note:not([hidden])");
    await page.waitForFunction(() => window.visleaf!.timing.frameCount > 3);
    expect(countColours(await pictureOf(page, "#view"))).toBeGreaterThan(1000);
  });
});
