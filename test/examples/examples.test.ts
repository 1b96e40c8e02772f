/** Each example in a real browser, served as a reader would serve it. */

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, Page } from "puppeteer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser, present } from "../support/browser.ts";
import { type BuiltLibrary, buildLibrary } from "../support/build-library.ts";
import { FEW_PIXELS } from "../support/few-pixels.ts";
import { plainDemo } from "../support/page-server.ts";
import { countColours, type Picture, pictureOf } from "../support/picture.ts";
import { type StaticServer, serveStatic } from "../support/static-server.ts";

const root = resolve(import.meta.dirname, "../..");
const examples = join(root, "examples");

/** Folder for pictures, if `VISLEAF_PICTURES=folder` is set. */
const pictures = process.env.VISLEAF_PICTURES;

/** Few pixels unless pictures are wanted, because the CPU draws them. */
const WINDOW = { width: 560, height: 460, deviceScaleFactor: FEW_PIXELS };

/** Returns the share of pixels in the colour of the examples' objects, which the map has nowhere. */
function countTeal({ data }: Picture): number {
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i] < 110 && data[i + 1] > 120 && data[i + 2] > 120) count++;
  }
  return (count * 4) / data.length;
}

/** Makes an example use the read-back mode, for browsers that show no WebGPU canvas. */
const showByReadback = (text: string): string =>
  text
    .replaceAll(/<visleaf-map(?=[\s>])/g, '<visleaf-map present="readback"')
    .replaceAll('(document.createElement("canvas"), {', '$& present: "readback",')
    .replaceAll(
      'document.createElement("visleaf-map");',
      'document.createElement("visleaf-map"); tile.setAttribute("present", "readback");',
    );

