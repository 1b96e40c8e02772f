/** The dock of tools, Escape, and hiding all but the picture. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markedRoom } from "../../analysis/marks/marked-room.ts";
import { hasBrowser } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

const PARTS = ["#alert", "#card", "#panel", "#console", "#marks", "#measure", "#check", "#cost"];

describe.skipIf(!hasBrowser)("the dock", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  let driver: PageDriver;
  let page: Page;

  beforeAll(async () => {
    const path = join(folder, "marked.bsp");
    writeFileSync(path, markedRoom());
    driver = await openPageDriver();
    page = driver.page;
    await resize(1280, 720);
    await driver.giveFile("#map-file", path);
    await driver.waitForMap("marked");
    await driver.waitForState("running");
    // The hint about flying, and what the map lacks.
    await page.evaluate(() => {
      for (let i = 0; i < 3; i++) document.getElementById("close-card")!.click();
    });
  });
  afterAll(async () => {
    expect(driver?.faults ?? []).toEqual([]);
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  const resize = (width: number, height: number) =>
    page.setViewport({ width, height, deviceScaleFactor: FEW_PIXELS });
  const open = () =>
    page.evaluate(
      (all) => all.filter((part) => document.querySelector(part)?.checkVisibility()),
      PARTS,
    );
  const press = async (key: string, shown: string) => {
    await page.keyboard.press(key as "a");
    await page.waitForSelector(`${shown}:not([hidden])`);
  };
  const boxOf = (selector: string) =>
    page.$eval(selector, (element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { left, right, top, bottom };
    });

  it("shows one tool at a time, below its tab", async () => {
    await press(".", "#marks");
    for (const [tab, tool] of [
      ["Measure", "#measure"],
      ["Check", "#check"],
      ["Marks", "#marks"],
    ]) {
      await page.$$eval(
        "#dock button",
        (all, name) => all.find(({ textContent }) => textContent === name)?.click(),
        tab,
      );
      await page.waitForSelector(`${tool}:not([hidden])`);
      expect(await open()).toEqual([tool]);
      expect(await driver.text('#dock [aria-selected="true"]')).toBe(tab);
      expect((await boxOf(tool)).top).toBeGreaterThanOrEqual((await boxOf("#dock")).bottom - 1);
    }
  });

  it("leaves the console and the panel beside it", async () => {
    await press("h", "#panel");
    await press("Backquote", "#console");
    const [dock, console, panel] = [
      await boxOf("#dock"),
      await boxOf("#console"),
      await boxOf("#panel"),
    ];
    expect(console.left).toBeGreaterThanOrEqual(dock.right);
    expect(console.right).toBeLessThanOrEqual(panel.left);
  });

  it("closes by Escape from the newest to the oldest, wherever the focus is", async () => {
    expect(await open()).toEqual(["#panel", "#console", "#marks"]);
    await page.focus("#view");
    await page.keyboard.press("Escape");
    expect(await open()).toEqual(["#panel", "#marks"]);
    // The focus is in the older panel.
    await page.focus("#marks [role=tab]");
    await page.keyboard.press("Escape");
    expect(await open()).toEqual(["#marks"]);
    await page.keyboard.press("Escape");
    expect(await open()).toEqual([]);
    expect(await driver.isVisible("#dock")).toBe(false);
  });

  it("closes the list of entities by the key that opened it, unless something is typed", async () => {
    await press(",", "#marks");
    await page.waitForFunction(() => document.activeElement?.matches("#marks input[type=search]"));
    await page.keyboard.type("a,");
    expect(await open()).toEqual(["#marks"]);
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.keyboard.press(",");
    expect(await open()).toEqual([]);
  });

  it("Shift+H hides it and everything but the picture, and Escape shows them again", async () => {
    await press(".", "#marks");
    await page.focus("#view");
    await page.keyboard.down("Shift");
    await page.keyboard.press("H");
    await page.keyboard.up("Shift");
    expect(await open()).toEqual([]);
    expect(await driver.isVisible("#bar")).toBe(false);
    expect((await boxOf("#view")).top).toBe(0);
    await page.keyboard.press("Escape");
    expect([await driver.isVisible("#bar"), await open()]).toEqual([true, ["#marks"]]);
  });

  it("gives way to the panel on a phone, which gives way to a tool", async () => {
    await resize(390, 844);
    await page.focus("#view");
    await press("h", "#panel");
    expect(await open()).toEqual(["#panel"]);
    await page.$eval("#open-check", (button) => (button as HTMLElement).click());
    await page.waitForSelector("#check:not([hidden])");
    expect(await open()).toEqual(["#check"]);
  });
});
