/** The built page served by `visleaf serve`: its list of the served maps. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serveFolder } from "../../../src/cli/serve/serve-folder.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { hasBrowser, launchBrowser, present } from "../../support/browser.ts";
import { FEW_PIXELS } from "../../support/few-pixels.ts";
import { builtPage } from "../../support/page-server.ts";

describe.skipIf(!hasBrowser)("maps of visleaf serve", () => {
  it("are listed on the page, and opened with their content", async () => {
    const maps = mkdtempSync(join(tmpdir(), "visleaf-served-"));
    for (const name of ["first", "second"]) writeFileSync(join(maps, `${name}.bsp`), makeBsp());
    const fail = (message: string): never => {
      throw new Error(message);
    };
    const served = await serveFolder(maps, { port: 0, pageFolder: builtPage(), onBroken: fail });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.setViewport({ width: 800, height: 500, deviceScaleFactor: FEW_PIXELS });
      await page.goto(`${served.origin}/?present=${present}&start=empty`);
      await page.waitForFunction("window.visleaf !== undefined");
      await page.keyboard.press("m");
      await page.waitForSelector(".map-row");
      await page.type("#map-search", "sec");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => window.visleaf?.map?.name === "second");
      const { searchParams } = new URL(page.url());
      expect(searchParams.get("map")).toBe(`${served.origin}/maps/second.bsp`);
      expect(searchParams.getAll("content")).toEqual([`${served.origin}/content/`]);
    } finally {
      await browser.close();
      await served.close();
      rmSync(maps, { recursive: true });
    }
  });
});
