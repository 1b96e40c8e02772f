/** A map on the page: flying through it, and what the panel shows and switches. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../support/browser.ts";
import { corpusPath, hasCorpus } from "../../support/corpus.ts";
import { countColours, pictureOf } from "../../support/picture.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

describe.skipIf(!hasBrowser || !hasCorpus)("a map in the page", () => {
  let driver: PageDriver;

  beforeAll(async () => {
    driver = await openPageDriver();
    await driver.giveFile("#map-file", corpusPath("lanofdoom_css", "gg_canyon.bsp"));
    await driver.waitForMap("gg_canyon");
    await driver.waitForState("running");
    // The panel and its contents are hidden at first.
    await driver.page.keyboard.press("h");
  });
  afterAll(() => driver?.close());

  it("has its name, its figures, and a picture", async () => {
    const { page } = driver;
    expect(await driver.text("#map-name")).toBe("gg_canyon");
    expect(await page.title()).toBe("gg_canyon – visleaf");
    expect(await driver.isVisible("#start")).toBe(false);
    const { triangles, draws, clusterCount, visibleClusters, leaf } = await driver.stats();
    expect(triangles).toBeGreaterThan(100);
    expect(draws).toBeGreaterThan(0);
    expect(visibleClusters).toBeLessThanOrEqual(clusterCount);
    await page.waitForFunction(
      (expected) => document.getElementById("stat-leaf")?.textContent === expected,
      {},
      String(leaf),
    );
    expect(countColours(await pictureOf(page, "#view"))).toBeGreaterThan(300);
    expect(driver.faults).toEqual([]);
  });

  it("is flown through with the keys, and the address follows", async () => {
    const before = await driver.camera();
    await driver.holdKey("KeyW", 4);
    const after = await driver.camera();
    const yaw = (before.yaw * Math.PI) / 180;
    const along = (after.x - before.x) * Math.cos(yaw) + (after.y - before.y) * Math.sin(yaw);
    expect(along).toBeGreaterThan(10);
    await driver.drawFrames(3);
    expect(await driver.camera()).toEqual(after);
    await driver.page.waitForFunction(
      (x) => location.hash.startsWith(`#camera=${x},`),
      {},
      Math.round(after.x * 10) / 10,
    );
    await driver.holdKey("ArrowLeft", 3);
    expect((await driver.camera()).yaw).not.toBe(after.yaw);
  });

  it("turns with the mouse, and the wheel sets the speed", async () => {
    const { page } = driver;
    const before = await driver.camera();
    await page.mouse.move(200, 300);
    await page.mouse.down();
    await page.mouse.move(260, 330, { steps: 4 });
    await page.mouse.up();
    await driver.drawFrames(2);
    const after = await driver.camera();
    expect(after.yaw).toBeLessThan(before.yaw);
    expect(after.pitch).toBeGreaterThan(before.pitch);
    expect(after.x).toBe(before.x);
    await page.evaluate(() => document.exitPointerLock());
    // A wheel event that arrives before the pointer is unlocked may be lost.
    await page.waitForFunction(() => document.pointerLockElement === null);
    const slow = await page.evaluate(() => window.visleaf!.controls.speed);
    await page.mouse.wheel({ deltaY: -100 });
    await page.waitForFunction((old) => window.visleaf!.controls.speed > old, {}, slow);
  });

  it("is flown through with two thumbs", async () => {
    const before = await driver.camera();
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: number[][]) =>
      driver.client.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
    await touch("touchStart", [
      [100, 300],
      [400, 300],
    ]);
    await touch("touchMove", [
      [100, 240],
      [380, 300],
    ]);
    await driver.drawFrames(4);
    await touch("touchEnd", []);
    await driver.rest();
    const after = await driver.camera();
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeGreaterThan(10);
    expect(after.yaw).not.toBe(before.yaw);
    await driver.drawFrames(3);
    expect(await driver.camera()).toEqual(after);
  });

  it("is flown through with a gamepad", async () => {
    const { page } = driver;
    await page.evaluate(() => {
      const button = { pressed: false, touched: false, value: 0 };
      const buttons = Array.from({ length: 17 }, () => ({ ...button }));
      const pad = { id: "test pad", mapping: "standard", axes: [0, -1, 0.8, 0], buttons };
      Object.assign(window, { pad });
      navigator.getGamepads = () => [null, pad as unknown as Gamepad];
      const event = new Event("gamepadconnected");
      dispatchEvent(Object.assign(event, { gamepad: pad }));
    });
    expect(await driver.text("#toast")).toBe("Gamepad: test pad");
    const before = await driver.camera();
    await driver.drawFrames(4);
    const after = await driver.camera();
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeGreaterThan(10);
    expect(after.yaw).not.toBe(before.yaw);
    await page.evaluate("window.pad.axes = [0.05, -0.05, 0, 0.1]");
    await driver.rest();
    const rest = await driver.camera();
    await driver.drawFrames(3);
    expect(await driver.camera()).toEqual(rest);
    // The start button opens the map list, in which sticks move nothing.
    await page.evaluate("window.pad.buttons[9].pressed = true; window.pad.axes[1] = -1");
    await page.waitForSelector("#library[open]");
    await driver.drawFrames(3);
    expect(await driver.camera()).toEqual(rest);
    await page.evaluate("window.pad.axes[1] = 0; window.pad.buttons[9].pressed = false");
    await page.keyboard.press("Escape");
    await page.evaluate("navigator.getGamepads = () => []");
  });

  it("fills the screen on F, and the bar hides", async () => {
    const { page } = driver;
    await page.keyboard.press("f");
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await page.waitForSelector('#full-screen[aria-pressed="true"]');
    // Some browsers then report the pointer in the corner, on the bar, which keeps the bar visible.
    await page.mouse.move(300, 300);
    await page.waitForSelector('[data-bar="away"]');
    await page.mouse.move(200, 200);
    await page.waitForSelector("body:not([data-bar])");
    await page.keyboard.press("f");
    await page.waitForFunction(() => document.fullscreenElement === null);
  });

  it("stands still while the help is open", async () => {
    await driver.page.keyboard.press("?");
    const before = await driver.camera();
    await driver.holdKey("KeyW", 3);
    expect(await driver.camera()).toEqual(before);
    await driver.page.keyboard.press("Escape");
  });

  it("gets the keys back after a click on a switch, but not after a key on it", async () => {
    const { page } = driver;
    const focused = () => page.evaluate(() => document.activeElement?.id);
    const sky = () => page.evaluate(() => window.visleaf!.settings.sky);
    await page.click("label:has(#switch-sky)");
    await driver.drawFrames(1);
    expect(await sky()).toBe(false);
    expect(await focused()).toBe("view");
    await page.focus("#switch-sky");
    await page.keyboard.press("Space");
    await driver.drawFrames(1);
    expect(await sky()).toBe(true);
    expect(await focused()).toBe("switch-sky");
    const { z } = await driver.camera();
    await driver.holdKey("KeyE", 3);
    expect((await driver.camera()).z).toBeGreaterThan(z);
  });

  it("is drawn as the switches say", async () => {
    // GPU culling starts when its pipelines are compiled and counts single triangles, and occlusion
    // depends on earlier frames.
    await driver.setSwitch("gpuCulling", false);
    const all = await driver.stats();
    await driver.setSwitch("displacements", false);
    expect((await driver.stats()).triangles).toBeLessThan(all.triangles);
    await driver.setSwitch("displacements", true);
    await driver.setSwitch("frustum", false);
    const wide = await driver.stats();
    expect(wide.triangles).toBeGreaterThan(all.triangles);
    await driver.setSwitch("pvs", false);
    const everything = await driver.stats();
    expect(everything.visibleClusters).toBe(everything.clusterCount);
    expect(everything.chunks).toBeGreaterThanOrEqual(wide.chunks);
    await driver.setSwitch("frustum", true);
    await driver.setSwitch("pvs", true);
    expect((await driver.stats()).triangles).toBe(all.triangles);
    await driver.setSwitch("gpuCulling", true);
  });

  it("keeps its visible set while it is frozen", async () => {
    const lift = (by: number) =>
      driver.page.evaluate((inches) => {
        window.visleaf!.camera.z += inches;
      }, by);
    await driver.setSwitch("freezePvs", true);
    const frozen = await driver.stats();
    await lift(100_000);
    expect((await driver.stats()).visibleClusters).toBe(frozen.visibleClusters);
    await driver.setSwitch("freezePvs", false);
    await lift(-100_000);
  });

  it("has a list of missing content, as text", async () => {
    const { page } = driver;
    const warnings = await page.evaluate(() => window.visleaf!.summary!.warnings);
    expect(warnings.length).toBeGreaterThan(0);
    const missing = warnings.filter(({ code }) => code.startsWith("missing-"));
    const totalOf = (list: string) =>
      page.$$eval(`${list} [data-count]`, (cells) =>
        cells.reduce((sum, cell) => sum + Number(cell.textContent?.replaceAll(",", "")), 0),
      );
    expect(await totalOf("#missing")).toBe(missing.length);
    expect(await totalOf("#problems")).toBe(warnings.length - missing.length);
    const names = await page.$$eval("#missing li", (items) => items.map((i) => i.textContent));
    expect(names).toContain(missing[0].subject);
    expect(await driver.text("#show-missing")).toBe(`${missing.length} missing`);
    expect(await driver.isVisible("#show-problems")).toBe(warnings.length > missing.length);
  });

  it("has a link with its view, which restores the view", async () => {
    const { page } = driver;
    await driver.setSwitch("wireframe", true);
    await page.waitForFunction(() => location.hash.includes("show=wireframe"));
    const { hash } = new URL(page.url());
    await driver.setSwitch("wireframe", false);
    await page.waitForFunction(() => !location.hash.includes("show="));
    await page.evaluate((linked) => {
      location.hash = `${linked}&exposure=2`;
    }, hash);
    await page.waitForFunction(() => window.visleaf!.settings.wireframe);
    expect(await page.$eval("#switch-wireframe", (it) => (it as HTMLInputElement).checked)).toBe(
      true,
    );
    expect(await driver.text("output[for=exposure]")).toBe("×2.00");
    await driver.setSwitch("wireframe", false);
    await page.evaluate(() => {
      window.visleaf!.settings.exposure = 1;
    });
  });

  it("has the chosen shadows of models, also in a link", async () => {
    const { page } = driver;
    const chosen = () =>
      page.evaluate(() => [
        window.visleaf!.settings.propShadows,
        document.querySelector<HTMLInputElement>("[name=prop-shadows]:checked")?.value,
      ]);
    expect(await chosen()).toEqual(["silhouette", "silhouette"]);
    await page.click("label:has(#shadows-blob)");
    expect(await chosen()).toEqual(["blob", "blob"]);
    await page.waitForFunction(() => location.hash.includes("show=blobShadows"));
    await page.evaluate(() => {
      location.hash = location.hash.replace("blobShadows", "-propShadows");
    });
    await page.waitForFunction(() => window.visleaf!.settings.propShadows === "off");
    expect(await chosen()).toEqual(["off", "off"]);
    await page.click("label:has(#shadows-silhouette)");
    await page.waitForFunction(() => !location.hash.includes("show="));
  });

  it("times its passes only while the figures are visible", async () => {
    const { page } = driver;
    const timing = () => page.evaluate(() => window.visleaf!.settings.timing);
    expect(await timing()).toBe(false);
    await page.click("#engine > summary");
    await page.waitForFunction(() => window.visleaf!.settings.timing);
    await page.click("#passes summary");
    await page.waitForFunction(() =>
      /\d/.test(document.querySelector('[data-pass-cpu="world"]')?.textContent ?? ""),
    );
    const { worldDraws, propDraws, draws } = await driver.stats();
    expect(worldDraws + propDraws).toBeLessThanOrEqual(draws);
    await page.keyboard.press("h");
    await page.waitForFunction(() => !window.visleaf!.settings.timing);
    expect(await timing()).toBe(false);
    await page.keyboard.press("h");
  });

  it("can be saved as a PNG", async () => {
    // Earlier switches may have moved the panel: the canvas takes its size with the next frame, and
    // one of the old size may be on its way.
    await driver.drawFrames(3);
    await driver.page.waitForFunction(() => {
      const canvas = document.getElementById("view") as HTMLCanvasElement;
      return canvas.width === Math.round(canvas.clientWidth * devicePixelRatio);
    });
    const picture = await driver.page.evaluate(async () => {
      const blob = await window.visleaf!.screenshot();
      const bitmap = await createImageBitmap(blob);
      const canvas = document.getElementById("view") as HTMLCanvasElement;
      return [blob.type, bitmap.width - canvas.width, bitmap.height - canvas.height];
    });
    expect(picture).toEqual(["image/png", 0, 0]);
  });

  it("fills the panel's place on H", async () => {
    const { page } = driver;
    const widthOf = () => page.$eval("#view", (canvas) => canvas.clientWidth);
    const narrow = await widthOf();
    await page.keyboard.press("h");
    expect(await driver.isVisible("#panel")).toBe(false);
    expect(await widthOf()).toBeGreaterThan(narrow);
    await page.keyboard.press("h");
    expect(await driver.isVisible("#panel")).toBe(true);
  });

  it("asks before Ctrl+W, pressed while flying slowly, closes the page", async () => {
    const { page } = driver;
    const isHeldBack = () =>
      page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await isHeldBack()).toBe(false);
    await page.keyboard.down("ControlLeft");
    expect(await isHeldBack()).toBe(true);
    await page.keyboard.up("ControlLeft");
    expect(await isHeldBack()).toBe(false);
  });
});
