/** Small maps that ask for much, given to the page as a person would: it lives, and says one thing. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { HOSTILE_MAPS } from "../../support/hostile/maps.ts";
import { foldAmbient } from "../../support/hostile/props.ts";
import { peakBytes } from "../../support/measure/process-memory.ts";
import { openPageDriver, type PageDriver } from "../page/page-driver.ts";

/** Where nothing else runs all take less than five; here a software adapter draws them. */
const MAX_MS = 30_000;
const TEST_MS = 400_000;
const MAX_BYTES = 2 ** 30;

/** One of each family, and those that come to the page itself or to the GPU; all are opened in Node. */
const IN_PAGE = [
  "1,000 faces of one run of edges",
  "a face of strips without a triangle",
  "1,000 faces of a million luxels",
  "lightmaps of 256, 257 and 511 luxels",
  "3,000 leafs of 65,535 brushes",
  "400,000 clusters of one row",
  "10,000 entities of one brush model",
  "300 entities in 30,000 clusters",
  "16 million entities",
  "a view from 1e999",
  "4,000 props that list 28,000 leafs",
  "30,000 props of 60,000 vertices",
  "70,000 materials",
  "a value of 30 million letters",
  "axes past all numbers",
  "60,000 props of 60,000 models that are not there",
] as const satisfies (keyof typeof HOSTILE_MAPS)[];
/** All of them, where the table of docs/limits.md is made. */
const chosen = process.env.VISLEAF_HOSTILE_TABLE ? Object.keys(HOSTILE_MAPS) : IN_PAGE;

describe.skipIf(!hasBrowser)("the page is given small maps that ask for much", () => {
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

  /** What the page shows of a map once it has done with it: the map, or the error's own words. */
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

  /** The most that any of the browser's tabs has had; null where the system does not tell. */
  async function peakOfTabs(): Promise<number | null> {
    const session = await driver.browser.target().createCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    const tabs = processInfo.filter(({ type }) => type === "renderer");
    const peaks = tabs.map(({ id }) => peakBytes(id)).filter((bytes) => bytes !== null);
    return peaks.length === 0 ? null : Math.max(...peaks);
  }

  it(
    "and shows each of them, or says one error",
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
        // Some draw 30,000 props, which is slow without a GPU: the next map is not to wait for that.
        await driver.page.evaluate(() => window.visleaf?.unload());
      }
    },
    TEST_MS,
  );

  it("and ends a load that comes to no end, when nothing else holds it", {
    timeout: TEST_MS,
  }, async () => {
    // More than any machine is through with before it is ended.
    const file = foldAmbient(10_000);
    const path = join(folder, "endless.bsp");
    writeFileSync(path, file);
    // Long enough for a busy machine to start a worker and to read the map in it.
    await driver.page.evaluate(() => {
      window.visleaf!.limits = { ambientSamples: Number.POSITIVE_INFINITY, stallSeconds: 8 };
    });
    try {
      await driver.giveFile("#map-file", path);
      await driver.page.waitForSelector("#alert:not([hidden])", { timeout: MAX_MS });
      expect(await driver.text("#alert-detail")).toBe(
        'The load was ended: its stage "props" came to no end (8 s without a word)',
      );
    } finally {
      await driver.page.evaluate(() => {
        window.visleaf!.limits = {};
      });
    }
  });

  it("and shows a sound one after them", async () => {
    await driver.giveFile(
      "#map-file",
      join(import.meta.dirname, "../../../assets/visleaf_demo.bsp"),
    );
    await driver.waitForMap("visleaf_demo");
    await driver.drawFrames(3);
    expect(await driver.state()).toBe("running");
    expect((await driver.stats()).chunkCount).toBeGreaterThan(0);
  });
});
