/** Navigation: from map to map with Back and Forward, and to places of a map. */

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../support/browser.ts";
import { plainDemo } from "../../support/page-server.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

const PLACE = { x: 250, y: -900, z: 120, pitch: -6, yaw: 128 };

describe.skipIf(!hasBrowser)("navigating between maps and places", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  const ownMap = join(folder, "my_map.bsp");
  let driver: PageDriver;

  const hash = () => driver.page.evaluate(() => location.hash);
  const put = (pose: typeof PLACE) =>
    driver.page.evaluate((camera) => {
      window.visleaf!.camera = camera;
    }, pose);
  const settle = () => driver.page.waitForFunction("!window.visleaf.isFlying");
  const press = async (...keys: Parameters<typeof driver.page.keyboard.press>[0][]) => {
    const [last, ...held] = keys.reverse();
    for (const key of held) await driver.page.keyboard.down(key);
    await driver.page.keyboard.press(last);
    for (const key of held) await driver.page.keyboard.up(key);
    await settle();
  };

  beforeAll(async () => {
    copyFileSync(plainDemo(), ownMap);
    driver = await openPageDriver();
    // With reduced motion every jump is immediate; the tests check only the destination.
    await driver.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  });
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  it("goes back and forward between maps, and restores the camera of each", async () => {
    const { page } = driver;
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    const start = await driver.camera();
    await driver.giveFile("#map-file", ownMap);
    await driver.waitForMap("my_map");
    await put(PLACE);
    await page.waitForFunction("location.hash.includes('250,-900,120')");
    expect(await hash()).toBe("#camera=250,-900,120,-6,128,90&map=my_map");
    await page.goBack();
    await driver.waitForMap("visleaf_demo");
    expect(await driver.camera()).toMatchObject(start);
    expect(await page.evaluate(() => document.title)).toMatch(/^visleaf_demo/);
    await page.goForward();
    await driver.waitForMap("my_map");
    expect(await driver.camera()).toMatchObject(PLACE);
    // The logo leads to the demo, as one more history entry.
    await page.click("#bar h1 a");
    await driver.waitForMap("visleaf_demo");
    await page.goBack();
    await driver.waitForMap("my_map");
    expect(driver.faults).toEqual([]);
  });

  it("ignores a view of another map on the demo, and offers to open the right map", async () => {
    const { page } = driver;
    await driver.visit("&flight=off", "#camera=250,-900,120,-6,128,90&map=my_map");
    await driver.waitForMap("visleaf_demo");
    await page.waitForSelector("#card:not([hidden])");
    expect(await driver.text("#card-title")).toBe("This address is a view of my_map");
    expect((await driver.camera()).x).not.toBe(250);
    await driver.giveFile("#map-file", ownMap);
    await driver.waitForMap("my_map");
    expect(await driver.camera()).toMatchObject(PLACE);
    expect(await driver.isVisible("#card")).toBe(false);
    expect(driver.faults).toEqual([]);
  });

  it("goes to the start, to spawns, above the map, to kept places, to a setpos, and back", async () => {
    const { page } = driver;
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    const start = await driver.camera();
    await put(PLACE);
    await press("Shift", "Digit3");
    expect(await driver.text("#toast")).toBe("Kept: 3 leads here.");
    await press("Home");
    expect(await driver.camera()).toEqual(start);
    await press("Digit3");
    expect(await driver.camera()).toMatchObject(PLACE);
    await press("KeyU");
    await page.waitForFunction("window.visleaf.camera.z > 500");
    expect((await driver.camera()).pitch).toBeGreaterThan(30);
    await press("KeyB");
    expect(await driver.camera()).toMatchObject(PLACE);
    await press("KeyN");
    expect(await driver.text("#toast")).toMatch(/^Spawn 1 of \d+$/);
    const entities = await page.evaluate(() => window.visleaf!.entities);
    const origin = entities
      .find((entity) => entity.some(([, value]) => value.startsWith("info_player_")))!
      .find(([key]) => key === "origin")![1];
    const [x, y, z] = origin.split(" ").map(Number);
    expect(await driver.camera()).toMatchObject({ x, y, z: z + 64 });
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "setpos 1 2 300;setang 4 5 0");
      dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
    });
    await settle();
    expect(await driver.camera()).toMatchObject({ x: 1, y: 2, z: 300, pitch: 4, yaw: 5 });
    // The next visit still has the kept places.
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    await page.waitForSelector(".bookmarks [data-set]");
    await press("Digit3");
    expect(await driver.camera()).toMatchObject(PLACE);
    // The dialog lists all of them with pictures.
    await press("Shift", "KeyB");
    await page.waitForSelector("dialog.places[open]");
    await page.waitForSelector("dialog.places ol .place-shot img");
    // Drawing each place's picture leaves the camera in its place.
    await page.waitForFunction((x) => window.visleaf!.camera.x === x, {}, PLACE.x);
    const names = () =>
      page.$$eval("dialog.places ol .place-picture", (buttons) =>
        buttons.map((button) => button.getAttribute("aria-label")),
      );
    const click = (label: string) =>
      page.$eval(`dialog.places [aria-label="${label}"]`, (one) => (one as HTMLElement).click());
    const status = () => driver.text("dialog.places [role=status]");
    await page.focus('dialog.places [aria-label="Name of place 1"]');
    await page.keyboard.type("the well");
    await page.keyboard.press("Enter");
    await click("Add it to your places: info_player_start 1");
    expect(await names()).toEqual(["Go to the well", "Go to info_player_start 1"]);
    await page.focus('dialog.places [aria-label="Key of the well"]');
    await page.keyboard.down("Alt");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.up("Alt");
    expect(await status()).toBe("the well is now 2 of 2.");
    expect(await names()).toEqual(["Go to info_player_start 1", "Go to the well"]);
    await click("Delete info_player_start 1");
    expect(await status()).toBe("Deleted info_player_start 1.");
    await page.keyboard.press("Enter");
    expect(await names()).toEqual(["Go to info_player_start 1", "Go to the well"]);
    // Imports a file of places into the same map.
    const file = join(folder, "given.json");
    const row = { name: "given", camera: [1, 2, 300, 4, 5, 90], key: 3 };
    const text = { visleafPlaces: 1, map: "visleaf_demo", places: [row] };
    writeFileSync(file, JSON.stringify(text));
    await driver.giveFile("#map-file", file);
    await page.waitForFunction("document.querySelectorAll('dialog.places ol li').length === 3");
    await click("Go to given");
    await page.waitForFunction("window.visleaf.camera.z === 300 && !window.visleaf.isFlying");
    writeFileSync(file, JSON.stringify({ ...text, places: 7 }));
    await driver.giveFile("#map-file", file);
    await page.waitForSelector("#alert:not([hidden])");
    expect(await driver.text("#alert")).toContain("given.json: it has no list of places");
    expect(driver.faults).toEqual([]);
  });

  it("tours a map until any input, or until T is pressed again", async () => {
    const { page } = driver;
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    const places = async () => {
      const first = await driver.camera();
      await driver.drawFrames(5);
      const next = await driver.camera();
      return Math.hypot(next.x - first.x, next.y - first.y, next.z - first.z);
    };
    await page.keyboard.press("t");
    await page.waitForFunction("window.visleaf.isFlying");
    expect(await places()).toBeGreaterThan(1);
    await page.keyboard.press("t");
    await settle();
    expect(await places()).toBe(0);
    await page.keyboard.press("t");
    await page.waitForFunction("window.visleaf.isFlying");
    await page.keyboard.press("ArrowLeft");
    await settle();
    expect(driver.faults).toEqual([]);
  });
});
