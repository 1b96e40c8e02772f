/** Marks over a map in a real browser: switched on, picked, searched, linked. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markedRoom } from "../../analysis/marks/marked-room.ts";
import { hasBrowser } from "../../support/browser.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

describe.skipIf(!hasBrowser)("marks over a map", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  const path = join(folder, "marked.bsp");
  let driver: PageDriver;
  let page: Page;

  beforeAll(async () => {
    writeFileSync(path, markedRoom());
    driver = await openPageDriver();
    page = driver.page;
    await driver.giveFile("#map-file", path);
    await driver.waitForMap("marked");
  });
  afterAll(async () => {
    expect(driver?.faults ?? []).toEqual([]);
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  const checked = () =>
    page.$$eval("#marks [data-mark]", (inputs) =>
      inputs
        .filter((input) => (input as HTMLInputElement).checked)
        .map((input) => input.getAttribute("data-mark")),
    );
  const toggle = (name: string) =>
    page.$eval(`[data-mark=${name}]`, (input) => (input as HTMLElement).click());
  /** Counts bytes of pixels that have much more red than green, the colour of triggers. */
  const countRed = () =>
    page.evaluate(async () => {
      const bitmap = await createImageBitmap(
        await window.visleaf!.screenshot({ width: 64, height: 40 }),
      );
      const canvas = new OffscreenCanvas(64, 40).getContext("2d")!;
      canvas.drawImage(bitmap, 0, 0);
      const { data } = canvas.getImageData(0, 0, 64, 40);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] > data[i + 1] * 1.5 + 20) count++;
      return count;
    });

  it("can be switched on in a panel, which a key opens", async () => {
    await page.evaluate(() => {
      window.visleaf!.camera = { x: 200, y: 160, z: 40, pitch: 0, yaw: 180 };
    });
    const before = await countRed();
    await page.keyboard.press(".");
    await page.waitForSelector("#marks:not([hidden])");
    await toggle("trigger");
    await toggle("through");
    await page.waitForFunction("document.querySelector('#marks .note').textContent === ''");
    expect(await checked()).toEqual(["trigger", "through"]);
    expect(await countRed()).toBeGreaterThan(before + 100);
    await page.waitForFunction("location.hash.includes('marks=trigger,through')");
  });

  it("show a count each, and marks without shapes in this map are disabled", async () => {
    await page.waitForFunction("document.querySelector('[data-mark=leaf]').disabled === false");
    await page.waitForFunction(
      "document.querySelector('[data-mark=portal]').parentElement.matches('.none') || " +
        "document.querySelector('[data-mark=portal] ~ .mark-count').textContent !== ''",
    );
    const shown = await page.$$eval("#marks [data-mark]", (inputs) =>
      inputs.map((input) => {
        const { checked, disabled, parentElement } = input as HTMLInputElement;
        const count = parentElement?.querySelector(".mark-count")?.textContent;
        return [input.getAttribute("data-mark"), count, disabled, checked];
      }),
    );
    expect(shown).toContainEqual(["playerclip", "2", false, false]);
    expect(shown).toContainEqual(["trigger", "1", false, true]);
    expect(shown).toContainEqual(["leaf", "", false, false]);
    expect(shown).toContainEqual(["nocollide", "", true, false]);
    expect(shown).toContainEqual(["through", "", false, true]);
  });

  it("name the thing under the pointer, and open its entity by a click", async () => {
    const { x, y } = await page.$eval("#view", (canvas) => {
      const box = canvas.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    await page.mouse.move(x + 2, y);
    await page.mouse.move(x, y);
    await page.waitForFunction(
      "document.querySelector('.marks-under').textContent.includes('trigger_hurt')",
    );
    expect(await driver.text(".marks-under")).toContain("tools/toolstrigger");
    await page.mouse.click(x, y);
    await page.waitForFunction(
      "document.querySelector('.entity-keys').textContent.includes('OnEndTouch')",
    );
  });

  it("have a searchable list of entities, with broken outputs", async () => {
    const search = async (text: string) => {
      await page.$eval(
        "#marks-of-entities input",
        (input, value) => {
          (input as HTMLInputElement).value = value;
          input.dispatchEvent(new Event("input"));
        },
        text,
      );
      return page.$$eval(".entity-rows b", (rows) => rows.map((row) => row.textContent));
    };
    expect(await search("relay")).toEqual(["trigger_hurt", "logic_relay", "logic_relay"]);
    expect(await search("targetname:relay_")).toEqual(["logic_relay", "logic_relay"]);
    // Broken outputs are known once the file has been read.
    await search("trigger");
    await page.waitForSelector(".entity-rows i");
    expect(await search("broken:")).toEqual(["trigger_hurt"]);
    await page.$eval(".entity-rows button", (row) => (row as HTMLElement).click());
    await page.$eval(".entity-keys button", (button) => (button as HTMLElement).click());
    await page.waitForFunction(
      "Math.hypot(visleaf.camera.x - 64, visleaf.camera.y - 160) < 165 && !visleaf.isFlying",
    );
  });

  it("are restored from a link, and kept for the next map", async () => {
    await driver.visit(
      "&start=empty",
      "#camera=200,160,40,0,180,90&marks=trigger,nothing,lines&map=marked",
    );
    await driver.giveFile("#map-file", path);
    await driver.waitForMap("marked");
    await page.waitForSelector("#marks");
    await page.waitForFunction("document.querySelector('[data-mark=trigger]').checked");
    expect(await checked()).toEqual(["trigger", "lines"]);
    expect(await driver.isVisible("#marks")).toBe(false);
  });
});
