/** The panel of costs in a real browser: opened, flown with, a place measured, closed. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileWithVis } from "../../analysis/compile-with-vis.ts";
import { makeDoor } from "../../analysis/cost/made-costs.ts";
import { hasBrowser } from "../../support/browser.ts";
import { differenceOf, pictureOf } from "../../support/picture.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

describe.skipIf(!hasBrowser)("the panel of costs", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  let driver: PageDriver;

  beforeAll(async () => {
    const path = join(folder, "door.bsp");
    writeFileSync(path, (await compileWithVis(makeDoor())).bytes);
    driver = await openPageDriver();
    await driver.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    await driver.giveFile("#map-file", path);
    await driver.waitForMap("door");
  });
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  const isThere = (id: string) => driver.isVisible(id).catch(() => false);
  /** Returns the picture once two in a row are equal. */
  const settledPicture = async () => {
    let last = await pictureOf(driver.page, "#view");
    for (let i = 0; i < 40; i++) {
      await driver.drawFrames(4);
      const next = await pictureOf(driver.page, "#view");
      if (differenceOf(last, next, 8).count === 0) break;
      last = next;
    }
    return last;
  };
  const waitForX = (isPast: "less" | "more", x: number) =>
    driver.page.waitForFunction(
      (way: string, at: number) => {
        const { isFlying, camera } = window.visleaf!;
        return !isFlying && (way === "less" ? camera.x < at : camera.x > at);
      },
      {},
      isPast,
      x,
    );

  it("lists the most expensive places, and flies to a clicked row or place on the heat map", async () => {
    const { page } = driver;
    await page.keyboard.press("y");
    await page.waitForSelector(".cost-list");
    expect(await driver.text("#cost-title")).toBe("Cost: door");
    expect(await driver.text("#cost > .note")).toMatch(/^\d+ clusters, \d+ of them with floor/);
    expect(await isThere("#cost progress")).toBe(false);
    const first = await driver.text(".cost-list li:first-child button");
    expect(first).toMatch(/^\d+ triangles at -?\d+ -?\d+ -?\d+0 of props, \d+ batches, 0 blended$/);
    const heat = (await page.$(".cost-heat"))!;
    const box = (await heat.boundingBox())!;
    const clickAt = (right: number) =>
      page.mouse.click(box.x + box.width * right, box.y + box.height / 2);
    await clickAt(0.1);
    await waitForX("less", 256);
    await clickAt(0.9);
    await waitForX("more", 272);
    expect((await driver.camera()).z).toBeCloseTo(64, 0);
  });

  it("colours the floors until that is switched off or the panel is closed", async () => {
    const { page } = driver;
    await page.evaluate(() => {
      window.visleaf!.camera = { x: 64, y: 128, z: 100, pitch: 60, yaw: 0, fov: 90 };
    });
    const painted = await settledPicture();
    await page.click(".cost-paint input");
    const plain = await settledPicture();
    const pixels = plain.width * plain.height;
    expect(differenceOf(painted, plain, 24).count / pixels).toBeGreaterThan(0.2);
    await page.click(".cost-paint input");
    expect(differenceOf(painted, await settledPicture(), 24).count / pixels).toBeLessThan(0.01);
  });

  it("measures the current place, and flies to the door whose closing saves most", async () => {
    const { page } = driver;
    await page.evaluate(() => {
      Object.assign(window.visleaf!.camera, { x: 64, y: 64, z: 64 });
    });
    await page.click(".cost-measure");
    await page.waitForSelector(".cost-place .cost-list");
    const told = await driver.text(".cost-place");
    expect(told).toMatch(/\d+ triangles and \d+ batches in \d+ clusters\./);
    expect(told).toMatch(/\d+ % of it is never seen from here \(95 %: \d+ % to \d+ %\)/);
    expect(told).toMatch(
      /\(\d+ %\), \d+ by \d+ by \d+ at -?\d+ -?\d+ -?\d+: an area portal may stand there/,
    );
    await page.click(".cost-place .cost-list button");
    await waitForX("more", 255);
    const { x, y } = await driver.camera();
    expect(x).toBeLessThan(273);
    expect(y).toBeCloseTo(128, 0);
    await page.evaluate(() => {
      Object.assign(window.visleaf!.camera, { x: 264, y: 20, z: 64 });
    });
    await page.click(".cost-measure");
    await page.waitForFunction(() =>
      document.querySelector(".cost-place")?.textContent?.includes("unknown, because"),
    );
  });

  it("fits the screen of a desktop and of a phone", async () => {
    expect(await driver.findCutOff("#cost")).toEqual([]);
  });

  it("is replaced by the check, and closes by its key and by Escape", async () => {
    const { page } = driver;
    await page.focus("canvas");
    await page.keyboard.press("x");
    await page.waitForSelector("#check .found");
    expect([await isThere("#cost"), await isThere("#check")]).toEqual([false, true]);
    await page.keyboard.press("y");
    await page.waitForSelector("#cost .cost-list");
    expect([await isThere("#cost"), await isThere("#check")]).toEqual([true, false]);
    await page.focus("#cost-title");
    await page.keyboard.press("Escape");
    expect(await isThere("#cost")).toBe(false);
    await page.keyboard.press("y");
    await page.waitForSelector("#cost .cost-list");
    await page.keyboard.press("y");
    expect(await isThere("#cost")).toBe(false);
    expect(driver.faults).toEqual([]);
  });
});
