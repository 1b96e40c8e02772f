/** A lump report, opened from disk in a browser. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { runVisleaf } from "../../cli/run-visleaf.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { hasBrowser, launchBrowser } from "../../support/browser.ts";

describe.skipIf(!hasBrowser)("a report of lumps", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    const lumps = makeBspLumps();
    const long = `materials/${"a_long_name_without_spaces".repeat(6)}<img src=x>.vtf`;
    const zip = writeZip(new Map([[long, new Uint8Array(9000)]]));
    lumps.set("LUMP_PAKFILE", { version: 0, bytes: zip });
    const map = join(folder, "room.bsp");
    const out = join(folder, "report.html");
    writeFileSync(map, assembleBsp(lumps));
    expect((await runVisleaf("inspect", map, "--report", out)).code).toBe(0);
    browser = await launchBrowser();
    page = await browser.newPage();
    page.on("console", (message) => void faults.push(message.text()));
    page.on("pageerror", (error) => void faults.push(String(error)));
    page.on("request", (request) => void requests.push(request.url()));
    await page.goto(pathToFileURL(out).href);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const namesOf = () =>
    page.$$eval("[aria-label=Lumps] tbody tr", (rows) =>
      rows.map((row) => [row.cells[1].textContent, Number(row.cells[2].dataset.v)] as const),
    );
  const sortBy = (column: number) =>
    page.click(`[aria-label=Lumps] th:nth-child(${column}) button`);
  const sortedOf = (column: number) =>
    page.$eval(`[aria-label=Lumps] th:nth-child(${column})`, (head) =>
      head.getAttribute("aria-sort"),
    );

  it("sorts numbers descending, then ascending, and marks the order", async () => {
    await sortBy(3);
    const sizes = (await namesOf()).map(([, size]) => size);
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(await sortedOf(3)).toBe("descending");
    await sortBy(3);
    const turned = (await namesOf()).map(([, size]) => size);
    expect(turned).toEqual([...sizes].sort((a, b) => a - b));
    expect(await sortedOf(3)).toBe("ascending");
  });

  it("sorts names alphabetically, also from the keyboard", async () => {
    await page.focus("[aria-label=Lumps] th:nth-child(2) button");
    await page.keyboard.press("Enter");
    const names = (await namesOf()).map(([name]) => name ?? "");
    expect(names).toEqual([...names].sort());
    expect([await sortedOf(2), await sortedOf(3)]).toEqual(["ascending", null]);
  });

  it("fits a phone, with the narrow treemap", async () => {
    for (const [width, shown] of [
      [360, "svg.narrow"],
      [1200, "svg.wide"],
    ] as const) {
      await page.setViewport({ width, height: 700 });
      const [needed, map] = await page.evaluate(
        (selector) => [
          document.documentElement.scrollWidth,
          document.querySelector(selector)?.getBoundingClientRect().width ?? 0,
        ],
        shown,
      );
      expect(needed).toBe(width);
      expect(map).toBeGreaterThan(width * 0.85);
      expect(
        await page.$$eval("svg", (maps) => maps.filter((one) => one.checkVisibility()).length),
      ).toBe(1);
    }
  });

  it("is dark if the system is", async () => {
    const paperOf = async (value: "dark" | "light") => {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    };
    expect(await paperOf("dark")).toBe("rgb(20, 23, 28)");
    expect(await paperOf("light")).toBe("rgb(251, 250, 247)");
  });

  it("fetches nothing, and runs no script in a name", async () => {
    expect(await page.$$("img")).toEqual([]);
    expect(requests).toHaveLength(1);
    expect(faults).toEqual([]);
  });
});
