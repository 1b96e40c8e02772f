/** The layout of the page on a desktop, in a narrow window and on a phone. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElementHandle } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

const SIZES = [
  [1280, 720],
  [540, 900],
  [390, 844],
  [844, 390],
] as const;

describe.skipIf(!hasBrowser)("the page's layout", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  let driver: PageDriver;

  beforeAll(async () => {
    driver = await openPageDriver();
  });
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  const resize = async (width: number, height: number): Promise<void> => {
    await driver.page.setViewport({ width, height, deviceScaleFactor: FEW_PIXELS });
    await driver.page.evaluate(() => new Promise(requestAnimationFrame));
  };
  /** Returns pairs of elements that overlap, and elements that are not entirely on the screen. */
  const findFaults = (selectors: readonly string[]) =>
    driver.page.evaluate((all) => {
      const boxes = all.flatMap((selector) =>
        [...document.querySelectorAll<HTMLElement>(selector)]
          .filter((element) => element.checkVisibility())
          .map((element) => ({
            name: element.id || element.className,
            box: element.getBoundingClientRect(),
          })),
      );
      const faults = boxes
        .filter(({ box }) => box.left < -0.5 || box.right > innerWidth + 0.5)
        .map(({ name }) => `${name} is cut`);
      for (const [i, { name, box }] of boxes.entries()) {
        for (const other of boxes.slice(i + 1)) {
          const { left, right, top, bottom } = other.box;
          const isApart =
            box.right <= left + 1 ||
            box.left >= right - 1 ||
            box.bottom <= top + 1 ||
            box.top >= bottom - 1;
          if (!isApart) faults.push(`${name} over ${other.name}`);
        }
      }
      return { faults, count: boxes.length };
    }, selectors);

  it("has the start card beside the panel, and an alert above the card", async () => {
    await driver.visit();
    // Content without a map opens the panel.
    const paths = ["a.vmt", "b.vmt"].map((name) => join(folder, name));
    for (const path of paths) writeFileSync(path, "LightmappedGeneric {}");
    const input = (await driver.page.$("#map-file")) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(...paths);
    await driver.page.waitForSelector("#toggle-panel:not([hidden])");
    await driver.page.click("#toggle-panel");
    const broken = join(folder, "broken.bsp");
    writeFileSync(broken, "no map");
    await driver.giveFile("#map-file", broken);
    await driver.page.waitForSelector("#alert:not([hidden])");
    for (const [width, height] of SIZES) {
      await resize(width, height);
      const start = await findFaults(["#bar", "#start", "#panel"]);
      expect(start, `${width}x${height}`).toEqual({ faults: [], count: 3 });
      const inside = await findFaults(["#start > #alert", "#start .card"]);
      expect(inside, `${width}x${height}`).toEqual({ faults: [], count: 2 });
      const isWhole = await driver.page.$eval(
        "#alert",
        ({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight + 1,
      );
      expect(isWhole, `the alert at ${width}x${height}`).toBe(true);
    }
    // Sections about a map are hidden until there is one.
    const headings = await driver.page.$$eval("#panel h2", (all) =>
      all.filter((heading) => heading.checkVisibility()).map((heading) => heading.textContent),
    );
    expect(headings).toEqual(["Game folders"]);
    await driver.page.click("#toggle-panel");
  });

  it("fits the bar at every width, with the buttons in groups", async () => {
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    await driver.page.evaluate(() => {
      for (const name of ["missing", "problems"]) {
        const button = document.getElementById(`show-${name}`)!;
        button.hidden = false;
        button.querySelector("span")!.textContent = `1,234 ${name}`;
      }
    });
    const parts = ["#bar h1", "#map-title", "#bar .actions button"];
    for (const width of [320, 390, 480, 520, 540, 560, 600, 661, 761, 941, 1121, 1280]) {
      await resize(width, 700);
      expect((await findFaults(parts)).faults, `${width}`).toEqual([]);
      const name = await driver.page.$eval("#map-title", (title) => title.clientWidth);
      expect(name, `the name at ${width}`).toBeGreaterThan(36);
    }
    const groups = await driver.page.$$eval("#bar .group", (all) =>
      all.map((group) => group.getAttribute("aria-label")),
    );
    expect(groups).toEqual(["Maps", "Save and share", "Page"]);
  });

  it.each([false, true])("keeps passing messages apart, on a phone: %s", async (isTelephone) => {
    const { page } = driver;
    const touch = isTelephone ? { hasTouch: true, isMobile: true } : {};
    const screen = { ...touch, deviceScaleFactor: FEW_PIXELS };
    const sizes = SIZES.filter((size) => (Math.min(...size) === 390) === isTelephone);
    const broken = join(folder, "broken.bsp");
    writeFileSync(broken, "no map");
    await page.setViewport({ width: sizes[0][0], height: sizes[0][1], ...screen });
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    await driver.waitForState("running");
    await page.keyboard.press("r");
    await driver.drawFrames(2);
    await page.keyboard.press("r");
    await driver.giveFile("#map-file", broken);
    await page.waitForSelector("#alert:not([hidden])");
    for (const [width, height] of sizes) {
      const where = `${width}x${height}`;
      await page.setViewport({ width, height, ...screen });
      await page.evaluate(() => {
        for (const id of ["toast", "demo-note", "recording"]) {
          document.getElementById(id)!.hidden = false;
        }
        document.getElementById("toast")!.textContent = "Link copied.";
      });
      const all = await findFaults(["#bar", "#toast", "#demo-note", "#recording", "#alert"]);
      expect(all, where).toEqual({ faults: [], count: 5 });
      if (!isTelephone) continue;
      // Passing messages leave the corners free for thumbs.
      await page.evaluate(() => {
        for (const id of ["alert", "recording"]) document.getElementById(id)!.hidden = true;
      });
      const beside = await findFaults(["#demo-note", "#toast", "#stick-move", "#stick-look"]);
      expect(beside, where).toEqual({ faults: [], count: 4 });
      await page.$eval("#alert", (alert) => {
        (alert as HTMLElement).hidden = false;
      });
    }
  });
});
