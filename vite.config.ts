/**
 * All that is built, served and tested: `vite` and `vite build` are the page's, `vitest` the tests', and
 * each other build has a mode of its own: `--mode cli` the command, `--mode lib` the library.
 */

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { EnvironmentOptions, Plugin, Rolldown } from "vite";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { collectNotices } from "./release/notices-plugin.ts";
import { familyNumbersPlugin } from "./shaders/link/family-numbers.ts";
import { shaderLinkPlugin } from "./shaders/link/link-plugin.ts";
import { recordNumbersPlugin } from "./shaders/link/record-numbers.ts";
import {
  sharedFile,
  sharedShadersPlugin,
  writeSharedPath,
} from "./shaders/link/shared-shaders-plugin.ts";
import { benchIsolationPlugin, pagePolicyPlugin } from "./src/cli/serve/page-plugins.ts";
import { TESTS } from "./test/support/runner/test-projects.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const define = { VISLEAF_VERSION: JSON.stringify(version) };

const notices = collectNotices(import.meta.dirname);

/** Opened by `visleaf bench` in a browser without a window. */
const BENCH_PAGE = "src/bench/page/index.html";
/** Opened by `visleaf video` likewise. */
const VIDEO_PAGE = "src/video/page/index.html";

type CodeSplitting = Exclude<NonNullable<Rolldown.OutputOptions["codeSplitting"]>, boolean>;
type Group = NonNullable<CodeSplitting["groups"]>[number];

/** A group of what a module imports before it runs, and of itself. */
function importsOf(entry: string, nameOf: (id: string) => string): Group {
  const modules = new Set<string>();
  return {
    name(id, graph) {
      // All modules are known by the time that the first is asked for.
      if (modules.size === 0) {
        modules.add(join(import.meta.dirname, entry));
        for (const each of modules) {
          for (const next of graph.getModuleInfo(each)?.importedIds ?? []) modules.add(next);
        }
      }
      return modules.has(id) ? nameOf(id) : null;
    },
  };
}

/**
 * Two files for all that the page imports before it runs: its own, and the engine's. In one for each set of panels and
 * pages that share it, a visit begins with 84 files, and a server answers them one after the other.
 */
const PAGE_START: CodeSplitting = {
  groups: [importsOf("src/app/main.ts", (id) => (/src.app/.test(id) ? "page" : "engine"))],
};

/** A worker is one file, too, and so is what it loads next for every map. */
const WORKER_START: CodeSplitting = {
  groups: [
    { tags: ["$initial"], name: "worker", priority: 1 },
    importsOf("src/scene/open/load-details.ts", () => "map-details"),
  ],
};

const PAGE: ViteUserConfig = {
  base: "./",
  define,
  plugins: [
    shaderLinkPlugin(),
    familyNumbersPlugin(),
    recordNumbersPlugin(),
    benchIsolationPlugin(),
    pagePolicyPlugin(),
    notices.main(),
  ],
  worker: {
    format: "es",
    plugins: () => [
      shaderLinkPlugin(),
      familyNumbersPlugin(),
      recordNumbersPlugin(),
      notices.worker(),
    ],
    rolldownOptions: { output: { codeSplitting: WORKER_START } },
  },
  server: { host: "127.0.0.1" },
  // Only the worker imports some of these: found late, they would reload the page under a map.
  // three.js is the peer benchmark's alone (`test/peers`): the page need not wait for it.
  optimizeDeps: {
    include: ["fflate", "gl-matrix", "idb-keyval", "mediabunny"],
    exclude: ["three"],
  },
  build: {
    target: "es2022",
    // Browsers with WebGPU know it.
    modulePreload: { polyfill: false },
    outDir: "dist/page",
    rolldownOptions: {
      input: ["index.html", BENCH_PAGE, VIDEO_PAGE],
      output: { codeSplitting: PAGE_START },
    },
  },
  test: TESTS,
};

/**
 * What verbs share is two files: in one for each set of verbs that shares it, a `check` begins by opening 185 files, a
 * fifth of a second on a slow day. What says that a command line is wrong needs the small one alone.
 */
const COMMAND_GROUPS = [
  { name: "core", test: /src.core/, priority: 2, minShareCount: 2 },
  {
    name: "readers",
    test: /src.(analysis|content|formats|map|math|model|scene|visibility|compile.v(bsp|vis))|node_modules/,
    minShareCount: 3,
  },
];

const COMMAND_FOLDER = "dist/cli";

