/** The page at first sight: its poster, folded sections, focus ring, errors and help. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { plainDemo } from "../../support/page-server.ts";
import { serveRanges } from "../../support/range-server.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

describe.skipIf(!hasBrowser)("the page at first sight", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  const broken = join(folder, "broken.bsp");
  let driver: PageDriver;

  beforeAll(async () => {
    writeFileSync(broken, "no map");
    driver = await openPageDriver();
  });
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  const visitDemo = async (): Promise<void> => {
    await driver.visit("&flight=off");
    await driver.waitForMap("visleaf_demo");
    await driver.waitForState("running");
  };
  const outlineOf = (selector: string) =>
    driver.page.$eval(selector, (element) => getComputedStyle(element).outlineStyle);

  it("shows a poster with the map's name until there is a picture, and no start card", async () => {
    const { page } = driver;
    const server = await serveRanges({
      "/visleaf_demo.bsp": {
        bytes: readFileSync(plainDemo()),
        headers: { "access-control-allow-origin": "*" },
      },
    });
    try {
      let release = (): void => undefined;
      server.gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      await driver.visit(`&flight=off&map=${server.origin}/visleaf_demo.bsp`);
      expect(await driver.text("#poster-name")).toBe("visleaf_demo");
      const opacity = () => page.$eval("#poster", (poster) => getComputedStyle(poster).opacity);
      expect(await opacity()).toBe("1");
      expect(await driver.isVisible("#start")).toBe(false);
      await page.waitForSelector("#progress:not([hidden])");
      release();
      await page.waitForFunction(() => {
        const { opacity: now, visibility } = getComputedStyle(document.getElementById("poster")!);
        return now === "0" && visibility === "hidden";
      });
      expect(await page.$eval("body", (body) => body.dataset.picture)).toBe("drawn");
    } finally {
      await server.close();
    }
  });

  it("begins without the panel, and remembers that it was opened", async () => {
    const { page } = driver;
    await visitDemo();
    expect(await driver.isVisible("#panel")).toBe(false);
    await page.click("#toggle-panel");
    await visitDemo();
    expect(await driver.isVisible("#panel")).toBe(true);
  });

  it("lists visible settings before figures, with the engine section folded", async () => {
    const { page } = driver;
    const headings = await page.$$eval("#panel h2", (all) => all.map((one) => one.textContent));
    const order = [
      "View",
      "Show",
      "Light",
      "Sound",
      "Flight",
      "Missing",
      "Problems",
      "Game folders",
      "Engine",
    ];
    expect(headings).toEqual(order);
    const tops = await page.$$eval("#panel h2", (all) =>
      all.map((one) => one.getBoundingClientRect().top),
    );
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    await page.waitForFunction(() =>
      /^\d+$/.test(document.getElementById("stat-fps")!.textContent ?? ""),
    );
    for (const seen of ["#stat-fps", "#stat-leaf", "#stat-cluster", "#stat-speed"]) {
      expect(await driver.isVisible(seen), seen).toBe(true);
    }
    for (const folded of ["#stat-gpu-ms", "#stat-draws", "#passes", "#switch-pvs"]) {
      expect(await driver.isVisible(folded), folded).toBe(false);
    }
    expect(await page.evaluate(() => window.visleaf!.settings.timing)).toBe(false);
    await page.click("#engine > summary");
    await page.waitForFunction(() => window.visleaf!.settings.timing);
    await page.waitForFunction(() =>
      /\d/.test(document.getElementById("stat-draws")!.textContent ?? ""),
    );
    await page.click("#engine > summary");
    await page.waitForFunction(() => !window.visleaf!.settings.timing);
  });

  it("shows the focus ring after Tab, but not after a click or a script's focus", async () => {
    const { page } = driver;
    await visitDemo();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("view");
    expect(await outlineOf("#view")).toBe("none");
    await page.keyboard.press("w");
    expect(await outlineOf("#view")).toBe("none");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.id)).not.toBe("view");
    expect(await outlineOf(":focus")).toBe("solid");
    await page.mouse.click(300, 300);
    await page.evaluate(() => document.exitPointerLock());
    await page.focus("#open-help");
    expect(await outlineOf("#open-help")).toBe("none");
  });

  it("gives advice for an error, with the error's text folded", async () => {
    const { page } = driver;
    await driver.giveFile("#map-file", broken);
    await page.waitForSelector("#alert:not([hidden])");
    expect(await driver.text("#alert-title")).toBe("Could not open broken");
    expect(await driver.isVisible("#alert-advice")).toBe(true);
    expect(await driver.isVisible("#alert-detail")).toBe(false);
    await page.click("#alert summary");
    expect(await driver.isVisible("#alert-detail")).toBe(true);
    // The next error is folded again.
    await driver.giveFile("#map-file", broken);
    await page.waitForFunction(
      () => !document.querySelector("#alert details")!.hasAttribute("open"),
    );
  });

  it("closes an error at the next success, and on Escape", async () => {
    const { page } = driver;
    await page.waitForSelector("#alert:not([hidden])");
    await page.evaluate(() => {
      navigator.clipboard.writeText = async () => undefined;
    });
    await page.keyboard.press("l");
    await page.waitForSelector("#alert[hidden]");
    expect(await driver.text("#toast")).toBe("Link copied.");
    await driver.giveFile("#map-file", broken);
    await page.waitForSelector("#alert:not([hidden])");
    await page.keyboard.press("Escape");
    expect(await driver.isVisible("#alert")).toBe(false);
  });

  it("explains touch first if there are no other pointers", async () => {
    const { page } = driver;
    const first = () => page.$eval("#help-ways > section", (section) => section.id);
    expect(await first()).toBe("help-keyboard");
    await page.setViewport({
      width: 390,
      height: 844,
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: FEW_PIXELS,
    });
    await driver.visit();
    expect(await first()).toBe("help-touch");
    expect(await driver.text("#start h2")).toBe("Fly through a map");
    expect(await driver.text("#start .primary")).toBe("Open a map");
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "no-preference" }]);
    await driver.visit("");
    await driver.waitForMap("visleaf_demo");
    await driver.waitForState("running");
    await page.waitForSelector("#demo-note:not([hidden])");
    expect(await driver.text("#demo-note p")).not.toMatch(/key|drop/i);
    // The flight must continue under the finger, so that the button remains.
    await page.evaluate(() => {
      const ask = async (): Promise<never> => {
        document.body.dataset.asked = "yes";
        throw new DOMException("nothing was picked", "AbortError");
      };
      Object.assign(window, { showOpenFilePicker: ask });
    });
    await page.tap("#demo-note button");
    await page.waitForSelector('[data-asked="yes"]');
    expect(await driver.isVisible("#demo-note")).toBe(true);
    const { width, height } = page.viewport()!;
    await page.touchscreen.tap(width / 2, height / 2);
    await page.waitForSelector("#demo-note[hidden]");
  });
});
