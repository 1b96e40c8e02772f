/** A user's game folders on the page: picked, listed, searched, opened, stored and removed. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeGma } from "../../../src/formats/gma/index.ts";
import { writeVpk } from "../../../src/formats/vpk/index.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { hasBrowser } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { openPageDriver, type PageDriver } from "../page/page-driver.ts";

/** A map name that must never become HTML. */
const HOSTILE = "<img src=x onerror=window.washtml=1>";
const BSP = makeBsp();

const gameinfo = (title: string, ...locations: string[]): string => {
  const paths = ["|gameinfo_path|.", ...locations].map((location) => `game "${location}"`);
  return `GameInfo { game "${title}" FileSystem { SearchPaths { ${paths.join(" ")} } } }`;
};

describe.skipIf(!hasBrowser)("the user's game folders", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-test-"));
  let driver: PageDriver;

  const write = (path: string, content: string | Uint8Array): string => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  const rows = () =>
    driver.page.$$eval(".map-row .map-row-name", (names) => names.map((name) => name.textContent));
  const type = async (text: string): Promise<void> => {
    await driver.page.$eval("#map-search", (input) => {
      (input as HTMLInputElement).value = "";
    });
    await driver.page.type("#map-search", text);
  };
  const isHtml = () => driver.page.evaluate("window.washtml ?? 0");

  beforeAll(async () => {
    const vpk = writeVpk(new Map([["maps/packed.bsp", BSP]]));
    write("games/one/gameinfo.txt", gameinfo("One", "one/pak.vpk", "../elsewhere"));
    write("games/one/pak_dir.vpk", vpk);
    write("games/one/maps/alpha.bsp", BSP);
    for (let i = 0; i < 300; i++) write(`games/one/maps/many_${i}.bsp`, BSP);
    write("games/two/gameinfo.txt", gameinfo(HOSTILE));
    write(`games/two/maps/${HOSTILE}.bsp`, BSP);
    write("games/two/maps/broken.bsp", "VBSP and then nothing");
    driver = await openPageDriver();
  });
  afterAll(async () => {
    await driver?.close();
    rmSync(folder, { recursive: true });
  });

  it("are found in the folder above them, and listed with all their maps", async () => {
    const { page } = driver;
    await page.keyboard.press("m");
    expect(await driver.isVisible("#library-empty")).toBe(true);
    await driver.giveFile("#folder-files", join(folder, "games"));
    await page.waitForSelector(".map-row");
    expect(await driver.text("#library-folders strong")).toBe("games");
    expect(await driver.text("#library-folders .folder-text")).toBe(
      `gamesOne, ${HOSTILE}: 304 maps`,
    );
    expect(await driver.text("#map-count")).toBe("304 of 304");
    // Only the rows in view exist, of hundreds.
    expect((await rows()).length).toBeLessThan(40);
    expect((await rows())[0]).toBe("alpha");
    expect(await driver.text("#library footer")).toContain("Nothing is uploaded");
  });

  it("list their problems as plain text", async () => {
    await driver.page.click("#library-folders summary");
    const problems = await driver.text("#library-folders .problems ul");
    expect(problems).toContain("One: ../elsewhere is not in the picked folder");
    expect(await isHtml()).toBe(0);
  });

  it("are searched and opened with the keyboard alone", async () => {
    const { page } = driver;
    await type("many_29");
    expect(await driver.text("#map-count")).toBe("11 of 304");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    const active = await page.$eval(
      "#map-search",
      (input) => document.getElementById(input.getAttribute("aria-activedescendant")!)!.textContent,
    );
    expect(active).toMatch(/^many_290/);
    await page.keyboard.press("Escape");
    expect(await driver.text("#map-count")).toBe("304 of 304");
    expect(await driver.isVisible("#library")).toBe(true);
    await type("no such map");
    expect(await driver.text("#map-none")).toBe('No map is called "no such map".');
    await type("packed");
    await page.keyboard.press("Enter");
    await driver.waitForMap("packed");
    expect(await driver.isVisible("#library")).toBe(false);
    // The map is in the game's archive, and is opened with only that game's content.
    const labels = await page.evaluate(() =>
      window.visleaf!.content.map((spec) => (spec.kind === "url" ? spec.base : spec.label)),
    );
    expect(labels.sort()).toEqual(["games/one", "games/one/pak_dir.vpk"]);
  });

  it("are filtered by game, with the open map marked", async () => {
    const { page } = driver;
    await page.click("#open-library");
    await page.click("#map-groups label:nth-child(2)");
    expect(await driver.text("#map-count")).toBe("302 of 304");
    await type("packed");
    expect(await page.$eval(".map-row", (row) => row.getAttribute("aria-current"))).toBe("true");
    await page.click("#map-groups label:nth-child(1)");
  });

  it("never turn a name into HTML", async () => {
    const { page } = driver;
    await type("<img");
    expect(await rows()).toEqual([HOSTILE]);
    await page.click(".map-row");
    await driver.waitForMap(HOSTILE);
    expect(await driver.text("#map-name")).toBe(HOSTILE);
    expect(await page.title()).toBe(`${HOSTILE} – visleaf`);
    expect(await driver.text("#content-list")).toContain(HOSTILE);
    expect(await page.$$eval('img[src="x"], img[onerror]', (images) => images.length)).toBe(0);
    expect(await isHtml()).toBe(0);
  });

  it("keep the open map if another one is broken, and report the error", async () => {
    const { page } = driver;
    await page.click("#open-library");
    await type("broken");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#alert:not([hidden])");
    expect(await driver.text("#alert-title")).toBe("Could not open broken");
    expect(await driver.text("#alert-advice")).not.toBe("");
    expect(await driver.text("#map-name")).toBe(HOSTILE);
    expect(driver.faults).toEqual([]);
  });

  it("disappear when they are removed", async () => {
    const { page } = driver;
    await page.click("#open-library");
    await page.click("#library-folders button");
    await page.waitForFunction(() => document.querySelectorAll("#library-folders li").length === 0);
    expect(await driver.isVisible("#library-empty")).toBe(true);
  });

  it("can be archives: maps with their content in one file", async () => {
    await driver.visit();
    const gma = writeGma(new Map([["maps/in_gma.bsp", BSP]]));
    await driver.giveFile("#map-file", write("single.gma", gma));
    await driver.waitForMap("in_gma");
    const several = new Map([
      ["maps/first.bsp", BSP],
      ["maps/second.bsp", BSP],
    ]);
    await driver.giveFile("#map-file", write("several.vpk", writeVpk(several)));
    await driver.page.waitForSelector("#library[open] .map-row");
    expect(await driver.text("#map-count")).toBe("3 of 3");
    await type("second");
    await driver.page.keyboard.press("Enter");
    await driver.waitForMap("second");
    await driver.giveFile("#map-file", write("bad.zip", "PK nothing"));
    await driver.page.waitForSelector("#alert:not([hidden])");
    expect(await driver.text("#alert-detail")).toMatch(/ZIP/);
    expect(driver.faults).toEqual([]);
  });

  it("reopen on the next visit with a click, if the browser has handles", async () => {
    const { page } = driver;
    // The origin private file system has the same handles as a picked folder.
    const script = await page.evaluateOnNewDocument(() => {
      const proto = FileSystemHandle.prototype as unknown as Record<string, unknown>;
      Object.assign(window, {
        allowed: false,
        showDirectoryPicker: async () =>
          (await navigator.storage.getDirectory()).getDirectoryHandle("kept"),
      });
      proto.queryPermission = async () => (Reflect.get(window, "allowed") ? "granted" : "prompt");
      proto.requestPermission = async () => {
        Object.assign(window, { allowed: navigator.userActivation.isActive });
        return "granted";
      };
    });
    await driver.visit();
    const made = { path: "kept", info: gameinfo("Kept"), bsp: [...BSP] };
    await page.evaluate(async ({ path, info, bsp }) => {
      const top = await navigator.storage.getDirectory();
      const game = await top.getDirectoryHandle(path, { create: true });
      const maps = await game.getDirectoryHandle("maps", { create: true });
      const put = async (folder: FileSystemDirectoryHandle, name: string, data: BlobPart) => {
        const handle = await folder.getFileHandle(name, { create: true });
        const writable = await handle.createWritable();
        await writable.write(new Blob([data]));
        await writable.close();
      };
      await put(game, "gameinfo.txt", info);
      await put(maps, "from_handle.bsp", new Uint8Array(bsp));
      await put(maps, "other.bsp", new Uint8Array(bsp));
    }, made);
    await page.click('#start [data-action="add-folder"]');
    await page.waitForSelector("#library[open] .map-row");
    await page.keyboard.press("Enter");
    await type("from");
    await page.keyboard.press("Enter");
    await driver.waitForMap("from_handle");

    // On the next visit the folder is listed, but closed until it is clicked.
    await driver.visit();
    await page.keyboard.press("m");
    await page.waitForSelector("#library-folders button.primary");
    expect(await driver.text("#library-folders .folder-text")).toMatch(/^keptfrom your last visit/);
    // The recent map is listed, and asks for its folder when clicked.
    expect(await rows()).toEqual(["from_handle"]);
    await page.click(".map-row");
    await driver.waitForMap("from_handle");
    expect(await page.$("#library-folders button.primary")).toBeNull();

    await page.click("#open-library");
    await page.click("#forget-recents");
    expect(await rows()).toEqual(["from_handle", "other"]);
    await page.click("#library-folders button");
    await page.waitForFunction(() => document.querySelectorAll("#library-folders li").length === 0);
    await driver.visit();
    await page.keyboard.press("m");
    expect(await driver.isVisible("#library-empty")).toBe(true);
    await page.removeScriptToEvaluateOnNewDocument(script.identifier);
    expect(driver.faults).toEqual([]);
  });

  it("fit a phone, with the controls within reach", async () => {
    const { page } = driver;
    await page.setViewport({
      width: 390,
      height: 844,
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: FEW_PIXELS,
    });
    await driver.visit();
    await driver.giveFile("#folder-files", join(folder, "games"));
    await page.waitForSelector("#library[open] .map-row");
    const box = await page.$eval("#library", (dialog) => {
      const { width, height } = dialog.getBoundingClientRect();
      return { width, height, scroll: dialog.scrollWidth };
    });
    expect(box).toEqual({ width: 390, height: 844, scroll: 390 });
    await page.click(".map-row");
    await driver.waitForMap("alpha");
    const small = await page.$$eval("#bar .actions button", (buttons) =>
      buttons
        .filter((button) => button.checkVisibility())
        .map((button) => button.getBoundingClientRect())
        .filter(({ width, height, right }) => width < 40 || height < 40 || right > 390),
    );
    expect(small).toEqual([]);
    expect(await driver.isVisible("#sticks")).toBe(true);
    await page.click("#toggle-panel");
    expect(await driver.isVisible("#sticks")).toBe(false);
    for (const id of ["panel-record", "panel-picture", "panel-share", "make-video"]) {
      expect(await driver.isVisible(`#${id}`)).toBe(true);
    }
  });
});
