/** A particle file on the page: from a link and from a file. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, ElementHandle, Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIRE, SMOKE } from "../../formats/pcf/made-systems.ts";
import { makePcf } from "../../formats/pcf/make-pcf.ts";
import { hasBrowser, launchBrowser, present } from "../../support/browser.ts";
import { sharedPage } from "../../support/page-server.ts";
import { pictureOf } from "../../support/picture.ts";
import { type PageServer, serveOver } from "../../support/serve-over.ts";

describe.skipIf(!hasBrowser)("a particle file on the page", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-particle-page-"));
  let browser: Browser;
  let server: PageServer;
  let page: Page;

  beforeAll(async () => {
    mkdirSync(join(folder, "particles"));
    const burst = { ...FIRE, name: "burst", children: {}, constraints: { "Made up": {} } };
    writeFileSync(join(folder, "particles/made.pcf"), makePcf([FIRE, SMOKE, burst]));
    [browser, server] = await Promise.all([
      launchBrowser(),
      serveOver(sharedPage(), { "/made": folder }),
    ]);
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.setViewport({ width: 640, height: 400, deviceScaleFactor: 0.5 });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  const waitForSystem = (system: string) =>
    page.waitForFunction((name) => window.visleafParticles?.info?.system === name, {}, system);
  const text = (selector: string) => page.$eval(selector, ({ textContent }) => textContent ?? "");
  /** Shows a time, and returns the particles and a picture of it. */
  const seek = async (seconds: number) => {
    const count = await page.evaluate(async (time) => {
      const viewer = window.visleafParticles!;
      viewer.isPlaying = false;
      viewer.seconds = time;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let i = 0; i < 3; i++) await frame();
      return viewer.particleCount;
    }, seconds);
    // Pipelines may still be compiling.
    let picture = await pictureOf(page, ".model-page canvas");
    for (let isSame = false; !isSame; ) {
      const next = await pictureOf(page, ".model-page canvas");
      isSame = next.data.equals(picture.data) && next.data.some((value) => value > 60);
      picture = next;
    }
    return { count, picture };
  };

  it("shows the system of a link at its time, and lists what does not run", async () => {
    const view = "&system=fire&seed=3&points=1:0,0,64&backdrop=black&at=2";
    await page.goto(
      `${server.url}?present=${present}&start=empty&particles=/made/particles/made.pcf${view}`,
    );
    await waitForSystem("fire");
    const choice = await page.evaluate(() => {
      const { seed, backdrop, points } = window.visleafParticles!.choice;
      return { seed, backdrop, point: points.get(1) };
    });
    expect(choice).toEqual({ seed: 3, backdrop: "black", point: [0, 0, 64] });
    const { count, picture } = await seek(2);
    // Five of the fire, and what lives of the smoke of a second and a half.
    expect(count).toBe(31);
    expect(picture.data.some((value, i) => i % 4 === 0 && value > 60)).toBe(true);
    const later = await seek(2.4);
    expect(later.count).toBeGreaterThan(count);
    const again = await seek(2);
    expect(again.count).toBe(count);
    expect(again.picture.data.equals(picture.data)).toBe(true);
    expect(await text(".particle-tree")).toContain("fire5 of 1,000");
    expect(await text(".model-missing")).toContain("No material materials/particle/smoke.vmt");
  }, 120_000);

  it("plays the system that is chosen in the list", async () => {
    await page.evaluate(() => {
      const rows = [...document.querySelectorAll<HTMLElement>(".model-row")];
      rows.find((row) => row.textContent?.startsWith("burst"))!.click();
    });
    await waitForSystem("burst");
    expect(await text(".model-missing")).toContain("constraints: Made up does not run");
    await page.waitForFunction(() => window.visleafParticles!.seconds > 0.1);
    await page.click(".model-play");
    expect(await text(".model-play")).toBe("Play");
  }, 60_000);

  it("opens a file that is given, and shows the map again when it is closed", async () => {
    await page.goto(`${server.url}?present=${present}&start=empty`);
    await page.waitForFunction("window.visleaf !== undefined");
    const input = (await page.$("#map-file")) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(join(folder, "particles/made.pcf"));
    await waitForSystem("fire");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => window.visleafParticles === undefined);
    expect(await page.evaluate(() => window.visleaf!.isPaused)).toBe(false);
  }, 60_000);
});
