/** Measures how a map comes to a visitor: the built page over a slow line, with nothing cached. */

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { Browser } from "puppeteer";
import { build } from "vite";
import { formatTable } from "../../../src/cli/format-summary.ts";
import { launchBrowser } from "../browser.ts";
import { type Line, serveThrottled, type ThrottledServer } from "./throttled-server.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

const USAGE = `npm run bench:line -- [MAP[=CONTENT_DIR]...] [OPTIONS]

  MAP                a .bsp; the demo if none is given
  CONTENT_DIR        folder with its loose materials and models
  --compare DIR      another checkout, or a built page, in turns with this one
  --rounds N         loads of each map; medians are printed (3)
  --mbit N           bandwidth in Mbit/s; 0 for no limit (20)
  --latency MS       delay of each answer (40)
  --no-ranges        the server answers every request with the whole file
  --size WxH         size of the page (640x360)
  --filmstrip DIR    also writes a PNG each 250 ms of one more load of each
  --json FILE        also writes every load
  --trace            also prints the answers of each load up to its complete picture`;

const LEGEND = `Seconds from the navigation, medians. scene: the event. lit: end of its first frame. materials: they are on the GPU.
uploaded: all world textures have texels of any size. textured: end of the first frame with them; sharp: with all mips.
props: they are on the GPU.
On a software adapter ends of frames wait for shaders that are compiled at the same time.`;

interface Options {
  maps: { name: string; file: string; content: string | null }[];
  compare: string | null;
  rounds: number;
  line: Line;
  hasRanges: boolean;
  width: number;
  height: number;
  filmstrip: string | null;
  json: string | null;
  isTraced: boolean;
}

function parseOptions(args: readonly string[]): Options | null {
  const options: Options = {
    maps: [],
    compare: null,
    rounds: 3,
    line: { bytesPerSecond: 20e6 / 8, latencyMs: 40 },
    hasRanges: true,
    width: 640,
    height: 360,
    filmstrip: null,
    json: null,
    isTraced: false,
  };
  for (let i = 0; i < args.length; i++) {
    const value = () => {
      if (args[i + 1] === undefined) throw new Error(`${args[i]} needs a value`);
      return args[++i];
    };
    const { line } = options;
    if (args[i] === "--help") return null;
    if (args[i] === "--compare") options.compare = resolve(value());
    else if (args[i] === "--rounds") options.rounds = Number(value());
    else if (args[i] === "--mbit") {
      const mbit = Number(value());
      options.line = { ...line, bytesPerSecond: mbit === 0 ? Infinity : (mbit * 1e6) / 8 };
    } else if (args[i] === "--latency") options.line = { ...line, latencyMs: Number(value()) };
    else if (args[i] === "--no-ranges") options.hasRanges = false;
    else if (args[i] === "--trace") options.isTraced = true;
    else if (args[i] === "--size") {
      [options.width, options.height] = value().split("x").map(Number);
    } else if (args[i] === "--filmstrip") options.filmstrip = resolve(value());
    else if (args[i] === "--json") options.json = resolve(value());
    else if (args[i].startsWith("--")) throw new Error(`unknown option ${args[i]}\n\n${USAGE}`);
    else {
      const [file, content] = args[i].split("=");
      if (!existsSync(file)) throw new Error(`no map ${file}`);
      const name = basename(file).replace(/\.bsp$/i, "");
      options.maps.push({ name, file: resolve(file), content: content ? resolve(content) : null });
    }
  }
  if (options.maps.length === 0) {
    const file = join(ROOT, "assets/visleaf_demo.bsp");
    options.maps.push({ name: "visleaf_demo", file, content: null });
  }
  return options;
}

interface Built {
  readonly label: string;
  readonly folder: string;
  readonly isTemporary: boolean;
}

/** Builds the page of a checkout; a folder without sources is a built page. */
async function buildPage(label: string, folder: string): Promise<Built> {
  if (!existsSync(join(folder, "vite.config.ts"))) return { label, folder, isTemporary: false };
  const outDir = mkdtempSync(join(tmpdir(), "visleaf-line-"));
  await build({
    root: folder,
    configFile: join(folder, "vite.config.ts"),
    logLevel: "error",
    build: { outDir, emptyOutDir: true, sourcemap: false },
  });
  return { label, folder: outDir, isTemporary: true };
}

/** Times of one load, in milliseconds from the navigation; null if it did not happen. */
interface Times {
  /** The event "scene", and the end of the first frame after it on the GPU. */
  scene: number | null;
  lit: number | null;
  /** World materials are on the GPU. */
  materials: number | null;
  /** All world textures have texels, of any size; the end of the first frame that shows them. */
  uploaded: number | null;
  textured: number | null;
  /** End of the first frame in which they have all their mips. */
  sharp: number | null;
  /** Props are on the GPU. */
  props: number | null;
  /** The event "load". */
  complete: number | null;
  error: string | null;
}

interface Load extends Times {
  readonly build: string;
  readonly map: string;
  readonly bytes: number;
  readonly answers: number;
}

