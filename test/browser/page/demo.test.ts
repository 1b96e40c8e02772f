/** A first visit: the demo with its flight, until the user takes over. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, present } from "../../support/browser.ts";
import { builtDemo, sharedPage } from "../../support/page-server.ts";
import { countColours, pictureOf } from "../../support/picture.ts";
import { type PageServer, serveOver } from "../../support/serve-over.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

/** Opens a fresh page whose user allows motion. */
async function openMoving(server?: PageServer): Promise<PageDriver> {
  const driver = await openPageDriver(server);
  await driver.page.emulateMediaFeatures([
    { name: "prefers-reduced-motion", value: "no-preference" },
  ]);
  return driver;
}

async function visitDemo(driver: PageDriver, query = ""): Promise<void> {
  await driver.visit(query);
  await driver.waitForMap("visleaf_demo");
  await driver.waitForState("running");
}

async function distanceFlown(driver: PageDriver, frames: number): Promise<number> {
  const from = await driver.camera();
  await driver.drawFrames(frames);
  const to = await driver.camera();
  return Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z);
}

describe.skipIf(!hasBrowser)("the demo on a fresh page", () => {
  it("is drawn completely, and flown through", async () => {
    const driver = await openMoving(sharedPage());
    try {
      await visitDemo(driver);
      expect(driver.faults).toEqual([]);
      expect((await driver.stats()).triangles).toBeGreaterThan(0);
      const { warnings } = (await driver.page.evaluate("window.visleaf.summary")) as {
        warnings: object[];
      };
      expect(warnings).toEqual([]);
      expect(await distanceFlown(driver, 6)).toBeGreaterThan(1);
      expect(countColours(await pictureOf(driver.page, "#view"))).toBeGreaterThan(1000);
      expect(await driver.isVisible("#demo-note")).toBe(true);
      expect(await driver.text("#demo-note")).toContain("Nothing is uploaded");
      expect(await driver.text("#demo-stop")).toMatch(/\w+\.$/);
      // It runs by itself, and doors open before the camera.
      await driver.page.waitForFunction("window.visleaf.simulation?.isPlaying === true");
      const touches = await driver.page.evaluate("window.visleaf.simulation.touchesTriggers");
      expect(touches).toBe(true);
    } finally {
      await driver.close();
    }
  });
});

describe.skipIf(!hasBrowser)("a fresh page", () => {
  let driver: PageDriver;

  beforeAll(async () => {
    driver = await openMoving();
    await visitDemo(driver);
  });
  afterAll(() => driver?.close());

  const visit = (query?: string) => visitDemo(driver, query);
  const distanceOver = (frames: number) => distanceFlown(driver, frames);
  const isHidden = (selector: string) =>
    driver.page.$eval(selector, (element) => (element as HTMLElement).hidden);

  it("keeps a plain address during the flight, with maps and help within reach", async () => {
    expect(new URL(driver.page.url()).searchParams.has("map")).toBe(false);
    expect(new URL(driver.page.url()).hash).toBe("");
    expect(await driver.isVisible("#open-map")).toBe(true);
    expect(await driver.isVisible("#open-library")).toBe(true);
    expect(await driver.page.$eval("#help", (help) => help.textContent)).toMatch(
      /Nothing\s+is\s+uploaded/,
    );
  });

  it("stops the flight at the first key", async () => {
    await driver.page.keyboard.press("x");
    await driver.drawFrames(2);
    expect(await isHidden("#demo-note")).toBe(true);
    expect(await distanceOver(4)).toBe(0);
    await driver.holdKey("KeyW", 3);
    const { hash } = new URL(driver.page.url());
    expect(hash).toMatch(/^#camera=/);
  });

  it("stops the flight at a click and at the wheel", async () => {
    for (const touch of ["click", "wheel"]) {
      await visit();
      await driver.page.waitForSelector("#demo-note:not([hidden])");
      if (touch === "click") await driver.page.mouse.click(300, 300);
      else await driver.page.mouse.wheel({ deltaY: 100 });
      await driver.page.waitForSelector("#demo-note[hidden]");
      await driver.drawFrames(2);
      expect(await distanceOver(4), touch).toBe(0);
    }
  });

  it("stands still if the address asks for it or has a view", async () => {
    await visit("&flight=off");
    expect(await distanceOver(4)).toBe(0);
    await driver.visit("", "#camera=0,-900,100,0,90");
    await driver.waitForMap("visleaf_demo");
    expect(await distanceOver(4)).toBe(0);
    expect(await driver.camera()).toMatchObject({ x: 0, y: -900, z: 100, yaw: 90 });
    await driver.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    await visit();
    expect(await distanceOver(4)).toBe(0);
    expect(await isHidden("#demo-note")).toBe(true);
  });

  it("falls back to the start screen if the demo cannot be fetched", async () => {
    const { page } = driver;
    // The map's path is an empty folder.
    const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
    const server = await serveOver(sharedPage(), {
      [builtDemo()]: join(folder, "none"),
    });
    try {
      await page.goto(`${server.url}?present=${present}`);
      await page.waitForSelector("#alert:not([hidden])");
      expect(await driver.text("#alert-title")).toBe("Could not open visleaf_demo");
      expect(await driver.text("#alert-detail")).toContain("status 404");
      expect(await driver.isVisible("#start")).toBe(true);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  });
});
