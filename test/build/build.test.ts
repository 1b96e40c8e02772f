import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { afterAll, describe, expect, it } from "vitest";
import { makeBsp } from "../formats/bsp/make-bsp.ts";

const root = resolve(import.meta.dirname, "../..");
// Outside the project, so that nothing is found in its node_modules.
const folder = mkdtempSync(join(tmpdir(), "visleaf-build-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function runBuild(mode?: "cli"): Promise<string> {
  const outDir = join(folder, mode ?? "page");
  await build({
    root,
    configFile: join(root, "vite.config.ts"),
    mode,
    logLevel: "error",
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}

const listScripts = (path: string) => readdirSync(path).filter((name) => name.endsWith(".js"));

/** The texts of a script and of all that it imports, and they, before it runs. */
function listStatic(folder: string, first: string): string[] {
  const names = new Set([first]);
  const texts: string[] = [];
  for (const name of names) {
    const text = readFileSync(join(folder, name), "utf8");
    texts.push(text);
    for (const [, next] of text.matchAll(/\b(?:from|import)"\.\/([^"]+\.js)"/g)) names.add(next);
  }
  return texts;
}

describe("the built page", () => {
  it("is static files with relative paths, and brings its worker", async () => {
    const out = await runBuild();
    const html = readFileSync(join(out, "index.html"), "utf8");
    const [, entry] = /src="\.\/(assets\/[^"]+\.js)"/.exec(html) ?? [];
    const [worker] = listScripts(join(out, "assets")).filter((name) => /^load-worker/.test(name));
    expect(worker).toBeDefined();
    // Named by what starts it, which comes with the page.
    const texts = listStatic(join(out, "assets"), entry.replace("assets/", ""));
    expect(texts.filter((text) => text.includes(worker))).toHaveLength(1);
    expect(html).not.toMatch(/(src|href)="\//);
  });
});

describe("the built command", () => {
  it("runs with nothing else installed", async () => {
    const out = await runBuild("cli");
    const map = join(folder, "room.bsp");
    writeFileSync(map, makeBsp());
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [join(out, "visleaf.js"), ...args], { encoding: "utf8" });
    expect(JSON.parse(run("inspect", map, "--json"))).toMatchObject({ format: "BSP", version: 20 });
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(run("--version")).toBe(`${version}\n`);
  });

  it("says what to install where there is no Dawn", async () => {
    const out = join(folder, "cli");
    const args = [join(out, "visleaf.js"), "shot", join(folder, "room.bsp"), "--out", "never.png"];
    expect(() => execFileSync(process.execPath, args, { cwd: folder, stdio: "pipe" })).toThrow(
      /visleaf: this needs the package `webgpu`: run `npm install webgpu`/,
    );
    expect(existsSync(join(folder, "never.png"))).toBe(false);
  });
});