/** The `visleaf` command as plain JavaScript for Node: `dist/cli/visleaf.js` and its pieces. */
const COMMAND: ViteUserConfig = {
  define,
  plugins: [
    // A bundle that is made elsewhere has no `dist/cdn` beside it.
    sharedShadersPlugin(({ config }) => config.build.outDir === COMMAND_FOLDER),
    shaderLinkPlugin(),
    familyNumbersPlugin(),
    recordNumbersPlugin(),
    notices.main(),
  ],
  ssr: {
    // What the command needs is bundled, so that `npx visleaf` needs nothing else …
    noExternal: true,
    // … but for the GPU, a binary; a browser's driver; and what serves the page from source.
    external: ["webgpu", "puppeteer", "puppeteer-core", "vite"],
  },
  build: {
    ssr: true,
    target: "node20",
    outDir: COMMAND_FOLDER,
    copyPublicDir: false,
    rolldownOptions: {
      input: { visleaf: "src/cli/main.ts" },
      output: {
        ...{ format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
        codeSplitting: { groups: COMMAND_GROUPS },
        paths: writeSharedPath,
        // Names of functions stay, for the stack of an error that nobody expected.
        minify: {
          compress: true,
          mangle: { toplevel: true, keepNames: true },
          codegen: { removeWhitespace: true },
        },
      },
    },
  },
};

/** `npm run bench:gpu`: a program that also runs without a checkout. */
const GPU_BENCH: ViteUserConfig = {
  ...COMMAND,
  build: {
    ssr: true,
    target: "node20",
    copyPublicDir: false,
    rolldownOptions: {
      input: { "gpu-program": "test/support/measure/gpu/gpu-program.ts" },
      output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
};

/** Below `src/formats`: the door of each. */
const FORMATS = {
  bsp: "bsp/index.ts",
  bz2: "bz2/index.ts",
  gma: "gma/index.ts",
  mdl: "studio/mdl.ts",
  phy: "phy/index.ts",
  prt: "prt/index.ts",
  smd: "smd/index.ts",
  vmf: "vmf/index.ts",
  vmt: "vmt/index.ts",
  vpk: "vpk/index.ts",
  vtf: "vtf/index.ts",
  vtx: "studio/vtx.ts",
  vvd: "studio/vvd.ts",
  zip: "zip/index.ts",
};

const DOORS = {
  visleaf: "src/component/index.ts",
  element: "src/component/element.ts",
  viewer: "src/viewer/index.ts",
  model: "src/component/model-element.ts",
  marks: "src/component/marks.ts",
  react: "src/component/react.ts",
  formats: "src/formats/index.ts",
  ...Object.fromEntries(
    Object.entries(FORMATS).map(([name, path]) => [`formats/${name}`, `src/formats/${path}`]),
  ),
  scene: "src/scene/index.ts",
};

/**
 * Entries that the library starts by their URLs. Their folder has the package's name, so that `visleaf/load-worker.js`
 * finds them both beside the module and as an export: the development server of Vite before 8 moves the module elsewhere.
 */
const WORKER_DOORS = {
  "visleaf/load-worker": "src/viewer/load/load-worker.ts",
  "visleaf/file-worker": "src/viewer/file/file-worker.ts",
};

const PACKAGES = ["fflate", "gl-matrix"];

/**
 * What two of these lines share is in both; of one line, the first is a file that needs no other, and the
 * others take from it.
 */
const CDN_FILES = {
  cdnMap: {
    "visleaf-map": "src/component/cdn.ts",
    "visleaf-flights": "src/viewer/flights.ts",
    "visleaf-marks": "src/component/marks.ts",
  },
  cdnModel: { "visleaf-model-viewer": "src/component/model-element.ts" },
  cdnWorker: { "visleaf-worker": "src/viewer/load/load-worker.ts" },
  cdnFileWorker: { "visleaf-file-worker": "src/viewer/file/file-worker.ts" },
  cdnFormats: { "visleaf-formats": "src/formats/index.ts" },
};

/** A mark for each worker, in place of its source's path, and its file in each shape of the library. */
const WORKERS = ["load", "file"].map((name) => ({
  source: `"./${name}-worker.ts"`,
  mark: `VISLEAF_${name.toUpperCase()}_WORKER_PATH`,
  lib: `visleaf/${name}-worker.js`,
  cdn: name === "load" ? "./visleaf-worker.js" : `./visleaf-${name}-worker.js`,
}));

/**
 * Vite would bundle the worker with what starts it, and write its address so that no other bundler
 * finds it. Here it is a module of its own, and `new URL("visleaf/load-worker.js", import.meta.url)`
 * stays as it is written.
 */
function workerDoorPlugin(): Plugin {
  return {
    name: "visleaf:worker-door",
    enforce: "pre",
    transform: {
      filter: { id: /\/start-(load|file)-worker(-anywhere)?\.ts$/ },
      handler: (code) => ({
        code: WORKERS.reduce((text, { source, mark }) => text.replace(source, mark), code),
        map: null,
      }),
    },
    renderChunk(code) {
      const wanted = WORKERS.filter(({ mark }) => code.includes(mark));
      if (wanted.length === 0) return null;
      const shape = this.environment.name.startsWith("cdn") ? "cdn" : "lib";
      const put = (text: string, worker: (typeof WORKERS)[number]) =>
        text.replaceAll(worker.mark, JSON.stringify(worker[shape]));
      return { code: wanted.reduce(put, code), map: null };
    },
  };
}

/** A script from another origin may not start its worker as others do. */
function workerAnywherePlugin(): Plugin {
  return {
    name: "visleaf:worker-anywhere",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name.startsWith("cdn"),
    resolveId: {
      filter: { id: /\/start-(load|file)-worker\.ts$/ },
      handler(id, importer) {
        return this.resolve(id.replace(/\.ts$/, "-anywhere.ts"), importer);
      },
    },
  };
}

const shared = { target: "es2022", copyPublicDir: false } as const;

/** Writes `custom-elements.json`, by which editors know the elements. */
function elementManifestPlugin(): Plugin {
  return {
    name: "visleaf:custom-elements",
    applyToEnvironment: ({ name }) => name === "lib",
    async generateBundle() {
      const { buildManifest } = await import("./src/component/manifest.ts");
      const source = `${JSON.stringify(buildManifest(), null, 2)}\n`;
      this.emitFile({ type: "asset", fileName: "custom-elements.json", source });
    },
  };
}

interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null;
}

/**
 * Keeps in one file what `entry` imports without waiting: that is needed in any case, however many files that are
 * fetched later share a part of it.
 */
function coreGroup(entry: string) {
  const isCore = new Map<string, boolean>();
  return function nameOf(id: string, graph: ModuleGraph): string | null {
    const known = isCore.get(id);
    if (known !== undefined) return known ? "core" : null;
    isCore.set(id, false);
    const info = graph.getModuleInfo(id);
    const needed =
      id.endsWith(entry) || info?.importers.some((one) => nameOf(one, graph) !== null) === true;
    isCore.set(id, needed);
    return needed ? "core" : null;
  };
}

/** @param chunks what names of files begin with that are fetched later */
function cdnFile(entry: Record<string, string>, chunks = "visleaf"): EnvironmentOptions {
  return {
    consumer: "client",
    build: {
      ...shared,
      outDir: "dist/cdn",
      emptyOutDir: false,
      minify: true,
      lib: { formats: ["es"], entry },
      rolldownOptions: {
        // What is fetched later takes what it shares from the entry, not from a third file.
        preserveEntrySignatures: "allow-extension",
        output: {
          chunkFileNames: ({ moduleIds }) => sharedFile(moduleIds) ?? `${chunks}-[name].js`,
          codeSplitting: { groups: [{ name: coreGroup(Object.values(entry)[0]) }] },
          // Vite leaves a module of a library its line breaks.
          minify: true,
          // No bundler comes after, to whom marks of what is pure would tell something.
          comments: { legal: true, annotation: false, jsdoc: false },
        },
      },
    },
  };
}

/**
 * The library, for other programs. Two shapes of it:
 *
 * - `dist/lib`: a module for each door of the package, for bundlers: dependencies are left to them, and
 *   each worker is one more module, which they find by its URL and split where it imports later.
 * - `dist/cdn`: each door as one file with all it needs, for a script tag or an import map.
 */
const LIBRARY: ViteUserConfig = {
  base: "./",
  plugins: [
    sharedShadersPlugin(({ name }) => name === "lib"),
    shaderLinkPlugin(),
    familyNumbersPlugin(),
    recordNumbersPlugin(),
    workerDoorPlugin(),
    workerAnywherePlugin(),
    notices.main(),
    elementManifestPlugin(),
  ],
  builder: {
    async buildApp(builder) {
      // Several builds write into it, so none may empty it.
      rmSync("dist/cdn", { recursive: true, force: true });
      for (const name of ["lib", ...Object.keys(CDN_FILES)]) {
        await builder.build(builder.environments[name]);
      }
    },
  },
  environments: {
    lib: {
      consumer: "client",
      build: {
        ...shared,
        outDir: "dist/lib",
        minify: false,
        lib: { formats: ["es"], entry: { ...DOORS, ...WORKER_DOORS } },
        // Whoever bundles the program bundles these, once.
        rolldownOptions: {
          external: [...PACKAGES, "react"],
          // Declarations carry the documentation.
          output: {
            comments: { legal: true, annotation: true, jsdoc: false },
            paths: writeSharedPath,
          },
        },
      },
    },
    cdnMap: cdnFile(CDN_FILES.cdnMap),
    // It shares no file with the map's, whose first picture would wait for what models take of it.
    cdnModel: cdnFile(CDN_FILES.cdnModel, "visleaf-model-viewer"),
    cdnWorker: cdnFile(CDN_FILES.cdnWorker),
    cdnFileWorker: cdnFile(CDN_FILES.cdnFileWorker, "visleaf-file"),
    // It shares modules with the worker, which their files import from another entry.
    cdnFormats: cdnFile(CDN_FILES.cdnFormats, "visleaf-formats"),
  },
};

const BUILDS: Readonly<Record<string, ViteUserConfig>> = {
  cli: COMMAND,
  lib: LIBRARY,
  gpu: GPU_BENCH,
};

export default defineConfig(({ mode }) => BUILDS[mode] ?? PAGE);
