/** Opening one map after another: files, links, drops, folders, errors, and a lost device. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../support/browser.ts";
import { corpusPath, hasCorpus, readCorpus } from "../../support/corpus.ts";
import { openPageDriver, type PageDriver } from "../page/page-driver.ts";

/** A small map with LDR light only, and a smaller one. */
const FIRST = "scoutzknivez";
const SECOND = "rc_deathmatch1";
const pathOf = (name: string): string =>
  name === FIRST ? `lanofdoom_css/${name}.bsp` : `${name}/${name}.bsp`;
const OPEN_FIRST = `&map=/corpus/${pathOf(FIRST)}`;

describe.skipIf(!hasBrowser || !hasCorpus)("opening maps", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  let driver: PageDriver;

  beforeAll(async () => {
    driver = await openPageDriver();
    await driver.page.evaluateOnNewDocument(() => {
      const request = GPUAdapter.prototype.requestDevice;
      GPUAdapter.prototype.requestDevice = async function (descriptor) {
        const device = await request.call(this, descriptor);
        Object.assign(window, { keptDevice: device });
        return device;
      };
    });
  });
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  it("keeps the map when a damaged file is opened, and opens the next file", async () => {
    await driver.visit(OPEN_FIRST);
    await driver.waitForMap(FIRST);
    const path = join(folder, "short.bsp");
    writeFileSync(path, readCorpus(pathOf(FIRST)).subarray(0, 2000));
    await driver.giveFile("#map-file", path);
    await driver.page.waitForSelector("#alert:not([hidden])");
    expect(await driver.text("#alert-title")).toBe("Could not open short");
    expect(await driver.text("#alert-detail")).toMatch(/^BSP .*\[[a-z-]+\]$/);
    expect(await driver.text("#map-name")).toBe(FIRST);
    expect((await driver.stats()).triangles).toBeGreaterThan(100);
    await driver.giveFile("#map-file", corpusPath(pathOf(SECOND)));
    await driver.waitForMap(SECOND);
    expect(await driver.isVisible("#alert")).toBe(false);
    expect(await driver.text("#map-name")).toBe(SECOND);
    // The address no longer names the previous map.
    expect(new URL(driver.page.url()).searchParams.has("map")).toBe(false);
  });

  it("opens the last of two maps requested at once", async () => {
    const sources = ["other", FIRST].map((name) => ({ name, url: `/corpus/${pathOf(FIRST)}` }));
    const ends = await driver.page.evaluate(async (asked) => {
      const loads = asked.map((source) => window.visleaf!.load(source));
      const [first, second] = await Promise.allSettled(loads);
      return [first.status, second.status, window.visleaf!.map?.name];
    }, sources);
    expect(ends).toEqual(["rejected", "fulfilled", FIRST]);
    expect(await driver.state()).toBe("running");
  });

  it("keeps the map when a load is stopped", async () => {
    await driver.page.evaluate(
      (url) => {
        window.visleaf!.load({ name: "other", url }).catch(() => undefined);
        (document.getElementById("cancel-load") as HTMLElement).click();
      },
      `/corpus/${pathOf(SECOND)}`,
    );
    expect(await driver.text("#toast")).toBe("Stopped.");
    expect(await driver.state()).toBe("running");
    expect(await driver.isVisible("#progress")).toBe(false);
    expect(await driver.text("#map-name")).toBe(FIRST);
    expect((await driver.stats()).triangles).toBeGreaterThan(0);
  });

  it("opens a dropped map", async () => {
    const drag = (type: "dragEnter" | "dragOver" | "drop") =>
      driver.client.send("Input.dispatchDragEvent", {
        type,
        x: 300,
        y: 300,
        data: {
          items: [],
          files: [corpusPath(pathOf(SECOND))],
          dragOperationsMask: 1,
        },
      });
    await drag("dragEnter");
    await drag("dragOver");
    expect(await driver.isVisible("#drop")).toBe(true);
    await drag("drop");
    expect(await driver.isVisible("#drop")).toBe(false);
    await driver.waitForMap(SECOND);
  });

  it("adds missing content from a game folder until it is removed", async () => {
    await driver.reloadBy(() => driver.giveFile("#map-file", corpusPath(pathOf(SECOND))));
    const missing = () => driver.page.evaluate(() => window.visleaf!.summary!.warnings.length);
    const without = await missing();
    await driver.reloadBy(() => driver.giveFile("#folder-files", corpusPath(SECOND, "content")));
    expect(await missing()).toBeLessThan(without);
    expect(await driver.text("#content-list")).toMatch(/^contentcontent, no maps/);
    await driver.reloadBy(() =>
      driver.page.$eval("#content-list button", (button) => (button as HTMLElement).click()),
    );
    expect(await missing()).toBe(without);
    expect(await driver.isVisible("#content-list")).toBe(false);
  });

  it("opens a linked map at the linked view", async () => {
    await driver.visit(OPEN_FIRST, "#camera=100,-200,900,10,45,60");
    await driver.waitForMap(FIRST);
    const view = { x: 100, y: -200, z: 900, pitch: 10, yaw: 45, fov: 60 };
    expect(await driver.camera()).toEqual(view);
    expect(await driver.text("output[for=fov]")).toBe("60°");
    expect(new URL(driver.page.url()).searchParams.has("map")).toBe(true);
  });

  it("replaces a lost device, and reloads the map with its view", async () => {
    const { page } = driver;
    await driver.setSwitch("wireframe", true);
    // GPU culling depends on which pipelines are compiled.
    await driver.setSwitch("gpuCulling", false);
    const before = await driver.stats();
    await driver.reloadBy(() => page.evaluate("window.keptDevice.destroy()"));
    expect(await driver.text("#toast")).toContain("The picture is back");
    expect((await driver.stats()).triangles).toBe(before.triangles);
    expect((await driver.camera()).x).toBe(100);
    expect(await page.evaluate(() => window.visleaf!.settings.wireframe)).toBe(true);
  });

  it("switches between LDR and HDR, and offers only the light that a map has", async () => {
    const { page } = driver;
    const offered = () =>
      page.$$eval("[name=side]:not(:disabled)", (all) =>
        all.map((input) => (input as HTMLInputElement).value),
      );
    expect(await driver.text("#map-name")).toBe(FIRST);
    expect(await offered()).toEqual(["ldr"]);
    await driver.giveFile("#map-file", corpusPath("portal2_mod", "celeste_lastberry.bsp"));
    await driver.waitForMap("celeste_lastberry");
    expect(await offered()).toEqual(["hdr", "ldr"]);
    expect(await page.evaluate(() => window.visleaf!.map!.side)).toBe("hdr");
    await page.keyboard.press("h");
    await page.click("label:has(#side-ldr)");
    await page.waitForFunction(() => window.visleaf!.map!.side === "ldr");
    expect(await driver.text("#map-facts")).toContain("LDR");
    expect((await driver.stats()).triangles).toBeGreaterThan(0);
    expect(driver.faults).toEqual([]);
  });
});