describe.skipIf(!hasBrowser)("the examples", () => {
  let built: BuiltLibrary;
  let server: StaticServer;
  let browser: Browser;
  let page: Page;
  let faults: string[] = [];

  beforeAll(async () => {
    built = await buildLibrary(["cdnMap", "cdnWorker", "cdnFormats"]);
    server = await serveStatic({
      folders: {
        "/dist/cdn/": built.cdn,
        "/examples/": examples,
        "/assets/": join(root, "assets"),
        "/assets/visleaf_demo.bsp": plainDemo(),
        "/node_modules/three/": join(root, "node_modules/three"),
      },
      transform: (text, path) =>
        present === "readback" && path.startsWith("/examples/") ? showByReadback(text) : text,
    });
    // three.js draws with WebGL.
    browser = await launchBrowser(["--enable-unsafe-swiftshader"]);
    page = await browser.newPage();
    page.setDefaultTimeout(45_000);
    await page.setViewport(pictures ? { width: 900, height: 640 } : WINDOW);
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    if (pictures) mkdirSync(pictures, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    if (built) rmSync(built.folder, { recursive: true });
  });

  const open = async (name: string): Promise<void> => {
    await page.goto("about:blank");
    faults = [];
    await page.goto(`${server.origin}/examples/${name}`);
  };
  const waitForMap = () =>
    page.waitForFunction(() => {
      const viewer = document.querySelector("visleaf-map")?.viewer;
      return viewer?.summary && viewer.timing.frameCount > 3;
    });
  const keep = async (name: string): Promise<void> => {
    if (pictures) writeFileSync(join(pictures, `${name}.png`), await page.screenshot());
  };

  it("are all on the index page, and all tested here", async () => {
    await open("");
    const links = await page.$$eval("li a", (all) => all.map((link) => link.getAttribute("href")));
    const folders = readdirSync(examples, { withFileTypes: true }).filter((each) =>
      each.isDirectory(),
    );
    expect(links.map((link) => link!.split("/")[0]).sort()).toEqual(
      folders.map(({ name }) => name).sort(),
    );
    const opened = readFileSync(import.meta.filename, "utf8");
    for (const { name } of folders) expect(opened, name).toMatch(new RegExp(`"${name}/`));
    expect(faults).toEqual([]);
  });

  it("embed: one tag draws a map", async () => {
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "no-preference" }]);
    await open("embed/");
    await waitForMap();
    expect(countColours(await pictureOf(page, "visleaf-map"))).toBeGreaterThan(200);
    expect(await page.evaluate(() => document.querySelector("visleaf-map")!.viewer!.isFlying)).toBe(
      true,
    );
    expect(faults).toEqual([]);
  });

  it("gallery: every tile has its own picture", async () => {
    await open("gallery/");
    await page.waitForSelector("body[data-state=done]");
    await page.waitForFunction(() =>
      [...document.querySelectorAll("visleaf-map")].every((tile) => {
        const poster = tile.shadowRoot!.querySelector<HTMLImageElement>("[part=poster]")!;
        return poster.complete && poster.naturalWidth === 640;
      }),
    );
    const tiles = await page.$$("visleaf-map");
    expect(tiles).toHaveLength(4);
    const shots = await Promise.all(tiles.map((tile) => tile.screenshot({ encoding: "base64" })));
    expect(new Set(shots).size).toBe(4);
    expect(countColours(await pictureOf(page, "visleaf-map"))).toBeGreaterThan(200);
    // No worker runs until a tile is pressed.
    expect(page.workers()).toHaveLength(0);
    await keep("gallery");
    await tiles[0].click();
    await waitForMap();
    expect(faults).toEqual([]);
  });

  it("minimap: the camera moves on the plan, and a click on the plan moves the camera", async () => {
    await open("minimap/");
    await page.waitForSelector("body[data-state=done]");
    await waitForMap();
    const drawn = () => page.$eval("#plan", (plan) => (plan as HTMLCanvasElement).toDataURL());
    const before = await drawn();
    await keep("minimap");
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    const from = await page.evaluate(() => ({
      ...document.querySelector("visleaf-map")!.viewer!.camera,
    }));
    await page.click("#plan", { offset: { x: 100, y: 60 } });
    await page.waitForFunction(
      (x) => document.querySelector("visleaf-map")!.viewer!.camera.x !== x,
      {},
      from.x,
    );
    await page.waitForFunction(
      (old) => (document.querySelector("#plan") as HTMLCanvasElement).toDataURL() !== old,
      {},
      before,
    );
    expect(faults).toEqual([]);
  });

  it("picking: describes the pressed surface", async () => {
    await open("picking/");
    await waitForMap();
    await page.click("visleaf-map", { offset: { x: 180, y: 220 } });
    await page.waitForSelector("#found dd");
    const rows = await page.$$eval("#found dd", (all) => all.map((cell) => cell.textContent));
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatch(/^-?[\d.]+, -?[\d.]+, -?[\d.]+$/);
    expect(rows[2]).toMatch(/^[a-z0-9_/-]+$/);
    expect(faults).toEqual([]);
  });

  it("hud: shows its own figures, without the element's controls", async () => {
    await open("hud/");
    await waitForMap();
    await page.waitForFunction(() =>
      document.querySelector("#hud")!.textContent!.includes("triangles"),
    );
    const text = await page.$eval("#hud", (hud) => hud.textContent);
    expect(text).toMatch(
      /^loaded in [\d.]+ s\nleaf \d+, cluster \d+.*\n\d+ triangles, \d+ of \d+ clusters$/,
    );
    expect(faults).toEqual([]);
  });

  for (const name of ["own-objects/", "three-depth/"]) {
    it(`${name.slice(0, -1)}: its objects are drawn among the map's, and keep frames coming`, async () => {
      await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "no-preference" }]);
      await open(name);
      await waitForMap();
      await expect
        .poll(async () => countTeal(await pictureOf(page, "visleaf-map")), { timeout: 30_000 })
        .toBeGreaterThan(0.003);
      await keep(name.slice(0, -1));
      const state = await page.evaluate(async () => {
        const { viewer } = document.querySelector("visleaf-map")!;
        const { frameCount } = viewer!.timing;
        await new Promise((done) => setTimeout(done, 1500));
        return { drawn: viewer!.timing.frameCount - frameCount, rests: viewer!.timing.isResting };
      });
      expect(state.drawn).toBeGreaterThan(0);
      expect(state.rests).toBe(false);
      expect(faults).toEqual([]);
    });
  }

  it("three: its scene is drawn inside the map", async () => {
    await open("three/");
    await waitForMap();
    await page.waitForFunction(
      () => (document.querySelector("#above") as HTMLCanvasElement).width !== 300,
    );
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    await keep("three");
    // Orange, the knot's colour, near the middle, with the map around it.
    const { data, width, height } = await pictureOf(page, "visleaf-map");
    let orange = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] > 150 && data[i + 1] > 60 && data[i + 2] < data[i] / 2.5) orange++;
    }
    expect(orange).toBeGreaterThan((width * height) / 500);
    expect(countColours(await pictureOf(page, "visleaf-map"))).toBeGreaterThan(200);
    expect(faults).toEqual([]);
  });
});

describe("the example for Node", () => {
  it("lists entities and materials, and ends with one line for a bad file", async () => {
    const built = await buildLibrary(["lib"]);
    try {
      // A package name is resolved from the script's folder.
      const script = join(built.folder, "list-map.js");
      const source = readFileSync(join(examples, "node/list-map.js"), "utf8");
      writeFileSync(script, source.replace("visleaf/formats/bsp", "./lib/formats/bsp.js"));
      writeFileSync(join(built.folder, "package.json"), '{ "type": "module" }');
      symlinkSync(join(root, "node_modules"), join(built.folder, "node_modules"));
      const run = (path: string) =>
        execFileSync(process.execPath, [script, path], { encoding: "utf8", stdio: "pipe" });
      const text = run(join(root, "assets/visleaf_demo.bsp"));
      expect(text).toMatch(/BSP 20, \d+ faces/);
      expect(text).toMatch(/\d+ {2}info_player_start|\d+ {2}prop_static|\d+ {2}light/);
      expect(text).toMatch(/Materials\n +\S+/);
      expect(() => run(join(root, "package.json"))).toThrow(/BSP header at byte 0: expected/);
    } finally {
      rmSync(built.folder, { recursive: true });
    }
  });
});
