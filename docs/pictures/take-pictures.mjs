/**
 * `npm run pictures`: takes the pictures of the page that README.md shows, of the demo map, in a
 * headless Chromium; `film` is the moving one. A name or two after `--` take only these.
 */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createServer } from "vite";
import { showElement } from "./element-parts.mjs";
import { checkFilmTool, takeFilm } from "./film.mjs";

const root = resolve(import.meta.dirname, "../..");
const TIMEOUT_MS = 120_000;
const DESKTOP = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };
/** In the hall, towards the windows. */
const VIEW = "#camera=250,-900,120,-6,128,90";

/** Two games that exist nowhere, with maps that all are the demo: in the browser's own file system. */
async function makeGames() {
  const names = {
    harbour: [
      "bay",
      "breakwater",
      "cannery",
      "dry_dock",
      "ferry",
      "lighthouse",
      "marina",
      "pier_7",
    ],
    uplands: ["abbey", "aqueduct", "chapel", "granary", "hillfort", "mill", "quarry", "viaduct"],
  };
  const demo = await (await fetch("/assets/visleaf_demo.bsp")).arrayBuffer();
  const top = await navigator.storage.getDirectory();
  const games = await top.getDirectoryHandle("games", { create: true });
  const write = async (folder, name, content) => {
    const handle = await folder.getFileHandle(name, { create: true });
    const stream = await handle.createWritable();
    await stream.write(content);
    await stream.close();
  };
  for (const [name, maps] of Object.entries(names)) {
    const game = await games.getDirectoryHandle(name, { create: true });
    const title = name[0].toUpperCase() + name.slice(1);
    const paths = "SearchPaths { game |gameinfo_path|. }";
    await write(game, "gameinfo.txt", `GameInfo { game "${title}" FileSystem { ${paths} } }`);
    const folder = await game.getDirectoryHandle("maps", { create: true });
    for (const [i, map] of maps.entries()) {
      const kept = name === "harbour" ? 1 - i / 16 : 0.6 + i / 24;
      await write(folder, `${name.slice(0, 2)}_${map}.bsp`, demo.slice(0, demo.byteLength * kept));
    }
  }
  window.showDirectoryPicker = async () => games;
}

const waitForMap = (page) =>
  page.waitForFunction(() => window.visleaf?.summary && window.visleaf.stats.countedFrame > 3);

/** The demo's content as a file of its own, whose models are listed. Returns its path. */
async function packDemoContent(folder) {
  const formats = await server.ssrLoadModule("/src/formats/index.ts");
  const { pakfile } = formats.parseBsp(await readFile(DEMO.map));
  const path = join(folder, "demo-content.zip");
  await writeFile(path, pakfile);
  return path;
}

const PICTURES = {
  /** The bar, the map, the panel. */
  async page(page) {
    await page.setViewport(DESKTOP);
    await page.open("&flight=off", VIEW);
    await waitForMap(page);
    await page.click("#toggle-panel");
    await page.settle();
  },
  async phone(page) {
    await page.setViewport(PHONE);
    await page.open("&flight=off", VIEW);
    await waitForMap(page);
    await page.settle();
  },
  /** The maps of two games, one of them searched for. */
  async maps(page) {
    await page.setViewport(DESKTOP);
    await page.open("&flight=off", VIEW);
    await waitForMap(page);
    await page.evaluate(makeGames);
    await page.click("#open-library");
    await page.click('#library [data-action="add-folder"]');
    await page.waitForSelector(".map-row");
    await page.type("#map-search", "r");
    await page.settle();
  },
  async video(page) {
    await page.setViewport(DESKTOP);
    await page.open("&flight=off", VIEW);
    await waitForMap(page);
    await page.keyboard.press("v");
    await page.select("#video-size", "640x360");
    await page.waitForSelector("#video-start:not(:disabled)");
    await page.settle();
  },
  /** A crane that turns, and its bones. */
  async model(page) {
    await page.setViewport(DESKTOP);
    await page.open("&start=empty", "");
    await page.waitForFunction("window.visleaf !== undefined");
    const folder = await mkdtemp(join(tmpdir(), "visleaf-pictures-"));
    const input = await page.$("#map-file");
    await input.uploadFile(await packDemoContent(folder));
    const row = await page.waitForSelector("xpath/.//*[normalize-space(text())='crane']");
    await row.click();
    await page.waitForFunction("window.visleafModel?.info != null");
    await page.click(".model-play");
    const bones = await page.$("xpath/.//aside//label[contains(., 'Bones')]");
    await bones.click();
    await page.settle();
    await rm(folder, { recursive: true });
  },
  /** What `visleaf inspect --report` says of the demo. */
  async report(page) {
    await page.setViewport({ width: 1120, height: 920 });
    const folder = await mkdtemp(join(tmpdir(), "visleaf-pictures-"));
    const path = join(folder, "report.html");
    const command = [join(root, "src/cli/from-source.mjs"), "inspect", DEMO.map, "--report", path];
    await promisify(execFile)(process.execPath, command);
    await page.goto(pathToFileURL(path).href);
    await rm(folder, { recursive: true });
  },
  async parts(page) {
    await showElement(page, { ...elementOf(), withParts: true });
  },
  async properties(page) {
    await showElement(page, { ...elementOf(), withParts: false });
  },
  async support(page) {
    await page.setViewport({ width: 1280, height: 960 });
    await page.open("&support", "");
    await page.waitForSelector("#support:not([hidden])");
  },
};

/** What the film is of. */
const DEMO = {
  map: join(root, "assets/visleaf_demo.bsp"),
  flight: join(root, "assets/visleaf_demo.flight.json"),
};

/** Pictures of all of a page. */
const FULL = ["parts", "properties"];

const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
// Before minutes of other pictures.
if (isWanted("film")) await checkFilmTool();
const server = await createServer({
  root,
  logLevel: "error",
  server: { port: 0, open: false, hmr: false, watch: null },
});
await server.listen();
const { launchBrowser } = await server.ssrLoadModule("/test/support/browser.ts");
const { findPresent } = await server.ssrLoadModule("/test/support/find-present.ts");
const { present, message } = await findPresent();
console.log(message);
const url = `http://127.0.0.1:${server.httpServer.address().port}/`;
const browser = await launchBrowser([], { present });

const elementOf = () => ({ map: DEMO.map, url, camera: "250 -900 120 -6 128", present });

async function openPage(name) {
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  page.open = (query, hash) => page.goto(`${url}?present=${present}${query}${hash}`);
  // Figures and frames come some times a second.
  page.settle = async () => {
    await page.mouse.move(2, 2);
    await new Promise((done) => setTimeout(done, 2500));
  };
  page.on("pageerror", (error) => console.error(`${name}: ${error}`));
  return page;
}

try {
  for (const [name, take] of Object.entries(PICTURES)) {
    if (!isWanted(name)) continue;
    const page = await openPage(name);
    await take(page);
    const path = join(import.meta.dirname, `${name}.png`);
    await writeFile(path, await page.screenshot({ fullPage: FULL.includes(name) }));
    console.log(path);
    await page.close();
  }
  if (isWanted("film")) {
    const path = join(import.meta.dirname, "film.webp");
    await takeFilm(await openPage("film"), DEMO, path);
    console.log(path);
  }
} finally {
  await browser.close();
  await server.close();
}
