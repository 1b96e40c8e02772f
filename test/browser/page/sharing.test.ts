/** The share card in a real browser: picture, link, embed code, and a map packed for a host. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { hasBrowser } from "../../support/browser.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

describe.skipIf(!hasBrowser)("sharing a view", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  const path = join(folder, "my room.bsp");
  let driver: PageDriver;
  let page: Page;

  beforeAll(async () => {
    writeFileSync(path, makeBsp());
    driver = await openPageDriver();
    page = driver.page;
    await page.evaluateOnNewDocument(() => {
      const { createObjectURL } = URL;
      URL.createObjectURL = (blob: Blob) => {
        if (blob.type === "application/zip") Object.assign(window, { packed: blob });
        return createObjectURL.call(URL, blob);
      };
    });
    await driver.visit();
    await driver.giveFile("#map-file", path);
    await driver.waitForMap("my room");
  });
  afterAll(async () => {
    expect(driver?.faults ?? []).toEqual([]);
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  const values = () =>
    page.$$eval(".share-card textarea", (texts) =>
      texts.map((text) => (text as HTMLTextAreaElement).value),
    );

  it("shows the picture, the link and the code of a file, which must be packed", async () => {
    await page.evaluate(() => {
      window.visleaf!.camera = { x: 10, y: 20, z: 40, pitch: 5, yaw: 90 };
    });
    await page.click("#share");
    await page.waitForFunction("document.querySelector('.share-card img')?.naturalWidth > 0");
    const [link, code] = await values();
    expect(link).toContain("#camera=10,20,40,5,90,");
    expect(link).toContain("map=my%20room");
    expect(code).toContain('<visleaf-map src="my%20room.visleaf.zip" camera="10 20 40 5 90"');
    expect(await driver.text(".share-pack p")).toMatch(/whoever gets the link must have it/);
  });

  it("packs the map with a page", async () => {
    await page.click(".share-pack button");
    await page.waitForFunction("window.packed !== undefined");
    const bytes = await page.evaluate(async () => {
      const { packed } = window as unknown as { packed: Blob };
      return [...new Uint8Array(await packed.arrayBuffer())];
    });
    const files = unzipSync(new Uint8Array(bytes));
    expect(Object.keys(files)).toEqual(["index.html", "my room.visleaf.zip"]);
    expect(new TextDecoder().decode(files["index.html"])).toContain('src="my%20room.visleaf.zip"');
    expect(Object.keys(unzipSync(files["my room.visleaf.zip"]))).toContain("maps/my room.bsp");
    await page.keyboard.press("Escape");
    await page.waitForFunction("document.querySelector('.share-card') === null");
  });

  it("names the address of a map on the web, which needs no packing", async () => {
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    await page.keyboard.down("Shift");
    await page.keyboard.press("L");
    await page.keyboard.up("Shift");
    await page.waitForSelector(".share-card[open]");
    const [, code] = await values();
    expect(code).toMatch(/<visleaf-map src="http:[^"]+visleaf_demo[^"]*\.bsp" camera="/);
    expect(await page.$(".share-pack")).toBeNull();
  });
});
