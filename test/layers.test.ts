import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/** What each folder of `src` may import, besides itself. `docs/architecture.md` draws the same. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: [],
  math: ["core"],
  map: ["core", "math"],
  formats: ["core", "math"],
  visibility: ["core", "math", "map"],
  simulation: ["core", "math", "map", "formats", "visibility"],
  content: ["core", "formats"],
  sound: ["core", "math", "map", "formats"],
  model: ["core", "math", "formats"],
  particles: ["core", "math", "map", "formats"],
  scene: [...["core", "math", "map", "formats", "visibility", "content", "model"], "particles"],
  gpu: ["core", "math"],
  render: ["core", "math", "map", "visibility", "gpu"],
  viewer: [
    ...["core", "math", "map", "formats", "visibility", "content"],
    ...["model", "scene", "gpu", "render", "compile", "analysis"],
    ...["simulation", "particles", "sound"],
  ],
  component: ["core", "math", "map", "content", "model", "scene", "gpu", "render", "viewer"],
  bench: ["core", "math", "map", "visibility", "scene", "content", "gpu", "render", "viewer"],
  video: ["core", "render", "viewer"],
  compile: ["core", "math", "map", "formats", "visibility", "content", "model", "scene"],
  analysis: [
    ...["core", "math", "map", "formats", "visibility", "content"],
    ...["model", "scene", "compile"],
  ],
  app: [
    ...["core", "math", "map", "content", "model", "scene"],
    ...["gpu", "render", "viewer", "component", "bench", "export", "video"],
  ],
  export: [
    ...["core", "math", "map", "formats", "visibility", "content"],
    ...["model", "scene", "compile"],
  ],
  cli: [
    ...["core", "math", "map", "formats", "visibility", "content", "model"],
    ...["scene", "gpu", "render", "viewer", "bench", "compile", "export", "analysis"],
    ...["simulation", "video", "particles"],
  ],
};

/** Packages that a folder may use at run time; everything else stays free of them. */
const PACKAGES: Record<string, readonly string[]> = {
  math: ["gl-matrix"],
  visibility: ["gl-matrix"],
  render: ["gl-matrix"],
  viewer: ["gl-matrix"],
  formats: ["fflate"],
  export: ["fflate"],
  component: ["react"],
  app: ["idb-keyval", "@dagrejs/dagre"],
  video: ["mediabunny"],
  cli: [
    ...["webgpu", "puppeteer", "puppeteer-core", "pngjs", "vite", "lzma1"],
    ...["fastest-levenshtein", "@modelcontextprotocol/sdk"],
  ],
};

