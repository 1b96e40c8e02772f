/** The console of the page: opened by its key, typed into, closed. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

describe.skipIf(!hasBrowser)("the console", () => {
  let driver: PageDriver;
  beforeAll(async () => {
    driver = await openPageDriver();
    await driver.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  });
  afterAll(() => driver?.close());

  const type = async (line: string) => {
    await driver.page.type("#console-line", line);
    await driver.page.keyboard.press("Enter");
  };
  const lastLine = () =>
    driver.page.$eval(".console-log", (log) => log.lastElementChild?.textContent ?? "");
  const open = async () => {
    await driver.page.keyboard.press("Backquote");
    await driver.page.waitForSelector("#console:not([hidden])");
  };

  it("opens by its key, runs commands, keeps a history, and closes", async () => {
    const { page } = driver;
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    await open();
    await type("setpos 100 -200 150;setang 10 20 0");
    await page.waitForFunction("window.visleaf.camera.x === 100 && !window.visleaf.isFlying");
    expect(await driver.camera()).toMatchObject({ x: 100, y: -200, z: 150, pitch: 10, yaw: 20 });
    await type("mat_wireframe 1");
    await page.waitForFunction("window.visleaf.settings.wireframe");
    expect(await page.$eval("#switch-wireframe", (one) => (one as HTMLInputElement).checked)).toBe(
      true,
    );
    await type("ent_text; mat_luxels 1");
    await page.waitForFunction("location.hash.includes('entities')");
    expect(await page.evaluate(() => window.visleaf!.settings.view)).toBe("luxels");
    await type("ent_text; mat_luxels 0");
    await page.waitForFunction("!location.hash.includes('entities')");
    // Typing neither flies nor triggers shortcuts.
    expect(await driver.isVisible("#help")).toBe(false);
    expect((await driver.camera()).x).toBe(100);
    await type("<img src=x onerror=alert(1)>");
    expect(await lastLine()).toMatch(/^Unknown command "<img"/);
    expect(await page.$("#console img")).toBeNull();
    await page.type("#console-line", "mat_lu");
    expect(
      await page.$$eval("#console-completions li b", (all) => all.map((b) => b.textContent)),
    ).toEqual(["mat_luxels"]);
    await page.keyboard.press("Tab");
    expect(await page.$eval("#console-line", (one) => (one as HTMLInputElement).value)).toBe(
      "mat_luxels ",
    );
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await page.$eval("#console-line", (one) => (one as HTMLInputElement).value)).toBe(
      "ent_text; mat_luxels 0",
    );
    await page.keyboard.press("Backquote");
    expect(await driver.isVisible("#console")).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("view");
    // The next visit has the history, once it is stored.
    await page.waitForFunction(
      () =>
        new Promise((done) => {
          const asked = indexedDB.open("visleaf");
          asked.onsuccess = () => {
            const database = asked.result;
            const lines = database.transaction("page").objectStore("page").get("console");
            lines.onsuccess = () => {
              database.close();
              done(lines.result?.at(-1)?.startsWith("<img"));
            };
          };
        }),
    );
    await driver.visit();
    await open();
    await page.keyboard.press("ArrowUp");
    expect(await page.$eval("#console-line", (one) => (one as HTMLInputElement).value)).toBe(
      "<img src=x onerror=alert(1)>",
    );
    expect(driver.faults).toEqual([]);
  });

  it.each([1280, 390])("fits a screen %i pixels wide", async (width) => {
    const { page } = driver;
    const shots = process.env.VISLEAF_SHOTS;
    const deviceScaleFactor = shots === undefined ? FEW_PIXELS : 1;
    await page.setViewport({ width, height: 844, deviceScaleFactor });
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    await open();
    await type("help");
    await type("cl_showpos 1");
    await page.type("#console-line", "r_dr");
    const box = await page.$eval("#console", (one) => one.getBoundingClientRect().toJSON());
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(width);
    expect(box.bottom).toBeLessThanOrEqual(844);
    await page.waitForFunction("document.querySelector('#position-readout')?.textContent !== ''");
    if (shots !== undefined) await page.screenshot({ path: `${shots}/console-${width}.png` });
    expect(driver.faults).toEqual([]);
  });
});
