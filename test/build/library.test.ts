/** The built library: its doors, its worker, and what each part of it weighs. */

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minifyShader } from "../../shaders/link-plugin.ts";
import { type BuiltLibrary, buildLibrary } from "../support/build-library.ts";

const root = resolve(import.meta.dirname, "../..");

/** Most bytes, gzipped. */
const CEILINGS = {
  /** Element, viewer, shaders and worker: what a map's first picture needs. */
  core: 100 * 1024,
  /** Readers of all that a game has. */
  readers: 32 * 1024,
  /** With the writers, the summaries and the compilers' text formats. */
  formats: 48 * 1024,
};

/** The core is these and what they import at once; what else is in `dist/cdn`, who needs it fetches. */
const CORE_ENTRIES = ["visleaf-map.js", "visleaf-worker.js"];

const READERS =
  "parseBsp, parseMdl, parseVvd, parseVtx, parseVtf, decodeVtfImage, parseVmt, resolveVmt, parseVpk, parseGma, parseZip, decompressBz2, buildStudioMesh, FormatError";

let built: BuiltLibrary;
beforeAll(async () => {
  built = await buildLibrary();
});
afterAll(() => rmSync(built.folder, { recursive: true }));

const gzipSize = (path: string) => gzipSync(readFileSync(path), { level: 9 }).length;
const scriptsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".js"));

/** Those modules, and all that they cannot start without. */
function listNeeded(folder: string, entries: readonly string[]): string[] {
  const needed = new Set(entries);
  for (const name of needed) {
    const code = readFileSync(join(folder, name), "utf8");
    for (const [, next] of code.matchAll(/\bfrom\s*["'`]\.\/([^"'`]+)["'`]/g)) needed.add(next);
  }
  return [...needed];
}

/** What a program weighs that takes these names from `visleaf/formats`, without its packages. */
async function weighFormats(names: string): Promise<number> {
  const entry = join(built.folder, "entry.js");
  writeFileSync(entry, `export { ${names} } from "./lib/formats.js";`);
  const outDir = join(built.folder, "weighed");
  await build({
    root: built.folder,
    configFile: false,
    logLevel: "error",
    resolve: { alias: { fflate: join(root, "node_modules/fflate/esm/browser.js") } },
    build: {
      outDir,
      lib: { formats: ["es"], entry, fileName: () => "weighed.js" },
      rolldownOptions: { output: { minify: true } },
    },
  });
  return gzipSize(join(outDir, "weighed.js"));
}

describe("the built library", () => {
  it("has a module for each door of the package", () => {
    const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    for (const door of [".", "./element", "./viewer", "./formats", "./scene"]) {
      const name = exports[door].default.replace("./dist/lib/", "");
      expect(existsSync(join(built.lib, name)), door).toBe(true);
    }
  });

  it("starts its worker so that bundlers find it, and the worker is one file", () => {
    const all = scriptsIn(built.lib).map((name) => readFileSync(join(built.lib, name), "utf8"));
    const starts = all.filter((code) =>
      /new Worker\(new URL\("\.\/load-worker\.js", import\.meta\.url\), \{\s*type: "module"/.test(
        code,
      ),
    );
    expect(starts).toHaveLength(1);
    const worker = readFileSync(join(built.lib, "load-worker.js"), "utf8");
    const wanted = [...worker.matchAll(/from "([^"]+)"/g)].map(([, name]) => name);
    expect(wanted.filter((name) => !["fflate", "gl-matrix"].includes(name))).toEqual([]);
    expect(worker).not.toMatch(/\bimport\(/);
  });

  it("reads formats without the DOM, a GPU or a network", () => {
    for (const name of listNeeded(built.lib, ["formats.js"])) {
      const code = readFileSync(join(built.lib, name), "utf8");
      expect(code, name).not.toMatch(
        /\b(?:document|navigator)\.\w+[(.]|\bfetch\(|\bGPU[A-Z]\w+\.|new Worker/,
      );
    }
  });

  it("needs nothing but its own files where it is served as files", () => {
    for (const name of scriptsIn(built.cdn)) {
      const code = readFileSync(join(built.cdn, name), "utf8");
      for (const [, path] of code.matchAll(/\b(?:from|import\()\s*["'`]([\w./@-]+)["'`]/g)) {
        expect(existsSync(join(built.cdn, path)), `${name} wants ${path}`).toBe(true);
      }
      expect(code).not.toMatch(/\beval\(|new Function\(/);
    }
  });

  it("keeps under its ceilings", async () => {
    const rows = scriptsIn(built.cdn).map((name) => {
      const path = join(built.cdn, name);
      return { name, bytes: readFileSync(path).length, gzipped: gzipSize(path) };
    });
    const sum = (names: readonly string[]) =>
      rows.filter(({ name }) => names.includes(name)).reduce((all, row) => all + row.gzipped, 0);
    const coreFiles = listNeeded(built.cdn, CORE_ENTRIES);
    const core = sum(coreFiles);
    const readers = await weighFormats(READERS);
    const formats = sum(["visleaf-formats.js"]);
    const later = rows
      .map(({ name }) => name)
      .filter((name) => !coreFiles.includes(name) && name !== "visleaf-formats.js");
    const line = (name: string, bytes: number | string, gzipped: number, ceiling?: number) =>
      `${name.padEnd(32)}${String(bytes).padStart(9)}${String(gzipped).padStart(9)}${String(ceiling ?? "").padStart(9)}`;
    console.log(
      [
        `${"file".padEnd(32)}${"bytes".padStart(9)}${"gzipped".padStart(9)}${"ceiling".padStart(9)}`,
        ...rows.map((row) => line(row.name, row.bytes, row.gzipped)),
        line("core: a map's first picture", "", core, CEILINGS.core),
        line("later, or when needed", "", sum(later)),
        line("formats: the readers", "", readers, CEILINGS.readers),
        line("formats: all", "", formats, CEILINGS.formats),
      ].join("\n"),
    );
    expect(core).toBeLessThanOrEqual(CEILINGS.core);
    expect(readers).toBeLessThanOrEqual(CEILINGS.readers);
    expect(formats).toBeLessThanOrEqual(CEILINGS.formats);
  });
});

describe("a shader in a build", () => {
  it("loses its comments and its spaces, and nothing else", () => {
    const code =
      "// one\nfn f(a : i32) -> i32 {\n  /* two */ let b = - -a;\n  return b / a; // end\n}\n";
    expect(minifyShader(code)).toBe("fn f(a:i32)-> i32{let b = - -a;return b / a;}");
  });
});
