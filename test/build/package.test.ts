/** The package as a user gets it: packed, installed into a fresh project, bundled, opened. */

import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build, createServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser, present } from "../support/browser.ts";
import { type BuiltLibrary, buildLibrary } from "../support/build-library.ts";
import { FEW_PIXELS } from "../support/few-pixels.ts";
import { plainDemo } from "../support/page-server.ts";
import { countColours, pictureOf } from "../support/picture.ts";
import { serveStatic } from "../support/static-server.ts";

const root = resolve(import.meta.dirname, "../..");
const demo = join(root, "assets/visleaf_demo.bsp");

const MAIN = `
import { createViewer, type Viewer, VisleafMap, describeSupport } from "visleaf";
import type { Bsp } from "visleaf/formats";
import { parseVtf } from "visleaf/formats/vtf";

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

const TSCONFIG = {
  compilerOptions: {
    target: "ES2022",
    module: "ESNext",
    moduleResolution: "bundler",
    lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    // The package's declarations are checked too.
    skipLibCheck: false,
    noEmit: true,
  },
  include: ["main.ts"],
};

describe("the package", () => {
  let built: BuiltLibrary;
  let project: string;
  const run = (command: string, args: string[], cwd: string) =>
    execFileSync(command, args, { cwd, encoding: "utf8", stdio: "pipe" });

  beforeAll(async () => {
    built = await buildLibrary();
    const staged = join(built.folder, "staged");
    project = join(built.folder, "project");
    mkdirSync(join(staged, "dist"), { recursive: true });
    mkdirSync(project);
    for (const file of ["package.json", "README.md", "LICENSE", "CHANGELOG.md"]) {
      cpSync(join(root, file), join(staged, file));
    }
    renameSync(built.lib, join(staged, "dist/lib"));
    renameSync(built.cdn, join(staged, "dist/cdn"));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const types = join(staged, "dist/lib/types");
    run(process.execPath, [tsc, "-p", "src/tsconfig.types.json", "--outDir", types], root);
    run("npm", ["pack", "--ignore-scripts", "--pack-destination", project], staged);
    const [tarball] = readdirSync(project).filter((name) => name.endsWith(".tgz"));
    writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }');
    run(
      "npm",
      [
        "install",
        `./${tarball}`,
        "--no-audit",
        "--no-fund",
        "--prefer-offline",
        "--ignore-scripts",
      ],
      project,
    );
    writeFileSync(join(project, "main.ts"), MAIN);
    writeFileSync(join(project, "read.js"), NODE);
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(TSCONFIG));
    writeFileSync(
      join(project, "index.html"),
      '<!doctype html><html lang="en"><title>Fresh</title><link rel="icon" href="data:,"><script type="module" src="/main.ts"></script><body></body></html>',
    );
  });
  afterAll(() => rmSync(built.folder, { recursive: true, force: true }));

  it("installs two dependencies and no more", () => {
    const installed = readdirSync(join(project, "node_modules")).filter(
      (name) => !name.startsWith("."),
    );
    expect(installed).toEqual(["fflate", "gl-matrix", "visleaf"]);
  });

  it("compiles in a strict project, including its declarations", () => {
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    expect(run(process.execPath, [tsc, "-p", "."], project)).toBe("");
  });

  it("reads a map in plain Node, through formats and through scene", () => {
    const said = JSON.parse(run(process.execPath, ["read.js", demo], project));
    expect(said).toMatchObject({ door: "function", element: "function" });
    expect(said.faces).toBeGreaterThan(1000);
    expect(said.entities).toBeGreaterThan(10);
    expect(said.triangles).toBeGreaterThan(said.faces);
  });

  it.skipIf(!hasBrowser)("shows the demo in a browser, bundled by Vite", async () => {
    await build({ root: project, configFile: false, logLevel: "error" });
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
    "shows the demo from Vite's development server, which must not prebundle it",
    async () => {
      mkdirSync(join(project, "public"));
      symlinkSync(dirname(plainDemo()), join(project, "public/maps"));
      const server = await createServer({
        root: project,
        configFile: false,
        logLevel: "error",
        optimizeDeps: { exclude: ["visleaf"] },
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