declare global {
  interface Window {
    lineTimes: Times;
  }
}

/** Runs in the page before its scripts. Watches uploads by the labels of the world's textures. */
function watchLoad(): void {
  const times: Times = {
    ...{ scene: null, lit: null, materials: null, uploaded: null },
    ...{ textured: null, sharp: null, props: null, complete: null, error: null },
  };
  window.lineTimes = times;
  interface Seen {
    readonly layers: number;
    readonly mips: number;
    /** Mips written, by layer. */
    readonly written: Map<number, Set<number>>;
  }
  const seen = new Map<string, Seen>();
  const labelOf = new WeakMap<GPUTexture, string>();
  let isChanged = false;

  const { createTexture } = GPUDevice.prototype;
  GPUDevice.prototype.createTexture = function (descriptor) {
    const texture = createTexture.call(this, descriptor);
    const { label = "", size, mipLevelCount = 1 } = descriptor;
    if (/^render\/props-(bc|rgba|rgb9)/.test(label)) times.props ??= performance.now();
    if (/^render\/world-(bc|rgba|rgb9)/.test(label)) {
      const { depthOrArrayLayers = 1 } = size as GPUExtent3DDict;
      labelOf.set(texture, label);
      seen.set(label, { layers: depthOrArrayLayers, mips: mipLevelCount, written: new Map() });
      times.materials ??= performance.now();
    }
    return texture;
  };
  const { writeTexture, submit } = GPUQueue.prototype;
  GPUQueue.prototype.writeTexture = function (destination, data, layout, size) {
    const array = seen.get(labelOf.get(destination.texture) ?? "");
    if (array !== undefined) {
      const first = (destination.origin as GPUOrigin3DDict | undefined)?.z ?? 0;
      const { depthOrArrayLayers = 1 } = size as GPUExtent3DDict;
      for (let layer = first; layer < first + depthOrArrayLayers; layer++) {
        const mips = array.written.get(layer) ?? new Set();
        array.written.set(layer, mips.add(destination.mipLevel ?? 0));
      }
      isChanged = true;
    }
    writeTexture.call(this, destination, data as BufferSource, layout, size);
  };
  /** Notes the end of the submitted work. */
  const whenDone = (queue: GPUQueue, name: "lit" | "textured" | "sharp") => {
    times[name] = Number.POSITIVE_INFINITY;
    void queue.onSubmittedWorkDone().then(() => {
      times[name] = performance.now();
    });
  };
  GPUQueue.prototype.submit = function (buffers) {
    submit.call(this, buffers);
    if (times.scene !== null && times.lit === null) whenDone(this, "lit");
    if (!isChanged || seen.size === 0) return;
    isChanged = false;
    let [all, textured, sharp] = [0, 0, 0];
    for (const { layers, mips, written } of seen.values()) {
      all += layers;
      textured += written.size;
      for (const each of written.values()) if (each.size === mips) sharp++;
    }
    if (times.textured === null && textured === all) {
      times.uploaded = performance.now();
      whenDone(this, "textured");
    }
    if (times.sharp === null && sharp === all) whenDone(this, "sharp");
  };

  let viewer: typeof window.visleaf;
  Object.defineProperty(window, "visleaf", {
    get: () => viewer,
    set(value: NonNullable<typeof viewer>) {
      viewer = value;
      viewer.on("scene", () => {
        times.scene ??= performance.now();
      });
      viewer.on("load", () => {
        times.complete ??= performance.now();
      });
      viewer.on("error", (error) => {
        times.error = error.message;
      });
    },
  });
}

const FILM_MS = 250;
/** Longest load that is waited for. */
const MOST_MS = 180_000;
/** Longest wait for the last frame after a load; textures that cannot be read never come. */
const SETTLE_MS = 5000;

