/**
 * Two versions of a map in one flight, in a real browser: the wipe, the flip, and the list of
 * changes.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ElementHandle, Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { compileVersion, makeSource } from "../../analysis/diff/made-versions.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { hasBrowser } from "../../support/browser.ts";
import { countColours, differenceOf, type Picture, pictureOf } from "../../support/picture.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

/** Returns the right third of a picture. */
function cropRight({ width, height, data }: Picture): Picture {
  const cropWidth = Math.floor(width / 3);
  const rows = Array.from({ length: height }, (_, y) => {
    const end = (y + 1) * width * 4;
    return data.subarray(end - cropWidth * 4, end);
  });
  return { width: cropWidth, height, data: Buffer.concat(rows) };
}

describe.skipIf(!hasBrowser)("two versions of a map", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  const pathOf = (name: string) => join(folder, `${name}.bsp`);
  let driver: PageDriver;
  let page: Page;

  beforeAll(async () => {
    driver = await openPageDriver();
    page = driver.page;
    writeFileSync(pathOf("court_a1"), await compileVersion(makeSource()));
    const changed = makeSource({ crate: null, targetOrigin: "400 100 72" });
    writeFileSync(pathOf("court_a2"), await compileVersion(changed));
    writeFileSync(pathOf("room"), makeBsp());
    writeFileSync(pathOf("broken"), makeBsp().subarray(0, 700));
    await driver.giveFile("#map-file", pathOf("court_a1"));
    await driver.waitForMap("court_a1");
  });
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  const giveOther = async (name: string) => {
    const input = (await page.$("#other-file")) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(pathOf(name));
  };
  const endComparison = async () => {
    await page.click('#compare [aria-label="End the comparison"]');
    expect([await page.$("#compare"), await page.$("#other-view")]).toEqual([null, null]);
  };
  const clipOf = () =>
    page.$eval("#other-view", (canvas) => (canvas as HTMLElement).style.clipPath);

  it("asks for the other version by a key, and by the panel's button", async () => {
    // A browser opens its file dialog only for a user, but the click on the input can be observed.
    await page.$eval("#other-file", (input) => {
      input.addEventListener("click", (event) => {
        event.preventDefault();
        document.body.dataset.asked = `${document.body.dataset.asked ?? ""}x`;
      });
    });
    await page.keyboard.press("j");
    await page.$eval("#open-compare", (button) => (button as HTMLElement).click());
    expect(await page.$eval("body", (body) => body.dataset.asked)).toBe("xx");
    expect(await page.$("#compare")).toBeNull();
  });

  it("lists the changes part by part, and shows both pictures", async () => {
    await giveOther("court_a2");
    await page.waitForSelector(".compare-part");
    const parts = await page.$$eval(".compare-part", (list) =>
      list.map((part) => [
        part.querySelector("b")?.textContent,
        part.querySelector("span")?.textContent,
      ]),
    );
    expect(parts.slice(0, 4)).toEqual([
      ["Entities", "1 moved"],
      ["Brushes", "1 removed"],
      ["Surfaces", "1,024 in² added, 5,120 in² removed"],
      ["Displacements", "the same"],
    ]);
    await page.waitForSelector('#other-view[data-map="shown"]');
    expect(await clipOf()).toBe("inset(0px 0px 0px 50%)");
    expect(await driver.text("#compare .note")).toBe("");
  });

  it("flips between the versions by the same key, and by their names", async () => {
    const shown = () => page.$eval("#compare", (panel) => (panel as HTMLElement).dataset.shown);
    expect(await shown()).toBe("after");
    await page.keyboard.press("j");
    expect([await shown(), await clipOf()]).toEqual(["before", "inset(0px 0px 0px 100%)"]);
    await page.keyboard.press("j");
    expect([await shown(), await clipOf()]).toEqual(["after", "inset(0px 0px 0px 0%)"]);
    await page.click(".compare-wipe .before");
    expect(await clipOf()).toBe("inset(0px 0px 0px 100%)");
    await page.$eval(".compare-wipe input", (input) => {
      (input as HTMLInputElement).value = "25";
      input.dispatchEvent(new Event("input"));
    });
    expect(await clipOf()).toBe("inset(0px 0px 0px 75%)");
  });

  it("flies to a change from its row", async () => {
    const before = await driver.camera();
    await page.evaluate(() => {
      const rows = [...document.querySelectorAll<HTMLElement>(".compare-part li button")];
      rows.find(({ textContent }) => textContent?.startsWith("removed: solid"))!.click();
    });
    await page.waitForFunction(
      (x) => Math.abs(window.visleaf!.camera.x - x) > 1 && !window.visleaf!.isFlying,
      {},
      before.x,
    );
    const { x, y, z, pitch, yaw } = await driver.camera();
    // The crate's middle, 80 80 16, is in the middle of the picture.
    const distance = Math.hypot(80 - x, 80 - y, 16 - z);
    const radians = Math.PI / 180;
    expect(x + Math.cos(yaw * radians) * Math.cos(pitch * radians) * distance).toBeCloseTo(80, 0);
    expect(z - Math.sin(pitch * radians) * distance).toBeCloseTo(16, 0);
  });

  it("shows both versions from the same camera", async () => {
    await endComparison();
    await giveOther("court_a1");
    await page.waitForSelector('#other-view[data-map="shown"]');
    await page.waitForFunction(() => document.querySelector(".compare-part") !== null);
    await page.evaluate(() => {
      window.visleaf!.camera = { x: 40, y: 40, z: 90, pitch: 12, yaw: 50 };
      window.visleaf!.settings.wireframe = true;
    });
    // Until this resolves, draws whose pipelines are still being compiled are missing.
    await page.evaluate(() => window.visleaf!.screenshot());
    // Compares the part beside the panel, which differs.
    const shown = async () => {
      await driver.drawFrames(3);
      return cropRight(await pictureOf(page, "#view"));
    };
    await page.click(".compare-wipe .before");
    const own = await shown();
    expect(countColours(own)).toBeGreaterThan(50);
    const pixels = own.width * own.height;
    const expectOther = async (wanted: Picture) => {
      await page.click(".compare-wipe .after");
      await vi.waitFor(
        async () =>
          expect(differenceOf(wanted, await shown(), 32).count / pixels).toBeLessThan(0.02),
        { timeout: 30_000, interval: 200 },
      );
    };
    await expectOther(own);
    await page.evaluate(() => {
      window.visleaf!.camera = { yaw: 120 };
    });
    await page.click(".compare-wipe .before");
    const turned = await shown();
    expect(differenceOf(own, turned, 32).count / pixels).toBeGreaterThan(0.05);
    await expectOther(turned);
    await page.evaluate(() => {
      window.visleaf!.settings.wireframe = false;
    });
  });

  it("outlines changes over the version that has them", async () => {
    await endComparison();
    await giveOther("court_a2");
    await page.waitForSelector('#other-view[data-map="shown"]');
    await page.waitForFunction(() => document.querySelector(".compare-part li") !== null);
    await page.click(".compare-wipe .before");
    await page.evaluate(() => {
      // The camera shows the crate in the right third of the picture.
      window.visleaf!.camera = { x: 160, y: 80, z: 50, pitch: 20, yaw: 205 };
    });
    const countRed = async () => {
      await driver.drawFrames(3);
      const { data } = cropRight(await pictureOf(page, "#view"));
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] > 200 && data[i + 1] < 130 && data[i + 2] < 120) count++;
      }
      return count;
    };
    const box = ".compare-outline input";
    await vi.waitFor(async () => expect(await countRed()).toBeGreaterThan(20), 30_000);
    await page.$eval(box, (input) => (input as HTMLElement).click());
    await vi.waitFor(async () => expect(await countRed()).toBe(0), 30_000);
    await page.$eval(box, (input) => (input as HTMLElement).click());
  });

  it("ends by its button, and when another map is opened", async () => {
    await endComparison();
    await giveOther("court_a1");
    await page.waitForSelector('#other-view[data-map="shown"]');
    await page.waitForFunction(
      () => document.querySelector("#compare .note")?.textContent === "No difference was found.",
    );
    await driver.giveFile("#map-file", pathOf("room"));
    await driver.waitForMap("room");
    expect([await page.$("#compare"), await page.$("#other-view")]).toEqual([null, null]);
    expect(driver.faults).toEqual([]);
  });

  it("reports a broken other version, and ends", async () => {
    await giveOther("broken");
    await page.waitForFunction(() => document.querySelector("#alert")?.checkVisibility() === true);
    expect([await page.$("#compare"), await page.$("#other-view")]).toEqual([null, null]);
  });
});
