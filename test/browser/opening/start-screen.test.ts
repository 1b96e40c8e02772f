/** The page before a map is open, and without WebGPU. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasBrowser, present } from "../../support/browser.ts";
import { openPageDriver, type PageDriver } from "../page/page-driver.ts";

describe.skipIf(!hasBrowser)("the start screen", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  let driver: PageDriver;

  beforeAll(async () => {
    driver = await openPageDriver();
  });
  beforeEach(() => driver.visit());
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  it("says what to do, and mentions the read-back mode only without a WebGPU canvas", async () => {
    expect(await driver.text("#start h2")).toBe("Drop a map or a game folder");
    expect(await driver.text("#start")).toContain("Nothing is uploaded");
    expect(await driver.isVisible("#panel")).toBe(false);
    expect(await driver.isVisible("#take-screenshot")).toBe(false);
    const isWebgpu = await driver.page.$eval(
      "#view",
      (canvas) => (canvas as HTMLCanvasElement).getContext("webgpu") !== null,
    );
    expect(isWebgpu).toBe(present === "canvas");
    expect(driver.faults).toEqual([]);
  });

  it("has a label for every control", async () => {
    const nameless = await driver.page.$$eval("button, input, select", (controls) =>
      controls
        .filter((control) => {
          const labels = (control as HTMLInputElement).labels;
          const name =
            control.getAttribute("aria-label") || control.textContent || labels?.[0]?.textContent;
          return !name?.trim();
        })
        .map((control) => control.outerHTML),
    );
    expect(nameless).toEqual([]);
  });

  it("is traversed by Tab in reading order", async () => {
    const order: string[] = [];
    await driver.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    for (let i = 0; i < 8; i++) {
      await driver.page.keyboard.press("Tab");
      order.push(
        await driver.page.evaluate(() => {
          const { id, textContent } = document.activeElement!;
          return id || textContent!.trim();
        }),
      );
    }
    expect(order.join(", ")).toBe(
      "visleaf, full-screen, open-help, Open a map, Add a game folder, Your maps, Benchmark, What this browser can do",
    );
  });

  it("shows the keys on ?, and hides them on Escape", async () => {
    await driver.page.keyboard.press("?");
    expect(await driver.isVisible("#help")).toBe(true);
    expect(await driver.text("#help-keys")).toContain("fly forward");
    await driver.page.keyboard.press("Escape");
    expect(await driver.isVisible("#help")).toBe(false);
  });

  it("reports a file that is not a map, with its name as text", async () => {
    const path = join(folder, "<img src=x onerror=alert(1)>.bsp");
    writeFileSync(path, "PK not a map");
    await driver.giveFile("#map-file", path);
    await driver.page.waitForSelector("#alert:not([hidden])");
    expect(await driver.text("#alert-title")).toBe("Could not open <img src=x onerror=alert(1)>");
    expect(await driver.text("#alert-detail")).toMatch(/^BSP .*\[bad-magic\]$/);
    expect(await driver.isVisible("#start")).toBe(true);
    expect(await driver.page.$("#alert img")).toBeNull();
    await driver.page.click("#close-alert");
    expect(await driver.isVisible("#alert")).toBe(false);
    expect(driver.faults).toEqual([]);
  });

  it("reports a linked map that does not exist", async () => {
    // Vite answers an unknown path with the page, as servers of single-page applications do.
    await driver.visit("&map=/nowhere/none.bsp");
    await driver.page.waitForSelector("#alert:not([hidden])");
    expect(await driver.text("#alert-detail")).toMatch(/none\.bsp was answered with a web page/);
    expect(await driver.state()).toBe("start");
  });

  it("reports the browser's abilities, and offers them as text", async () => {
    const { page } = driver;
    await page.goto(`${driver.url}?support`);
    await page.waitForSelector("#support:not([hidden])");
    expect(await driver.text("#support-title")).toMatch(/^This browser shows maps/);
    expect(await driver.text("#support-abilities")).toContain("texture-compression-bc");
    const limits = await page.$$eval("#support-limits tr", (rows) => rows.length);
    expect(limits).toBeGreaterThan(5);
    expect(await page.$("#support-limits .bad")).toBeNull();
    const copied = await page.evaluate(async () => {
      let text = "";
      navigator.clipboard.writeText = async (written) => {
        text = written;
      };
      document.getElementById("support-copy")!.click();
      await Promise.resolve();
      return text;
    });
    expect(copied).toMatch(/^shows maps\nadapter: .+\ntexture-compression-bc: (yes|no)/);
    expect(driver.faults).toEqual([]);
  });

  /** Opens the page in a browser in which `spoil` has removed a feature. */
  const openSpoiled = async (query: string, spoil: () => void, selector: string) => {
    const bare = await driver.browser.newPage();
    await bare.evaluateOnNewDocument(spoil);
    await bare.goto(`${driver.url}${query}`);
    await bare.waitForSelector(`${selector}:not([hidden])`);
    const title = await bare.$eval(`${selector} h2`, (element) => element.textContent);
    const advice = await bare.$$eval(`${selector} ul:first-of-type li`, (lines) => lines.length);
    const state = await bare.$eval("body", (body) => body.dataset.state);
    await bare.close();
    // A page in the background draws no frames.
    await driver.page.bringToFront();
    expect(advice).toBeGreaterThan(0);
    return [title, state];
  };
  const SPOILED: [string, () => void][] = [
    [
      "This browser has no WebGPU",
      () => Object.defineProperty(Navigator.prototype, "gpu", { get: () => undefined }),
    ],
    [
      "This address is not secure",
      () => {
        Object.defineProperty(Navigator.prototype, "gpu", { get: () => undefined });
        Object.defineProperty(window, "isSecureContext", { get: () => false });
      },
    ],
    [
      "No graphics adapter for WebGPU",
      () => {
        GPU.prototype.requestAdapter = async () => null;
      },
    ],
    [
      "This graphics adapter allows too little",
      () => {
        Object.defineProperty(GPUSupportedLimits.prototype, "maxTextureArrayLayers", {
          get: () => 64,
        });
        GPUAdapter.prototype.requestDevice = async () => {
          throw new DOMException("too much is asked for", "OperationError");
        };
      },
    ],
  ];

  it.each(SPOILED)(
    "%s: reported instead of the start screen, and on the support page",
    async (title, spoil) => {
      expect(await openSpoiled("", spoil, "#unsupported")).toEqual([title, "unsupported"]);
      expect(await openSpoiled("?support", spoil, "#support")).toEqual([title, "support"]);
    },
  );
});
