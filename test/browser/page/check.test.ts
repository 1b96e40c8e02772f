/** The panel of the map check in a real browser: opened, read, flown with, closed. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { writeBsp } from "../../../src/compile/compile-map.ts";
import { addEntities, compileVmf, copyOf, soundVmf } from "../../analysis/check/made-map.ts";
import { hasBrowser } from "../../support/browser.ts";
import { pictureOf } from "../../support/picture.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

describe.skipIf(!hasBrowser)("the panel of a check", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  let driver: PageDriver;

  beforeAll(async () => {
    const map = copyOf(await compileVmf(soundVmf()));
    const dead = (x: number) =>
      [
        ["classname", "logic_relay"],
        ["targetname", "<img src=x onerror=fail()>"],
        ["origin", `${x} 128 60`],
        ["OnTrigger", "nobody,Kill,,0,-1"],
      ] as const;
    addEntities(map, dead(128), dead(400));
    map.lumps.delete("LUMP_VISIBILITY");
    const path = join(folder, "faulty.bsp");
    writeFileSync(path, writeBsp(map));
    driver = await openPageDriver();
    await driver.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    await driver.giveFile("#map-file", path);
    await driver.waitForMap("faulty");
  });
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  const of = (severity: string) => `.found[data-severity="${severity}"]`;
  const isThere = () => driver.isVisible("#check").catch(() => false);
  const found = (severity: string) =>
    driver.page.$$eval(`${of(severity)} li`, (rows) => rows.map((row) => row.textContent ?? ""));

  it("lists findings by severity, names as text, and the rules that could not run", async () => {
    const { page } = driver;
    await page.keyboard.press("x");
    await page.waitForSelector(of("error"));
    expect(await driver.text("#check-title")).toBe("Check: faulty");
    expect(await driver.text(`${of("error")} summary`)).toBe("1 error");
    expect((await found("error"))[0]).toMatch(/^no-visibilityThe map has no visibility/);
    expect(await driver.text(`${of("warning")} summary`)).toBe("2 warnings");
    expect((await found("warning"))[0]).toContain('logic_relay "<img src=x onerror=fail()>"');
    expect(await page.$("#check img")).toBeNull();
    expect(await driver.isVisible("#check progress")).toBe(false);
    const titles = await page.$$eval(".found > summary", (all) =>
      all.map((one) => one.textContent),
    );
    expect(titles).toContain("Limits of Source SDK 2013");
    expect(titles.some((title) => /^\d+ rules could not be checked$/.test(title ?? ""))).toBe(true);
  });

  it("flies to a finding by mouse and by keyboard", async () => {
    const { page } = driver;
    const places: number[] = [];
    for (const way of ["click", "Enter"]) {
      const rows = await page.$$(`${of("warning")} li button`);
      const row = rows[places.length];
      if (way === "click") await row.click();
      else {
        await row.focus();
        await page.keyboard.press("Enter");
      }
      await page.waitForFunction(
        (last: number) => !window.visleaf!.isFlying && window.visleaf!.camera.x !== last,
        {},
        places.at(-1) ?? Number.NaN,
      );
      places.push((await driver.camera()).x);
    }
    // The highlighted thing has a colour that occurs nowhere else. In a small window the panel
    // would cover the picture's middle.
    await page.setViewport({ width: 1200, height: 500, deviceScaleFactor: 0.5 });
    await vi.waitFor(async () => {
      await driver.drawFrames(2);
      const { data } = await pictureOf(page, "#view");
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] > 200 && Math.abs(data[i + 1] - 158) < 50 && data[i + 2] < 110) count++;
      }
      expect(count).toBeGreaterThan(20);
    }, 20_000);
    // Each camera is in the room of its entity.
    expect(places[0]).toBeLessThan(256);
    expect(places[1]).toBeGreaterThan(272);
  });

  it("fits the screen of a desktop and of a phone", async () => {
    expect(await driver.findCutOff("#check")).toEqual([]);
  });

  it("closes by its key and by Escape", async () => {
    const { page } = driver;
    expect(await isThere()).toBe(true);
    await page.focus("#check-title");
    await page.keyboard.press("Escape");
    expect(await isThere()).toBe(false);
    await page.keyboard.press("x");
    await page.waitForSelector(of("error"));
    await page.keyboard.press("x");
    expect(await isThere()).toBe(false);
    expect(driver.faults).toEqual([]);
  });
});
