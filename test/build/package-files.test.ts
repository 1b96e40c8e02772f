/** Files that `npm pack` takes from a built checkout: everything needed, without the demo. */

import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
/** Files as the builds name them; the demo has a hash in its name. */
const BUILT = [
  ...["dist/lib/visleaf.js", "dist/lib/types/component/index.d.ts", "dist/cdn/visleaf-map.js"],
  ...["dist/cli/visleaf.js", "dist/page/index.html", "dist/page/src/bench/page/index.html"],
  ...["dist/page/assets/main-AbC.js"],
];
const DEMO = [
  "dist/page/assets/visleaf_demo-AbC.bsp",
  "dist/page/assets/visleaf_demo.flight-AbC.json",
];

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe("the package's files", () => {
  const staged = mkdtempSync(join(tmpdir(), "visleaf-files-"));
  afterAll(() => rmSync(staged, { recursive: true }));
  let files: { path: string }[] = [];

  beforeAll(() => {
    // Everything at a checkout's top level, except what npm never packs and large folders.
    const skipped = new Set(["node_modules", ".git", "dist", "test"]);
    for (const name of readdirSync(root)) {
      if (!skipped.has(name)) cpSync(join(root, name), join(staged, name), { recursive: true });
    }
    for (const path of [...BUILT, ...DEMO]) {
      mkdirSync(dirname(join(staged, path)), { recursive: true });
      writeFileSync(join(staged, path), "built");
    }
    const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
    const said = JSON.parse(execFileSync("npm", args, { cwd: staged, encoding: "utf8" }));
    [{ files }] = Array.isArray(said) ? said : Object.values(said);
  });

  it("include the builds, without the demo", () => {
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(BUILT));
    expect(paths.filter((path) => /demo|\.bsp$|^assets\//.test(path))).toEqual([]);
    expect(paths.filter((path) => /^(src|shaders)\//.test(path))).toEqual([]);
  });

  it("include the docs that README links to, but no pictures", () => {
    const paths = new Set(files.map(({ path }) => path));
    const links = readFileSync(join(root, "README.md"), "utf8").matchAll(/\]\(([\w/.-]+\.md)\)/g);
    const linked = [...links].map(([, path]) => path);
    expect(linked.length).toBeGreaterThan(8);
    expect(linked.filter((path) => !paths.has(path))).toEqual([]);
    expect([...paths].filter((path) => /\.(png|gif|webm|mp4)$/.test(path))).toEqual([]);
  });

  it("include every file that package.json names", () => {
    const paths = files.map(({ path }) => `./${path}`);
    expect(paths).toContain(`./${manifest.bin.visleaf}`);
    expect(paths).toContain(manifest.exports["."].default);
    expect(paths).toContain(manifest.exports["."].types);
    expect(manifest.keywords.length).toBeGreaterThan(4);
  });
});
