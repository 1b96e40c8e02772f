/** Walking on the page, toggled by a key. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../support/browser.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

describe.skipIf(!hasBrowser)("walking", () => {
  let driver: PageDriver;
  beforeAll(async () => {
    driver = await openPageDriver();
    await driver.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  });
  afterAll(() => driver?.close());

  it("starts at the camera, moves by the keys, jumps, ducks, and returns to flying", async () => {
    const { page } = driver;
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    const start = await driver.camera();
    await page.keyboard.press("Digit0");
    await page.waitForSelector("#walk-readout");
    await page.waitForFunction(
      "document.querySelector('#walk-readout').textContent.includes('standing')",
    );
    expect(await driver.isUnderNotes("#walk-readout")).toBe(false);
    const standing = await driver.camera();
    // The demo begins at a spawn, with the eyes 64 inches above the ground.
    expect(Math.abs(standing.z - start.z)).toBeLessThan(4);
    expect(await page.$eval("#toggle-walk", (one) => one.getAttribute("aria-pressed"))).toBe(
      "true",
    );
    await page.keyboard.down("w");
    await page.waitForFunction(
      (x, y) => Math.hypot(window.visleaf!.camera.x - x, window.visleaf!.camera.y - y) > 60,
      {},
      standing.x,
      standing.y,
    );
    await page.keyboard.up("w");
    await driver.rest();
    const gone = await driver.camera();
    expect(Math.abs(gone.z - standing.z)).toBeLessThan(3);
    // Looking up while walking does not lift the player.
    await page.keyboard.down("c");
    await page.waitForFunction((z) => window.visleaf!.camera.z < z - 30, {}, gone.z);
    await page.waitForFunction(
      "document.querySelector('#walk-readout').textContent.includes('ducked')",
    );
    await page.keyboard.up("c");
    await page.waitForFunction((z) => window.visleaf!.camera.z > z - 3, {}, gone.z);
    // A jump is impossible while standing up, and a held key does not try again.
    await page.waitForFunction(
      "document.querySelector('#walk-readout').textContent.includes('standing')",
    );
    await page.keyboard.down("Space");
    await page.waitForFunction((z) => window.visleaf!.camera.z > z + 5, {}, gone.z);
    await page.keyboard.up("Space");
    // A player who is moved elsewhere walks on there.
    await page.keyboard.press("Home");
    await page.waitForFunction(
      (x, y) => Math.hypot(window.visleaf!.camera.x - x, window.visleaf!.camera.y - y) < 1,
      {},
      start.x,
      start.y,
    );
    const shots = process.env.VISLEAF_SHOTS;
    if (shots !== undefined) await page.screenshot({ path: `${shots}/walk.png` });
    await page.keyboard.press("Digit0");
    await page.waitForFunction("document.querySelector('#walk-readout') === null");
    await driver.drawFrames(3);
    await driver.holdKey("KeyE", 12);
    expect((await driver.camera()).z).toBeGreaterThan(start.z + 10);
    expect(driver.faults).toEqual([]);
  });
});
