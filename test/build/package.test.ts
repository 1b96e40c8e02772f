/** The package as a user gets it: packed, installed into a fresh project, bundled, opened. */

import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { build, createServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listNotices } from "../../release/notices-plugin.ts";
import { GIVEN, listSamples } from "../docs/list-samples.ts";
import { hasBrowser, launchBrowser, present } from "../support/browser.ts";
import { FEW_PIXELS } from "../support/few-pixels.ts";
import { type PackedPackage, packPackage } from "../support/pack-package.ts";
import { plainDemo } from "../support/page-server.ts";
import { countColours, pictureOf } from "../support/picture.ts";
import { serveStatic } from "../support/static-server.ts";

const root = resolve(import.meta.dirname, "../..");
const demo = join(root, "assets/visleaf_demo.bsp");

const MAIN = `
import { createViewer, type Viewer, VisleafMap, describeSupport } from "visleaf";
import type { Bsp } from "visleaf/formats";
import { parseVtf } from "visleaf/formats/vtf";
import type { VisleafModel } from "visleaf/model";

const map: VisleafMap = document.createElement("visleaf-map");
map.setAttribute("present", "${present}");
map.src = new URL("/maps/visleaf_demo.bsp", location.href).href;
map.autoplay = true;
map.addEventListener("error", ({ detail }) => console.error(detail.title, detail.advice[0], detail.error.message));
map.addEventListener("load", ({ detail }) => {
  const milliseconds: number = detail.totalMs;
  document.title = milliseconds > 0 ? "loaded" : "odd";
});
map.addEventListener("click", (event) => event.clientX);
const model: VisleafModel = document.createElement("visleaf-model");
model.addEventListener("model", ({ detail }) => detail.sequences);
document.body.append(map);

export async function own(canvas: HTMLCanvasElement): Promise<Viewer> {
  const viewer = await createViewer(canvas, { controls: "orbit", quality: "low" });
  viewer.on("leafchange", ({ cluster }) => cluster.toFixed());
  const hit = viewer.raycast([0, 0, 0], [1, 0, 0]);
  const support = await describeSupport();
  if (support.problem) throw new Error(support.problem.title);
  return hit?.kind === "brush" ? viewer : viewer;
}
export const faces = (bsp: Bsp): number => bsp.faces.count;
export const width = (bytes: Uint8Array): number => parseVtf(bytes).width;
`;

const NODE = `
import { readFileSync } from "node:fs";
import { parseBsp } from "visleaf/formats/bsp";
import { openMap } from "visleaf/scene";
// Importing the package where pages are written on a server must not need the DOM.
import { VisleafMap, createViewer } from "visleaf";

const bytes = new Uint8Array(readFileSync(process.argv[2]));
const bsp = parseBsp(bytes);
let triangles = 0;
const session = openMap(bytes, [], {
  name: "demo", side: "hdr", textureCompressionBc: true, maxTextureDimension: 8192,
});
for await (const event of session.load()) {
  if (event.type === "scene") triangles = event.scene.world.indices.length / 3;
}
console.log(JSON.stringify({
  faces: bsp.faces.count, entities: bsp.entities.length, triangles, door: typeof createViewer, element: typeof VisleafMap,
}));
`;

const COMPILER_OPTIONS = {
  target: "ES2022",
  lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  types: [],
  jsx: "react-jsx",
  allowJs: true,
  checkJs: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  // The package's declarations are checked too.
  skipLibCheck: false,
  noEmit: true,
};

/** Resolution of imports by bundlers, and by Node and `tsc` alone. */
const RESOLUTIONS = {
  bundler: { module: "ESNext", moduleResolution: "bundler" },
  node16: { module: "Node16", moduleResolution: "Node16" },
};

const PAGE_PACKAGES = ["fflate", "gl-matrix", "idb-keyval", "mediabunny", "visleaf"];

/** Maximum bytes of the tarball. */
const MAX_TARBALL = 5_450_000;

