/** The built library: its public modules, its worker, and the size of its core. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minifyShader, shortenNames } from "../../shaders/link/minify-shader.ts";
import { type BuiltLibrary, buildLibrary } from "../support/build-library.ts";

const root = resolve(import.meta.dirname, "../..");

/**
 * Maximum gzipped bytes of element, viewer, shaders and worker, which a map's first picture needs.
 */
const CORE_CEILING = 105_200;

/**
 * Entries of the core, which includes their static imports. Other files in `dist/cdn` are loaded on
 * demand.
 */
const CORE_ENTRIES = ["visleaf-map.js", "visleaf-worker.js"];

let built: BuiltLibrary;
beforeAll(async () => {
  built = await buildLibrary();
});
afterAll(() => rmSync(built.folder, { recursive: true }));

const gzipSize = (path: string) => gzipSync(readFileSync(path), { level: 9 }).length;
const scriptsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".js"));

/** Returns the entries and all their static imports. */
function listNeeded(folder: string, entries: readonly string[]): string[] {
  const needed = new Set(entries);
  for (const name of needed) {
    const code = readFileSync(join(folder, name), "utf8");
    for (const [, next] of code.matchAll(/\bfrom\s*["'`](\.[^"'`]+)["'`]/g)) {
      needed.add(normalize(join(dirname(name), next)));
    }
  }
  return [...needed];
}

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Returns the package's exports by their paths. */
const readExports = (): Record<string, { readonly types?: string; readonly default: string }> =>
  manifest.exports;

/** Returns the names of the exported formats. */
const listFormats = (): string[] =>
  Object.keys(readExports()).flatMap((door) => door.match(/^\.\/formats\/(\w+)$/)?.[1] ?? []);

describe("the built library", () => {
  it("has a module for each export of the package", () => {
    const modules = Object.entries(readExports()).filter(([, { types }]) => types);
    expect(modules.length).toBeGreaterThan(15);
    for (const [door, module] of modules) {
      const name = module.default.replace("./dist/lib/", "");
      expect(existsSync(join(built.lib, name)), door).toBe(true);
    }
  });

  it("has a module for each format, which together export everything in `visleaf/formats`", async () => {
    const doors = listFormats();
    mkdirSync(join(built.folder, "node_modules"));
    symlinkSync(join(root, "node_modules/fflate"), join(built.folder, "node_modules/fflate"));
    const load = async (path: string): Promise<object> =>
      import(/* @vite-ignore */ pathToFileURL(join(built.lib, path)).href);
    const all = await Promise.all(doors.map((door) => load(`formats/${door}.js`)));
    const names = new Set(all.flatMap((door) => Object.keys(door)));
    expect([...names].sort()).toEqual(Object.keys(await load("formats.js")).sort());
    const throwers = all.map((door) => (door as { FormatError?: unknown }).FormatError);
    expect(new Set(throwers).size).toBe(1);
    expect(throwers[0]).toBeTypeOf("function");
  });

  it("starts its workers in a form that bundlers recognize and split", () => {
    const all = scriptsIn(built.lib).map((name) => readFileSync(join(built.lib, name), "utf8"));
    for (const name of ["visleaf/load-worker.js", "visleaf/file-worker.js"]) {
      // The same address finds the file beside the module, and the package's export from anywhere else.
      const start = `new Worker(new URL("${name}", import.meta.url), {`;
      expect(manifest.exports[name.replace("visleaf", ".")]).toBe(`./dist/lib/${name}`);
      expect(manifest.sideEffects).toContain(`./dist/lib/${name}`);
      expect(
        all.filter((code) => code.includes(start)),
        name,
      ).toHaveLength(1);
      const texts = listNeeded(built.lib, [name]).map((each) =>
        readFileSync(join(built.lib, each), "utf8"),
      );
      expect(
        texts.some((code) => /\bimport\("\.\.?\//.test(code)),
        `${name} imports nothing later`,
      ).toBe(true);
      // A worker that shares a module with the page must not load the page's code.
      expect(texts.join("\n")).not.toMatch(/customElements\.define|document\.createElement/);
    }
  });

  it("imports files that exist, and shares the shaders of `dist/cdn`", () => {
    const shaders = new Set<string>();
    for (const name of scriptsIn(built.lib)) {
      const code = readFileSync(join(built.lib, name), "utf8");
      for (const [, path] of code.matchAll(/\b(?:from |import\()"(\.[^"]+)"/g)) {
        expect(existsSync(join(built.lib, path)), `${name} wants ${path}`).toBe(true);
        if (path.startsWith("../cdn/wgsl/")) shaders.add(path);
      }
    }
    expect(shaders.size).toBeGreaterThan(100);
  });

  it("reads formats without the DOM, a GPU or a network", () => {
    const doors = listFormats().map((door) => `formats/${door}.js`);
    for (const name of listNeeded(built.lib, ["formats.js", ...doors])) {
      const code = readFileSync(join(built.lib, name), "utf8");
      expect(code, name).not.toMatch(
        /\b(?:document|navigator)\.\w+[(.]|\bfetch\(|\bGPU[A-Z]\w+\.|new Worker/,
      );
    }
  });

  it("needs only its own files when it is served as files", () => {
    for (const name of scriptsIn(built.cdn)) {
      const code = readFileSync(join(built.cdn, name), "utf8");
      for (const [, path] of code.matchAll(/\b(?:from|import\()\s*["'`]([\w./@-]+)["'`]/g)) {
        expect(existsSync(join(built.cdn, path)), `${name} wants ${path}`).toBe(true);
      }
      expect(code).not.toMatch(/\beval\(|new Function\(/);
    }
  });

  it("keeps the core under its size limit", () => {
    const rows = scriptsIn(built.cdn).map((name) => {
      const path = join(built.cdn, name);
      return { name, bytes: readFileSync(path).length, gzipped: gzipSize(path) };
    });
    const sum = (names: readonly string[]) =>
      rows.filter(({ name }) => names.includes(name)).reduce((all, row) => all + row.gzipped, 0);
    const coreFiles = listNeeded(built.cdn, CORE_ENTRIES);
    const core = sum(coreFiles);
    const later = rows
      .map(({ name }) => name)
      .filter((name) => !coreFiles.includes(name) && name !== "visleaf-formats.js");
    const line = (name: string, bytes: number | string, gzipped: number, ceiling?: number) =>
      `${name.padEnd(32)}${String(bytes).padStart(9)}${String(gzipped).padStart(9)}${String(ceiling ?? "").padStart(9)}`;
    console.log(
      [
        `${"file".padEnd(32)}${"bytes".padStart(9)}${"gzipped".padStart(9)}${"ceiling".padStart(9)}`,
        ...rows.map((row) => line(row.name, row.bytes, row.gzipped)),
        line("core: a map's first picture", "", core, CORE_CEILING),
        line("later, or when needed", "", sum(later)),
        line("formats: all", "", sum(["visleaf-formats.js"])),
      ].join("\n"),
    );
    expect(core).toBeLessThanOrEqual(CORE_CEILING);
  });
});

describe("minifyShader", () => {
  const code =
    "// one\nfn half(a : i32) -> i32 {\n  /* two */ let size = - -a;\n  return size / a; // end\n}\n";

  it("removes only comments and spaces", () => {
    expect(minifyShader(code)).toBe("fn half(a:i32)->i32{let size=- -a;return size/a;}");
  });

  it("replaces constants by their values, and drops redundant zeros and commas", () => {
    const written = `
      const HALF = 0.5; const ROWS = 10u; const LEAST = -1.0; const size = 2.0;
      fn area(size : f32,) -> f32 { let all = array<f32, ROWS>(); return all[ROWS] * HALF - - 0.0 / * p + a.HALF + 10.05; }`;
    expect(minifyShader(written)).toBe(
      "const LEAST=-1.;const size=2.;" +
        "fn area(size:f32)->f32{let all=array<f32,10u>();return all[10u]*.5 - - 0. / * p+a.HALF+10.05;}",
    );
  });

  it("shortens declared names, except WGSL's, swizzles, and names looked up at run time", () => {
    const module = `
      override scale = 1u;
      struct Row { first : u32, rgb : vec3f, @align(16) distance : f32 }
      @compute @workgroup_size(64) fn main(@builtin(position) place : vec4f) {
        var<private> total = 1u; let flat = 1; let z = distance(place.xyz, row.rgb) * f32(scale + LIMIT + row.first);
      }`;
    const names = shortenNames([module], ["LIMIT"]);
    expect([...names.keys()].sort()).toEqual(["LIMIT", "Row", "first", "place", "total"]);
    expect(new Set(names.values()).size).toBe(names.size);
    // Suffixes of numbers, attributes and existing names are kept.
    expect(minifyShader("let first = 0xfirst + 1first + @first row.first;", names)).toBe(
      `let ${names.get("first")}=0xfirst+1first+@first row.${names.get("first")};`,
    );
    expect(names.has("z")).toBe(false);
    expect([...names.values()]).not.toContain("z");
  });
});
