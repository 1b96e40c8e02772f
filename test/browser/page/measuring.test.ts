/**
 * The ruler in a real browser: points by clicks and taps, with and without snapping, and the
 * results.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BOX, GENTLE, measuredRoom } from "../../analysis/marks/measured-room.ts";
import type { Vec3 } from "../../compile/make-vmf.ts";
import { hasBrowser } from "../../support/browser.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

const POSE = { x: 40, y: 40, z: 150, pitch: 25, yaw: 45 };

describe.skipIf(!hasBrowser)("measuring", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  const path = join(folder, "measured.bsp");
  let driver: PageDriver;
  let page: Page;

  beforeAll(async () => {
    writeFileSync(path, measuredRoom());
    driver = await openPageDriver();
    page = driver.page;
    await driver.giveFile("#map-file", path);
    await driver.waitForMap("measured");
    await page.evaluate((pose) => {
      window.visleaf!.camera = pose;
    }, POSE);
    // Rays can be cast shortly after the map is shown.
    await page.waitForFunction("visleaf.raycast([40, 40, 150], [0, 0, -1]) !== null");
    await page.keyboard.press("-");
    await page.waitForSelector("#measure[data-state=ready]");
  });
  afterAll(async () => {
    expect(driver?.faults ?? []).toEqual([]);
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  /** Returns the page's pixel at which a place of the map is visible. */
  const pixelOf = (place: Vec3) =>
    page.evaluate(([x, y, z]) => {
      const { camera, canvas } = window.visleaf!;
      const { left, top, width, height } = canvas.getBoundingClientRect();
      const [pitch, yaw] = [camera.pitch, camera.yaw].map((angle) => (angle * Math.PI) / 180);
      const [dx, dy, dz] = [x - camera.x, y - camera.y, z - camera.z];
      const level = dx * Math.cos(yaw) + dy * Math.sin(yaw);
      const ahead = level * Math.cos(pitch) - dz * Math.sin(pitch);
      const up = level * Math.sin(pitch) + dz * Math.cos(pitch);
      const right = dx * Math.sin(yaw) - dy * Math.cos(yaw);
      const pixels = height / 2 / (Math.tan((camera.fov * Math.PI) / 360) * 0.75) / ahead;
      return { x: left + width / 2 + right * pixels, y: top + height / 2 - up * pixels };
    }, place);
  const click = async (place: Vec3) => {
    const { x, y } = await pixelOf(place);
    await page.mouse.click(x, y);
  };
  const figures = (list = 0) =>
    page.$$eval(
      ".measure-figures",
      (lists, which) =>
        Object.fromEntries(
          [...lists[which].children].map((row) =>
            [...row.children].map((cell) => cell.textContent ?? ""),
          ),
        ) as Record<string, string>,
      list,
    );
  const sign = () => page.$eval(".measure-sign", (i) => (i as HTMLElement).dataset.kind);
  const [[x0, y0], [x1, y1, z1]] = BOX;

  it("snaps to corners near the pointer, and says so before the click", async () => {
    // Two units inside the top's corners.
    const corner = await pixelOf([x0 + 2, y0 + 2, z1]);
    await page.mouse.move(corner.x, corner.y);
    expect(await sign()).toBe("corner");
    expect(await figures(1)).toMatchObject({
      Slope: "0°, can be stood on",
      "Face area": "8,192 sq",
      "Face size": "128 × 64",
    });
    await page.mouse.click(corner.x, corner.y);
    await click([x1 - 2, y0 + 1, z1]);
    expect(await figures()).toEqual({
      Distance: "128",
      Height: "0",
      Horizontal: "128",
      Slope: "0°, 0 : 1",
    });
    const middle = await pixelOf([(x0 + x1) / 2, y0 + 1, z1]);
    await page.mouse.move(middle.x, middle.y);
    expect(await sign()).toBe("edge");
  });

  it("adds a third point with an angle, and undoes it", async () => {
    await click([x1 - 2, y1 - 1, z1]);
    expect(await figures()).toMatchObject({
      Distance: "64",
      Angle: "90°",
      "Path of 2 legs": "192",
      "First to last": "143.1",
    });
    await page.keyboard.press("Backspace");
    expect(await figures()).toMatchObject({ Distance: "128" });
    const labels = await page.$$eval("#measure-layer span[data-kind=leg]:not([hidden])", (all) =>
      all.map((label) => label.textContent),
    );
    expect(labels).toContain("128");
  });

  it("does not snap while Shift is held, and clicks do not turn the camera", async () => {
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.keyboard.down("Shift");
    const from = await pixelOf([x0 + 4, y0 + 4, z1]);
    await page.mouse.move(from.x, from.y);
    expect(await sign()).toBe("surface");
    await page.mouse.click(from.x, from.y);
    await click([x1 - 4, y0 + 4, z1]);
    await page.keyboard.up("Shift");
    const exact = Number((await figures()).Distance);
    expect(Math.abs(exact - 120)).toBeLessThan(1);
    expect(await driver.camera()).toMatchObject(POSE);
  });

  it("treats a drag as turning the camera, and a tap as a point", async () => {
    const before = await figures();
    await page.mouse.move(500, 300);
    await page.mouse.down();
    await page.mouse.move(520, 300, { steps: 4 });
    await page.mouse.up();
    await driver.rest();
    expect((await driver.camera()).yaw).not.toBe(POSE.yaw);
    expect(await figures()).toEqual(before);
    await page.evaluate((pose) => {
      window.visleaf!.camera = pose;
    }, POSE);
    const tapped = await pixelOf([GENTLE[1][0] - 3, GENTLE[0][1] + 3, GENTLE[1][2] - 1.5]);
    await page.touchscreen.tap(tapped.x, tapped.y);
    expect(await figures()).toHaveProperty("Path of 2 legs");
    await page.keyboard.press("Backspace");
  });

  it("shows lengths in other units, and keeps the choice", async () => {
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await click([x0 + 2, y0 + 2, z1]);
    await click([x1 - 2, y0 + 1, z1]);
    await page.select("#measure select", "feet-built");
    expect(await figures()).toMatchObject({ Distance: "8 ft" });
    await page.keyboard.press("Escape");
    expect(await driver.isVisible("#measure")).toBe(false);
    await page.$eval("#open-measure", (button) => (button as HTMLElement).click());
    await page.waitForSelector("#measure[data-state=ready]:not([hidden])");
    expect(await page.$eval("#measure select", (select) => select.value)).toBe("feet-built");
    expect(await figures()).toEqual({});
  });

  it("fits the screen of a desktop and of a phone", async () => {
    expect(await driver.findCutOff("#measure")).toEqual([]);
  });
});
