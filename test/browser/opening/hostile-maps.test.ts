/**
 * Opens small maps that ask for much on the page: the page survives, and shows the map or one
 * error.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { HOSTILE_MAPS } from "../../support/hostile/maps.ts";
import { foldAmbient } from "../../support/hostile/props.ts";
import { peakBytes } from "../../support/measure/process-memory.ts";
import { plainDemo } from "../../support/page-server.ts";
import { openPageDriver, type PageDriver } from "../page/page-driver.ts";

/** On an idle machine each takes less than five seconds; here a software adapter draws them. */
const MAX_MS = 30_000;
const TEST_MS = 400_000;
const MAX_BYTES = 2 ** 30;

/**
 * Maps that affect the page itself or the GPU. `test/hostile` opens all of them in Node.
 */
const IN_PAGE = [
  "1,000 faces of a million luxels",
  "lightmaps of 256, 257 and 511 luxels",
  "400,000 clusters of one row",
  "16 million entities",
  "a view from 1e999",
  "30,000 props of 60,000 vertices",
  "70,000 materials",
  "axes past all numbers",
] as const satisfies (keyof typeof HOSTILE_MAPS)[];
/** All of them, when the table of docs/limits.md is made. */
const chosen = process.env.VISLEAF_HOSTILE_TABLE ? Object.keys(HOSTILE_MAPS) : IN_PAGE;

describe.skipIf(!hasBrowser)("the page with small maps that ask for much", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-hostile-"));
  let driver: PageDriver;

  beforeAll(async () => {
    driver = await openPageDriver();
    await driver.page.setViewport({ width: 320, height: 200, deviceScaleFactor: FEW_PIXELS });
  });
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns what the page shows after it is done with a map: "shown", or the error's text. */
  async function give(name: string, file: Uint8Array): Promise<string> {
    const path = join(folder, `${name}.bsp`);
    writeFileSync(path, file);
    await driver.page.$eval("#close-alert", (button) => (button as HTMLElement).click());
    await driver.giveFile("#map-file", path);
    await driver.page.waitForFunction(
      (wanted) =>
        document.querySelector("#alert:not([hidden])") !== null ||
        (window.visleaf?.map?.name === wanted && window.visleaf.summary !== null),
      { timeout: MAX_MS },
      name,
    );
    const isError = await driver.page.$("#alert:not([hidden])");
    return isError ? driver.text("#alert-detail") : "map";
  }

  /** Returns the peak memory of the browser's tabs, or `null` if the system does not report it. */
  async function peakOfTabs(): Promise<number | null> {
    const session = await driver.browser.target().createCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    const tabs = processInfo.filter(({ type }) => type === "renderer");
    const peaks = tabs.map(({ id }) => peakBytes(id)).filter((bytes) => bytes !== null);
    return peaks.length === 0 ? null : Math.max(...peaks);
  }

  it(
    "shows each of them, or one error",
    async () => {
      for (const [i, name] of chosen.entries()) {
        const file = HOSTILE_MAPS[name]();
        const start = performance.now();
        const shown = await give(`hostile${i}`, file);
        const ms = Math.round(performance.now() - start);
        const bytes = await peakOfTabs();
        if (process.env.VISLEAF_HOSTILE_TABLE) console.log([name, ms, bytes, shown].join(" | "));
        expect(shown, name).toMatch(/^(map|.*\[(too-large|bad-[a-z]+)\].*)$/s);
        expect(bytes ?? 0, name).toBeLessThan(MAX_BYTES);
        expect(driver.faults, name).toEqual([]);
        // Some draw 30,000 props, which is slow without a GPU, so unload the map before the next
        // one.
        await driver.page.evaluate(() => window.visleaf?.unload());
      }
    },
    TEST_MS,
  );

  it("stops a load that never ends", {
    timeout: TEST_MS,
  }, async () => {
    // More samples than any machine can finish before the load is stopped.
    const file = foldAmbient(10_000);
    const path = join(folder, "endless.bsp");
    writeFileSync(path, file);
    // Long enough for a busy machine to start a worker and read the map.
    await driver.page.evaluate(() => {
      window.visleaf!.limits = { ambientSamples: Number.POSITIVE_INFINITY, stallSeconds: 8 };
    });
    try {
      await driver.giveFile("#map-file", path);
      await driver.page.waitForSelector("#alert:not([hidden])", { timeout: MAX_MS });
      expect(await driver.text("#alert-detail")).toBe(
        'The load was ended: its stage "props" stalled (8 s without an answer)',
      );
    } finally {
      await driver.page.evaluate(() => {
        window.visleaf!.limits = {};
      });
    }
  });

  it("shows a sound map afterwards", async () => {
    await driver.giveFile("#map-file", plainDemo());
    await driver.waitForMap("visleaf_demo");
    await driver.drawFrames(3);
    expect(await driver.state()).toBe("running");
    expect((await driver.stats()).chunkCount).toBeGreaterThan(0);
  });
});
