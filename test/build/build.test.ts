import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { builtPage, isPageBuilt } from "../support/page-server.ts";

const root = resolve(import.meta.dirname, "../..");
// Outside the project, so that imports do not resolve in its node_modules.
const folder = mkdtempSync(join(tmpdir(), "visleaf-build-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Maximum scripts that a visit loads at once. Each is a request that the first line waits for. */
const MAX_START_SCRIPTS = 4;

async function runBuild(mode?: "cli"): Promise<string> {
  const outDir = join(folder, mode ?? "page");
  await build({
    root,
    configFile: join(root, "vite.config.ts"),
    mode,
    logLevel: "error",
    build: { outDir, emptyOutDir: true, sourcemap: false },
  });
  return outDir;
}

const listScripts = (path: string) => readdirSync(path).filter((name) => name.endsWith(".js"));

/** True for the small chunk that the bundler shares among scripts outside all groups. */
const isOfBundler = (name: string) => name.startsWith("rolldown-runtime-");

/** Reads scripts and all their static imports; returns texts by name. */
function readStatic(folder: string, first: readonly string[]): Map<string, string> {
  const names = new Set(first);
  const texts = new Map<string, string>();
  for (const name of names) {
    const text = readFileSync(join(folder, name), "utf8");
    texts.set(name, text);
    for (const [, next] of text.matchAll(/\b(?:from|import)"\.\/([^"]+\.js)"/g)) names.add(next);
  }
  return texts;
}

/** Reads the scripts that a page has loaded when its first line runs. */
function readStart(out: string, page: string): Map<string, string> {
  const html = readFileSync(join(out, page), "utf8");
  const scripts = [...html.matchAll(/(?:src|href)="[^"]*assets\/([^"/]+\.js)"/g)];
  return readStatic(
    join(out, "assets"),
    scripts.map(([, name]) => name),
  );
}

describe("the built page", () => {
  let out: string;
  beforeAll(async () => {
    out = isPageBuilt() ? builtPage() : await runBuild();
  });

  it("is static files with relative paths, including its worker", () => {
    const html = readFileSync(join(out, "index.html"), "utf8");
    const [worker] = listScripts(join(out, "assets")).filter((name) => /^load-worker/.test(name));
    expect(worker).toBeDefined();
    // The worker's name is in the script that starts it, which the page loads first.
    const texts = [...readStart(out, "index.html").values()];
    expect(texts.filter((text) => text.includes(worker))).toHaveLength(1);
    expect(html).not.toMatch(/(src|href)="\//);
  });

  it("starts with few scripts, and each of its workers with one", () => {
    const count = (scripts: ReadonlyMap<string, string>) =>
      [...scripts.keys()].filter((name) => !isOfBundler(name)).length;
    expect(count(readStart(out, "index.html"))).toBeLessThanOrEqual(MAX_START_SCRIPTS);
    const assets = join(out, "assets");
    const workers = listScripts(assets).filter((name) => /^(load|file)-worker-/.test(name));
    expect(workers).toHaveLength(2);
    for (const worker of workers) expect(count(readStatic(assets, [worker]))).toBe(1);
    // The script that the load worker needs next, for every map.
    const loader = workers.find((name) => name.startsWith("load-"))!;
    const text = readFileSync(join(assets, loader), "utf8");
    const [details] = /map-details-[\w-]+\.js/.exec(text) ?? [];
    expect(count(readStatic(assets, [loader, details!]))).toBeLessThanOrEqual(MAX_START_SCRIPTS);
  });

  it("keeps its entry out of the benchmark's page, since it runs when imported", () => {
    const html = readFileSync(join(out, "index.html"), "utf8");
    // Shared scripts come first.
    const scripts = [...html.matchAll(/<script[^>]* src="[^"]*assets\/([^"/]+\.js)"/g)];
    const entry = scripts.at(-1)![1];
    const bench = [...readStart(out, "src/bench/page/index.html").keys()];
    expect(bench.length).toBeGreaterThan(0);
    expect(bench).not.toContain(entry);
  });
});

describe("the built command", () => {
  it("runs without any other package installed", async () => {
    const out = await runBuild("cli");
    const map = join(folder, "room.bsp");
    writeFileSync(map, makeBsp());
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [join(out, "visleaf.js"), ...args], { encoding: "utf8" });
    expect(JSON.parse(run("inspect", map, "--json"))).toMatchObject({ format: "BSP", version: 20 });
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(run("--version")).toBe(`${version}\n`);
  });

  it("says what to install if Dawn is missing", async () => {
    const out = join(folder, "cli");
    const args = [join(out, "visleaf.js"), "shot", join(folder, "room.bsp"), "--out", "never.png"];
    expect(() => execFileSync(process.execPath, args, { cwd: folder, stdio: "pipe" })).toThrow(
      /visleaf: this needs the package `webgpu`: run `npm install webgpu`/,
    );
    expect(existsSync(join(folder, "never.png"))).toBe(false);
  });
});
