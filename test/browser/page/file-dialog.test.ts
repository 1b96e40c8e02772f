/** The dialog of a map's file in a real browser: its lumps, their records, their bytes. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PNG } from "pngjs";
import type { Page } from "puppeteer";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readLump } from "../../../src/formats/bsp/tables/open-lump.ts";
import { parseKeyValues } from "../../../src/formats/keyvalues/parse-keyvalues.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { hasBrowser } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { openPageDriver, type PageDriver } from "./page-driver.ts";

const RECORDS = 3000;
const ROW_HEIGHT = 26;
/** More rows than a browser can lay out in one box. */
const MANY = 900_000;

/** Makes a room with thousands of normals that no face uses. */
function makeMap(): Uint8Array {
  const options = { lzma: ["LUMP_LEAFS"] } as const;
  const lumps = makeBspLumps(options);
  const evil = `materials/<img src=x onerror="fail()">.vmt`;
  const zip = writeZip(new Map([[evil, new Uint8Array(900)]]));
  lumps.set("LUMP_PAKFILE", { version: 0, bytes: zip });
  const normals = Float32Array.from({ length: 3 * RECORDS }, (_, i) => i);
  lumps.set("LUMP_VERTNORMALS", { version: 0, bytes: new Uint8Array(normals.buffer) });
  const indices = Uint16Array.from({ length: MANY }, (_, i) => i % 65_521);
  lumps.set("LUMP_VERTNORMALINDICES", { version: 0, bytes: new Uint8Array(indices.buffer) });
  return assembleBsp(lumps, options);
}

