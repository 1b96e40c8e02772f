/** The material under the pointer in a real browser: its name, file and textures. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../support/browser.ts";
import { sharedPage } from "../../support/page-server.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

describe.skipIf(!hasBrowser)("the material under the pointer", () => {
  let driver: PageDriver;
  beforeAll(async () => {
    driver = await openPageDriver(sharedPage());
    // The camera looks straight down at the court.
    await driver.visit("&flight=off", "#camera=-40,-1216,64,85,88");
    await driver.page.waitForFunction("window.visleaf.summary !== null");
  });
  afterEach(() => expect(driver.faults).toEqual([]));
  afterAll(() => driver?.close());

  const under = () =>
    driver.page.evaluate(() => {
      const { camera } = window.visleaf!;
      return window.visleaf!.raycast([camera.x, camera.y, camera.z], [0, 0, -1])?.material;
    });

  it("is named, and a click shows its file and its textures, mip by mip", async () => {
    const { page } = driver;
    await page.focus("#view");
    await page.keyboard.press("z");
    await page.waitForSelector("#material-name:not([hidden])");
    const box = (await (await page.$("#view"))!.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    const material = await under();
    expect(material).toBeTruthy();
    await page.waitForFunction(
      (name) => document.querySelector("#material-name strong")?.textContent === name,
      {},
      material,
    );
    await page.mouse.click(x, y);
    await page.waitForSelector("dialog.material pre");
    expect(await driver.text("#material-title")).toBe(material);
    expect(await driver.text("dialog.material pre")).toMatch(/\$basetexture/i);
    await page.click("dialog.material button.texture");
    await page.waitForSelector("dialog.material canvas");
    const sizes = await page.$$eval("dialog.material canvas", (canvases) =>
      canvases.map((canvas) => (canvas as HTMLCanvasElement).width),
    );
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes[1]).toBe(sizes[0] / 2);
    const colours = await page.$eval("dialog.material canvas", (canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const context = (canvas as HTMLCanvasElement).getContext("2d")!;
      return new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size;
    });
    expect(colours).toBeGreaterThan(16);
    await page.keyboard.press("Escape");
    await page.waitForFunction("document.querySelector('dialog.material') === null");
    // A barrel from above; its model is named along with its materials.
    await page.evaluate(() => {
      window.visleaf!.camera = { x: -300, y: -1244, z: 100, pitch: 89, yaw: 0 };
    });
    await page.waitForFunction(
      "document.querySelector('#material-name span').textContent.includes('models/visleaf/barrel.mdl')",
    );
    expect(await driver.text("#material-name")).toMatch(
      /^models\/visleaf\/barrel_b .*static prop \d+, skin 1, LOD \d of 0 to 2, never fades/,
    );
    // Escape ends the mode, and the mouse turns the camera again.
    await page.keyboard.press("Escape");
    expect(await driver.isVisible("#material-name")).toBe(false);
  });
});