async function measureLoad(
  server: ThrottledServer,
  built: Built,
  map: Options["maps"][number],
  { width, height, isTraced }: Options,
  film: string | null,
): Promise<Load> {
  server.folders.clear();
  server.folders.set("/", built.folder);
  server.folders.set("/maps/", dirname(map.file));
  if (map.content !== null) server.folders.set("/content/", map.content);
  const query = new URLSearchParams({ map: `/maps/${basename(map.file)}`, present: "readback" });
  if (map.content !== null) query.set("content", "/content/");
  // A browser for each load: nothing is cached, no shader is compiled.
  const browser: Browser = await launchBrowser([`--window-size=${width},${height}`], {
    callTimeout: MOST_MS,
    present: "readback",
  });
  const before = { ...server.sent };
  server.answers.length = 0;
  try {
    const page = await browser.newPage();
    await page.setViewport({ width, height });
    await page.evaluateOnNewDocument(watchLoad);
    const stop = film === null ? null : await shootFilm(page, film);
    await page.goto(`${server.origin}/?${query}`, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(
      () => window.lineTimes.complete !== null || window.lineTimes.error !== null,
      { polling: 100, timeout: MOST_MS },
    );
    // The last frames may still be drawn.
    await page
      .waitForFunction(() => Number.isFinite(window.lineTimes.sharp), { timeout: SETTLE_MS })
      .catch(() => undefined);
    await stop?.();
    const times = await page.evaluate(() => window.lineTimes);
    if (isTraced) {
      const start = await page.evaluate(() => performance.timeOrigin);
      printTrace(server.answers, start, times);
    }
    return {
      build: built.label,
      map: map.name,
      ...times,
      bytes: server.sent.bytes - before.bytes,
      answers: server.sent.answers - before.answers,
    };
  } finally {
    await browser.close();
  }
}

/** Prints when each answer was requested, began and ended, and the times of a load between them. */
function printTrace(answers: ThrottledServer["answers"], originMs: number, times: Times): void {
  const of = (ms: number) => ((ms - originMs) / 1000).toFixed(3);
  const lines: [number, string][] = answers.map((answer) => {
    const { askedMs, answeredMs, endMs, byteLength, url, range } = answer;
    return [
      askedMs - originMs,
      `${of(askedMs)} ${of(answeredMs)} ${of(endMs)} ${String(byteLength).padStart(8)} ${url} ${range}`,
    ];
  });
  for (const [name, ms] of Object.entries(times)) {
    if (typeof ms === "number") lines.push([ms, `${(ms / 1000).toFixed(3)} == ${name}`]);
  }
  lines.sort(([a], [b]) => a - b);
  console.log(lines.map(([, line]) => line).join("\n"));
}

/** Writes what the page shows, as it changes, at most once every `FILM_MS`. */
async function shootFilm(
  page: Awaited<ReturnType<Browser["newPage"]>>,
  folder: string,
): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true });
  const session = await page.createCDPSession();
  const startMs = performance.now();
  let nextMs = 0;
  session.on("Page.screencastFrame", ({ data, sessionId }) => {
    const ms = performance.now() - startMs;
    if (ms >= nextMs) {
      nextMs = (Math.floor(ms / FILM_MS) + 1) * FILM_MS;
      const name = `${(ms / 1000).toFixed(2).padStart(6, "0")}s.png`;
      writeFileSync(join(folder, name), Buffer.from(data, "base64"));
    }
    session.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  });
  await session.send("Page.startScreencast", { format: "png", everyNthFrame: 1 });
  return async () => {
    await session.send("Page.stopScreencast");
  };
}

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null && Number.isFinite(value)) as number[];
  return known.length === 0 ? null : known.sort((a, b) => a - b)[known.length >> 1];
}

function toRow(map: string, build: string, loads: readonly Load[]): Record<string, string> {
  const of = (name: keyof Load) => {
    const ms = median(loads.map((load) => load[name] as number | null));
    return ms === null ? "-" : (ms / 1000).toFixed(2);
  };
  return {
    map,
    build,
    "first lit": of("lit"),
    scene: of("scene"),
    materials: of("materials"),
    uploaded: of("uploaded"),
    textured: of("textured"),
    sharp: of("sharp"),
    props: of("props"),
    complete: of("complete"),
    MB: ((median(loads.map(({ bytes }) => bytes)) ?? 0) / 1e6).toFixed(2),
    answers: String(median(loads.map(({ answers }) => answers))),
  };
}

/** Returns the exit code. */
export async function measureThrottled(args: readonly string[]): Promise<number> {
  const options = parseOptions(args);
  if (options === null) {
    console.log(USAGE);
    return 0;
  }
  const builds = [await buildPage("this", ROOT)];
  if (options.compare !== null) builds.unshift(await buildPage("other", options.compare));
  const server = await serveThrottled(options.line, options.hasRanges);
  const all: Load[] = [];
  const rows: Record<string, string>[] = [];
  let hasFailed = false;
  try {
    for (const map of options.maps) {
      const loads: Load[] = [];
      for (let round = 0; round < options.rounds; round++) {
        for (const built of builds) {
          const load = await measureLoad(server, built, map, options, null);
          if (load.error !== null) console.error(`${map.name}, ${built.label}: ${load.error}`);
          hasFailed ||= load.error !== null;
          loads.push(load);
        }
      }
      for (const built of builds) {
        if (options.filmstrip !== null) {
          const folder = join(options.filmstrip, `${map.name}-${built.label}`);
          await measureLoad(server, built, map, options, folder);
        }
        const own = loads.filter(({ build }) => build === built.label);
        rows.push(toRow(map.name, built.label, own));
      }
      all.push(...loads);
      if (options.json !== null) writeFileSync(options.json, JSON.stringify(all, null, 1));
      console.log(`\n${formatTable(rows.slice(-builds.length)).join("\n")}`);
    }
    if (options.maps.length > 1) console.log(`\n${formatTable(rows).join("\n")}`);
    console.log(`\n${LEGEND}`);
    return hasFailed ? 1 : 0;
  } finally {
    await server.close();
    for (const { folder, isTemporary } of builds) {
      if (isTemporary) rmSync(folder, { recursive: true, force: true });
    }
  }
}