describe.skipIf(!hasBrowser)("the dialog of a map's file", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  const bytes = makeMap();
  let driver: PageDriver;
  let page: Page;

  beforeAll(async () => {
    driver = await openPageDriver();
    page = driver.page;
    const path = join(folder, "room.bsp");
    writeFileSync(path, bytes);
    await driver.giveFile("#map-file", path);
    await driver.waitForMap("room");
  });
  beforeEach(async () => {
    await page.keyboard.press("i");
    await page.waitForSelector(".lump-row");
  });
  afterEach(async () => {
    await page.keyboard.press("Escape");
    await page.waitForFunction("document.querySelector('.map-file') === null");
    expect(driver.faults).toEqual([]);
  });
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  const columnOf = (column: number) =>
    page.$$eval(
      ".lump-row",
      (rows, at) => rows.map((row) => (row as HTMLTableRowElement).cells[at].textContent ?? ""),
      column,
    );
  const sortBy = (column: number) => page.click(`.lump-list th:nth-child(${column + 1}) button`);
  const openLump = async (name: string) => {
    await page.evaluate((wanted) => {
      const names = [...document.querySelectorAll<HTMLElement>(".lump-name")];
      const button = names.find(({ textContent }) => textContent === wanted)!;
      button.focus();
    }, name);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".lump-view");
  };
  /** Scrolls to a row, waits for it, and returns its cells. */
  const goToRow = async (row: number) => {
    await page.$eval(
      ".record-find input",
      (input, wanted) => {
        (input as HTMLInputElement).value = String(wanted);
        (input as HTMLInputElement).focus();
      },
      row,
    );
    await page.keyboard.press("Enter");
  };
  const cellsOf = async (row: number) => {
    const selector = `.record-rows > [aria-rowindex="${row + 2}"]:not([aria-busy])`;
    await page.waitForSelector(selector);
    return page.$$eval(`${selector} > span`, (cells) => cells.map((cell) => cell.textContent));
  };

  it("lists and sorts the lumps, with the empty ones on request", async () => {
    const numbers = async () => (await columnOf(2)).map((text) => Number(text.replaceAll(",", "")));
    const sizes = await numbers();
    expect(sizes.length).toBeGreaterThan(15);
    await sortBy(2);
    expect(await numbers()).toEqual([...sizes].sort((a, b) => b - a));
    await sortBy(1);
    const names = await columnOf(1);
    // Rows that unfold have a mark behind their name.
    const plain = names.map((name) => name.replace(/[+−]$/, ""));
    expect(plain).toEqual([...plain].sort());
    expect(plain).not.toContain("UNUSED0");
    await page.click(".lump-list label input");
    expect(await columnOf(1)).toHaveLength(64);
  });

  it("lists the pakfile's entries below it, with names as text", async () => {
    await page.click('.lump-fold[aria-label="What is in PAKFILE"]');
    const names = await page.$$eval(".lump-child", (rows) => rows.map((row) => row.textContent));
    expect(names[0]).toContain('materials/<img src=x onerror="fail()">.vmt');
    const isOpen = await page.evaluate(() => document.activeElement?.getAttribute("aria-expanded"));
    expect(isOpen).toBe("true");
    await page.keyboard.press("Enter");
    expect(await page.$$(".lump-child")).toEqual([]);
    expect(await page.$$(".map-file img")).toEqual([]);
  });

  it("opens a lump from the treemap, and returns to the same place", async () => {
    const slot = 31 - 1;
    await page.waitForSelector(`.file-treemap [data-slot="${slot}"]`);
    await page.click(`.file-treemap [data-slot="${slot}"] rect`);
    expect(await driver.text(".lump-view h3")).toBe("LUMP_VERTNORMALS");
    await cellsOf(0);
    await page.click(".lump-bar button");
    expect((await columnOf(0)).length).toBeGreaterThan(15);
  });

  it("shows all records with a few rows, also from the keyboard", async () => {
    await openLump("VERTNORMALS");
    expect(await cellsOf(1)).toEqual(["1", "3 4 5"]);
    expect((await page.$$(".record-rows > div")).length).toBeLessThan(60);
    const height = await page.$eval(".record-rows", (rows) => rows.clientHeight);
    expect(height).toBe(RECORDS * ROW_HEIGHT);
    await goToRow(2500);
    expect(await cellsOf(2500)).toEqual(["2500", "7500 7501 7502"]);
    await page.focus(".records");
    await page.keyboard.press("End");
    expect(await cellsOf(RECORDS - 1)).toEqual(["2999", "8997 8998 8999"]);
  });

  it("scrolls to any row of a table taller than the browser's limit", async () => {
    await openLump("VERTNORMALINDICES");
    expect(await cellsOf(3)).toEqual(["3", "3"]);
    for (const row of [MANY - 1, 450_000, 399_999, 400_000, 7]) {
      await goToRow(row);
      expect(await cellsOf(row)).toEqual([String(row), String(row % 65_521)]);
      const [top, bottom] = await page.$eval(`[aria-rowindex="${row + 2}"]`, (line) => {
        const view = line.closest(".records")!.getBoundingClientRect();
        const { top, bottom } = line.getBoundingClientRect();
        return [top - view.top, view.bottom - bottom];
      });
      expect([row, top >= 0, bottom >= 0]).toEqual([row, true, true]);
    }
  });

  it("names flags, and decompresses lumps", async () => {
    await openLump("LEAFS");
    const cells = await cellsOf(0);
    const heads = await page.$$eval(".record-head span", (spans) =>
      spans.map((span) => span.textContent),
    );
    expect(cells[heads.indexOf("contentsNames")]).toBe("SOLID");
  });

  it("saves a lump's decompressed bytes", async () => {
    await page.evaluate(() => {
      HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
        const { href, download } = this;
        const read = fetch(href).then((response) => response.arrayBuffer());
        Object.assign(window, {
          saved: read.then((buffer) => [download, ...new Uint8Array(buffer)]),
        });
      };
    });
    await openLump("LEAFS");
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>(".lump-bar button")];
      buttons.find(({ textContent }) => textContent === "Save its bytes")!.click();
    });
    await page.waitForFunction("window.saved !== undefined");
    const [name, ...saved] = (await page.evaluate("window.saved")) as [string, ...number[]];
    expect(name).toBe("room.leafs.lump");
    expect(saved).toEqual([...readLump(bytes, "leafs")!.bytes]);
  });

  it("saves the overview and the game's text file by one labelled button", async () => {
    await page.evaluate(() => {
      const saves: Record<string, Promise<number[]>> = {};
      Object.assign(window, { saves });
      HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
        const read = fetch(this.href).then((response) => response.arrayBuffer());
        saves[this.download] = read.then((buffer) => [...new Uint8Array(buffer)]);
      };
    });
    await page.focus(".save-top-view");
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      "/^Saved|cannot|Error/.test(document.querySelector('.top-view-saver .note').textContent)",
      { timeout: 120_000 },
    );
    expect(await driver.text(".top-view-saver .note")).toMatch(
      /^Saved room_radar\.png and room\.txt: pos_x -?\d+, pos_y -?\d+, scale [\d.]+\.$/,
    );
    const bytesOf = async (name: string) =>
      Uint8Array.from((await page.evaluate(`window.saves[${JSON.stringify(name)}]`)) as number[]);
    const { width, height, data } = PNG.sync.read(Buffer.from(await bytesOf("room_radar.png")));
    expect([width, height]).toEqual([1024, 1024]);
    const alphaAt = (x: number, y: number) => data[(y * 1024 + x) * 4 + 3];
    // The room is in the middle, with nothing around it.
    expect([alphaAt(512, 512), alphaAt(4, 4), alphaAt(1020, 500)]).toEqual([255, 0, 0]);
    const text = new TextDecoder().decode(await bytesOf("room.txt"));
    expect(parseKeyValues(text)[0]).toMatchObject({ key: "room" });
  });

  it("reads a map inside an archive", async () => {
    await page.keyboard.press("Escape");
    const packed = join(folder, "packed.zip");
    writeFileSync(packed, writeZip(new Map([["maps/packed.bsp", bytes]])));
    await driver.giveFile("#map-file", packed);
    await driver.waitForMap("packed");
    await page.keyboard.press("i");
    await page.waitForSelector(".lump-row");
    await openLump("VERTNORMALS");
    expect(await cellsOf(1)).toEqual(["1", "3 4 5"]);
  });

  it("fits a phone, also with a lump open", async () => {
    await page.setViewport({ width: 390, height: 844, deviceScaleFactor: FEW_PIXELS });
    const widths = () =>
      page.$eval(".file-body", ({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    await page.waitForFunction("document.querySelector('.file-treemap svg')?.clientWidth < 390");
    const [needed, there] = await widths();
    expect(needed).toBe(there);
    expect(there).toBeGreaterThan(340);
    await openLump("ENTITIES");
    await cellsOf(0);
    const [neededByRows, thereForRows] = await widths();
    expect(neededByRows).toBe(thereForRows);
  });
});