const src = resolve(import.meta.dirname, "../src");
const IMPORT = /(?:\bfrom\s+|\bfrom(?=")|\bimport\s*\(?\s*)"([^"\s]+)"/g;

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly target: string;
}

function listImports(): Import[] {
  const imports: Import[] = [];
  for (const name of readdirSync(src, { recursive: true, encoding: "utf8" })) {
    if (!/\.(ts|mjs)$/.test(name)) continue;
    const file = name.replaceAll("\\", "/");
    if (!file.includes("/")) continue;
    for (const match of readFileSync(join(src, name), "utf8").matchAll(IMPORT)) {
      imports.push({ file, folder: file.split("/")[0], target: match[1] });
    }
  }
  return imports;
}

/** The faults in a list of imports, a line each. */
function findFaults(imports: readonly Import[]): string[] {
  const faults: string[] = [];
  for (const { file, folder, target } of imports) {
    if (!(folder in MAY_IMPORT)) {
      faults.push(`${file}: folder "${folder}" has no row in the table`);
    } else if (target.startsWith(".")) {
      const path = relative(src, resolve(src, dirname(file), target)).replaceAll("\\", "/");
      if (path.startsWith("../shaders/")) {
        if (folder !== "render" && folder !== "gpu") faults.push(`${file} imports ${path}`);
        continue;
      }
      const to = path.split("/")[0];
      if (to !== folder && !MAY_IMPORT[folder].includes(to)) faults.push(`${file} imports ${path}`);
    } else if (target.startsWith("node:")) {
      if (folder !== "cli") faults.push(`${file} imports ${target}: only cli may`);
    } else {
      const name = target
        .split("/")
        .slice(0, target.startsWith("@") ? 2 : 1)
        .join("/");
      if (!(PACKAGES[folder] ?? []).includes(name)) faults.push(`${file} imports package ${name}`);
    }
  }
  return faults;
}

/** Where an import leads, as the table of imports writes it; null: out of `src`. */
function resolveImport({ file, target }: Pick<Import, "file" | "target">): string | null {
  if (!target.startsWith(".")) return null;
  const path = relative(src, resolve(src, dirname(file), target)).replaceAll("\\", "/");
  return path.startsWith("../") ? null : path;
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Who imports whom, in files or in what `nameOf` makes of them. */
function drawGraph(imports: readonly Import[], nameOf = (file: string) => file): Graph {
  const graph = new Map<string, Set<string>>();
  for (const one of imports) {
    const to = resolveImport(one);
    if (to === null) continue;
    const [from, into] = [nameOf(one.file), nameOf(to)];
    if (from !== into) graph.set(from, (graph.get(from) ?? new Set()).add(into));
  }
  return graph;
}

/** Tarjan's strongly connected components of more than one, each sorted, a line each. */
function findCircles(graph: Graph): string[] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[] = [];
  const visit = (name: string): number => {
    const own = order.size;
    order.set(name, own);
    open.push(name);
    let low = own;
    for (const next of graph.get(name) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next)!);
    }
    if (low === own) {
      const circle = open.splice(open.indexOf(name)).sort();
      if (circle.length > 1) circles.push(circle.join(" <-> "));
    }
    return low;
  };
  for (const name of graph.keys()) if (!order.has(name)) visit(name);
  return circles.sort();
}

describe("imports run one way", () => {
  it("in every file of src", () => {
    const imports = listImports();
    expect(imports.length).toBeGreaterThan(20);
    expect(findFaults(imports)).toEqual([]);
  });

  it("and one against the layers is found", () => {
    const bad = [
      { file: "formats/bsp/parse.ts", folder: "formats", target: "../../scene/world.ts" },
      { file: "render/frame.ts", folder: "render", target: "../formats/bsp/types.ts" },
      { file: "scene/world/world.ts", folder: "scene", target: "gl-matrix" },
    ];
    expect(findFaults(bad)).toHaveLength(3);
  });

  it("has no folder without a row", () => {
    const folders = readdirSync(src, { withFileTypes: true }).filter((d) => d.isDirectory());
    expect(folders.map((d) => d.name).filter((name) => !(name in MAY_IMPORT))).toEqual([]);
  });
});

/** A folder of more files is several rooms. */
const MAX_FILES = 20;

describe("a room", () => {
  it(`has at most ${MAX_FILES} files`, () => {
    const counts = new Map<string, number>();
    for (const root of [src, resolve(src, "../shaders")]) {
      for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const folder = relative(resolve(src, ".."), entry.parentPath);
        counts.set(folder, (counts.get(folder) ?? 0) + 1);
      }
    }
    expect(counts.size).toBeGreaterThan(60);
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
  });
});

describe("no files import each other", () => {
  it("types included, in all of src", () => {
    const graph = drawGraph(listImports());
    expect(graph.size).toBeGreaterThan(500);
    expect(findCircles(graph)).toEqual([]);
  });

  it("and a circle is found, however long, and what only leads to it is not of it", () => {
    const draw = (...rows: string[]) =>
      drawGraph(
        rows.map((row) => {
          const [file, target] = row.split(" ");
          return { file, target, folder: file.split("/")[0] };
        }),
      );
    const line = ["a/1.ts ./2.ts", "a/2.ts ../b/3.ts", "b/3.ts ./4.ts", "a/1.ts ../b/4.ts"];
    expect(findCircles(draw(...line))).toEqual([]);
    expect(findCircles(draw(...line, "b/4.ts ../a/2.ts"))).toEqual([
      "a/2.ts <-> b/3.ts <-> b/4.ts",
    ]);
    expect(findCircles(draw(...line, "b/4.ts ./3.ts", "a/2.ts ./1.ts"))).toEqual([
      "a/1.ts <-> a/2.ts",
      "b/3.ts <-> b/4.ts",
    ]);
  });
});