/** Maximum gzipped bytes of the load worker that Vite makes for the documented configuration. */
const MAX_WORKER = 75_000;

/** Entry points of each shape for `@arethetypeswrong`; all of them would take ten seconds. */
const TYPED_DOORS = [".", "./model", "./formats/bsp", "./scene"];

/** Returns the sample of `vite.config.js` in the documentation. */
function findViteConfig(): string {
  const config = listSamples().find(({ code }) => code.includes('worker: { format: "es" }'));
  if (config === undefined) throw new Error("no document shows how to configure Vite");
  return config.code;
}

describe("the package", () => {
  let packed: PackedPackage;
  let project: string;
  const run = (command: string, args: string[], cwd: string) =>
    execFileSync(command, args, { cwd, encoding: "utf8", stdio: "pipe" });

  beforeAll(async () => {
    packed = await packPackage();
    project = join(packed.folder, "project");
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
    const quietly = ["--no-audit", "--no-fund", "--prefer-offline", "--ignore-scripts"];
    run("npm", ["install", packed.tarball, ...quietly], project);
    writeFileSync(join(project, "main.ts"), MAIN);
    writeFileSync(join(project, "read.js"), NODE);
    writeFileSync(join(project, "vite.config.js"), findViteConfig());
    writeFileSync(
      join(project, "index.html"),
      '<!doctype html><html lang="en"><title>Fresh</title><link rel="icon" href="data:,"><script type="module" src="/main.ts"></script><body></body></html>',
    );
  });
  afterAll(() => rmSync(packed.folder, { recursive: true, force: true }));

  it("is packed below the size limit, with all builds and without tests, sources or the demo", () => {
    const { size, paths } = packed;
    console.log(`tarball: ${size} bytes, ${paths.length} files`);
    expect(size).toBeLessThan(MAX_TARBALL);
    const unwanted =
      /^(src|shaders|test|assets|examples|release|dist\/docs)\/|\.map$|\.bsp$|decisions\.md$/;
    expect(paths.filter((path) => unwanted.test(path))).toEqual([]);
    expect(paths).toEqual(
      expect.arrayContaining([
        ...["README.md", "LICENSE", "CHANGELOG.md", "docs/embedding.md", "docs/commands.md"],
        ...[
          "dist/cli/visleaf.js",
          "dist/page/index.html",
          "dist/page/src/bench/page/index.html",
          "dist/page/src/video/page/index.html",
        ],
        ...["dist/cdn/visleaf-model-viewer.js", "dist/examples/embed/index.html"],
      ]),
    );
  });

  it("contains each file that package.json refers to", () => {
    const manifest = JSON.parse(readFileSync(join(packed.staged, "package.json"), "utf8"));
    const doors = Object.values<string | Record<string, string>>(manifest.exports);
    const named = [
      ...[manifest.bin.visleaf, manifest.unpkg, manifest.jsdelivr],
      ...doors.flatMap((door) => (typeof door === "string" ? door : Object.values(door))),
    ];
    const paths = new Set(packed.paths.map((path) => `./${path}`));
    const missing = named.filter(
      (name) => !name.includes("*") && !paths.has(`./${name.replace(/^\.\//, "")}`),
    );
    expect(named.length).toBeGreaterThan(40);
    expect(missing).toEqual([]);
  });

  it("names the licence of each package that its folders contain", () => {
    const notices = (folder: string) =>
      readFileSync(join(packed.staged, "dist", folder, "licenses.md"), "utf8");
    expect(listNotices(notices("lib"))).toEqual(["visleaf"]);
    expect(listNotices(notices("cdn"))).toEqual(["fflate", "gl-matrix", "visleaf"]);
    expect(listNotices(notices("page"))).toEqual(expect.arrayContaining(PAGE_PACKAGES));
    expect(notices("page")).toContain("Mozilla Public License");
    expect(notices("page")).toContain("Apache License");
    expect(listNotices(notices("cli"))).toEqual(expect.arrayContaining(["lzma1", "pngjs"]));
  });

  it("shows its README on npm: links and pictures are absolute", () => {
    const text = readFileSync(join(packed.staged, "README.md"), "utf8");
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(8);
    expect(links.filter((link) => !/^(https:\/\/|#)/.test(link))).toEqual([]);
    expect(text).toMatch(/!\[[^\]]+\]\(https:\/\/raw\.githubusercontent\.com\/[^)]+\.(webp|png)\)/);
    // The checkout's own stays.
    expect(readFileSync(join(root, "README.md"), "utf8")).toContain("](docs/embedding.md)");
  });

  it("passes publint and @arethetypeswrong for packages of modules", async () => {
    const bytes = readFileSync(packed.tarball);
    const { messages } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer } });
    expect(messages).toEqual([]);
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(bytes)), {
      entrypoints: TYPED_DOORS,
    });
    const problems = analysis.types === false ? [analysis] : analysis.problems;
    // `require` of a module and Node 10 are not supported.
    const kept = problems.filter(
      (problem) => !/"(node10|node16-cjs)"/.test(JSON.stringify(problem)),
    );
    expect(kept).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });

  it("installs two dependencies and no more", () => {
    const installed = readdirSync(join(project, "node_modules")).filter(
      (name) => !name.startsWith("."),
    );
    expect(installed).toEqual(["fflate", "gl-matrix", "visleaf"]);
  });

  it.each(Object.entries(RESOLUTIONS))(
    "compiles strictly with its declarations and all samples of the docs: %s",
    (name, resolution) => {
      const folder = join(project, `types-${name}`);
      mkdirSync(folder);
      writeFileSync(join(folder, "main.ts"), MAIN);
      writeFileSync(join(folder, "given.d.ts"), GIVEN);
      for (const { name, code } of listSamples()) writeFileSync(join(folder, name), code);
      const wrong = 'import { createModelViewer } from "visleaf/model"; createModelViewer("none");';
      writeFileSync(join(folder, "wrong.ts"), wrong);
      for (const types of ["@types/react", "csstype"]) {
        // Beside the package, whose React components need them.
        const to = join(project, "node_modules", types);
        mkdirSync(dirname(to), { recursive: true });
        if (!existsSync(to)) symlinkSync(join(root, "node_modules", types), to);
      }
      const compilerOptions = { ...COMPILER_OPTIONS, ...resolution };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
      const tsc = join(root, "node_modules/typescript/bin/tsc");
      const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
      const faults = stdout.split("\n").filter((line) => /^\S/.test(line));
      expect(faults.filter((line) => !line.includes("wrong.ts"))).toEqual([]);
      expect(faults).toHaveLength(1);
    },
  );

  it("reads a map in plain Node, through formats and through scene", () => {
    const said = JSON.parse(run(process.execPath, ["read.js", demo], project));
    expect(said).toMatchObject({ door: "function", element: "function" });
    expect(said.faces).toBeGreaterThan(1000);
    expect(said.entities).toBeGreaterThan(10);
    expect(said.triangles).toBeGreaterThan(said.faces);
  });

  it.skipIf(!hasBrowser)("shows the demo in a browser, bundled by Vite", async () => {
    await build({ root: project, logLevel: "error" });
    const server = await serveStatic({
      folders: { "/maps/visleaf_demo.bsp": plainDemo(), "/": join(project, "dist") },
    });
    try {
      await expectPicture(server.origin);
    } finally {
      await server.close();
    }
  });

  it.skipIf(!hasBrowser)(
    "shows the demo from Vite's development server, which prebundles it, without configuration",
    async () => {
      mkdirSync(join(project, "public"));
      symlinkSync(dirname(plainDemo()), join(project, "public/maps"));
      const server = await createServer({
        root: project,
        configFile: false,
        logLevel: "error",
        server: { host: "127.0.0.1", port: 0, hmr: false, fs: { strict: false } },
      });
      await server.listen();
      try {
        await expectPicture(server.resolvedUrls!.local[0]);
      } finally {
        await server.close();
      }
    },
  );

  const expectPicture = async (url: string): Promise<void> => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
      });
      await page.setViewport({ width: 480, height: 300, deviceScaleFactor: FEW_PIXELS });
      await page.goto(url);
      await page.waitForFunction(() => document.title === "loaded");
      await page.waitForFunction(
        () => document.querySelector("visleaf-map")!.viewer!.timing.frameCount > 3,
      );
      expect(countColours(await pictureOf(page, "visleaf-map"))).toBeGreaterThan(200);
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  };

  it.runIf(hasBrowser)("has examples that run where the package is served", async () => {
    const { homepage } = JSON.parse(readFileSync(join(packed.staged, "package.json"), "utf8"));
    const server = await serveStatic({
      folders: {
        "/": join(packed.staged, "dist"),
        "/demo/": join(root, "assets"),
        "/demo/visleaf_demo.bsp": plainDemo(),
      },
      transform: (text) => {
        const local = text.replaceAll(`${homepage}demo/`, "/demo/");
        return present === "readback"
          ? local.replaceAll("<visleaf-map", '<visleaf-map present="readback"')
          : local;
      },
    });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.setViewport({ width: 480, height: 300, deviceScaleFactor: FEW_PIXELS });
      await page.goto(`${server.origin}/examples/embed/`);
      await page.waitForFunction(() => document.querySelector("visleaf-map")?.viewer?.summary);
      expect(server.requests).toContain("/demo/visleaf_demo.bsp");
    } finally {
      await browser.close();
      await server.close();
    }
    const script = join(project, "node_modules/visleaf/dist/examples/node/list-map.js");
    expect(run(process.execPath, [script, demo], project)).toMatch(/BSP 20, \d+ faces/);
  });

  it("lets Vite split the load worker, so that a first picture waits for a small one", async () => {
    const workerOf = async (outDir: string, configFile: string | false) => {
      await build({
        ...{ root: project, configFile, logLevel: "error" },
        build: { outDir, rolldownOptions: { input: join(project, "index.html") } },
      });
      const assets = join(project, outDir, "assets");
      const entry = readdirSync(assets).find((name) => /^load-worker-.*\.js$/.test(name))!;
      const needed = new Set([entry]);
      for (const name of needed) {
        const code = readFileSync(join(assets, name), "utf8");
        for (const [, next] of code.matchAll(/\bfrom\s*["'`]\.\/([^"'`]+)["'`]/g)) needed.add(next);
      }
      const sizes = [...needed].map((name) => gzipSync(readFileSync(join(assets, name))).length);
      return sizes.reduce((all, size) => all + size, 0);
    };
    const split = await workerOf("split", join(project, "vite.config.js"));
    const whole = await workerOf("whole", false);
    console.log(`load worker by Vite, gzipped: ${split} bytes split, ${whole} whole`);
    expect(split).toBeLessThan(MAX_WORKER);
    expect(whole).toBeGreaterThan(2 * split);
  });

  it("leaves out the element if only the viewer is imported", async () => {
    const outDir = join(project, "viewer-only");
    writeFileSync(join(project, "viewer.js"), 'export { createViewer } from "visleaf/viewer";');
    await build({
      root: project,
      configFile: false,
      logLevel: "error",
      build: { outDir, lib: { formats: ["es"], entry: "viewer.js", fileName: "viewer" } },
    });
    const code = readdirSync(outDir).filter((name) => name.endsWith(".js"));
    const texts = code.map((name) => readFileSync(join(outDir, name), "utf8"));
    expect(texts.filter((text) => text.includes("visleaf-map"))).toEqual([]);
    expect(texts.some((text) => text.includes("load-worker"))).toBe(true);
  });
});
