import { readFileSync } from "node:fs";
import type { Connect, Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { shaderLinkPlugin } from "./shaders/link-plugin.ts";
import { PAGE_POLICY } from "./src/cli/serve/page-policy.ts";
import { isolationFor } from "./src/cli/serve/serve-isolation.ts";

/** Folders of `test` whose tests need a browser or a GPU, or time things: one file at a time. */
const DEVICE_TESTS = [
  "app",
  "bench",
  "browser",
  "build",
  "cli",
  "component",
  "examples",
  "golden",
  "gpu",
  "peers",
  "render",
  "viewer",
].map((folder) => `test/${folder}/**/*.test.ts`);
DEVICE_TESTS.push("test/corpus/gpu-*.test.ts");

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

/** The benchmark's page, `?bench`, is isolated as `visleaf serve` does it, and no other. */
function benchIsolationPlugin(): Plugin {
  const isolate: Connect.NextHandleFunction = (request, response, next) => {
    for (const [name, value] of Object.entries(isolationFor(request))) {
      response.setHeader(name, value);
    }
    next();
  };
  return {
    name: "visleaf:bench-isolation",
    configureServer: ({ middlewares }) => void middlewares.use(isolate),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(isolate),
  };
}

/**
 * The built pages say themselves what they may load and run. Not those of the development server, which
 * puts scripts and styles into them.
 */
function pagePolicyPlugin(): Plugin {
  return {
    name: "visleaf:page-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: PAGE_POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}

export default defineConfig({
  base: "./",
  define: { VISLEAF_VERSION: JSON.stringify(version) },
  plugins: [shaderLinkPlugin(), benchIsolationPlugin(), pagePolicyPlugin()],
  worker: { format: "es", plugins: () => [shaderLinkPlugin()] },
  server: { host: "127.0.0.1" },
  // Only the worker imports some of these: found late, they would reload the page under a map.
  // three.js is the peer benchmark's alone (`test/peers`): the page need not wait for it.
  optimizeDeps: {
    include: ["fflate", "gl-matrix", "idb-keyval", "mediabunny"],
    exclude: ["three"],
  },
  build: {
    target: "es2022",
    sourcemap: true,
    outDir: "dist/page",
    // The second is for `visleaf bench`, which opens it in a browser without a window.
    rolldownOptions: { input: ["index.html", "bench-host.html"] },
  },
  test: {
    pool: "forks",
    // A software adapter that also shows the page is slow on two cores.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    reporters: ["default", "./test/support/summary-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "data",
          include: ["test/**/*.test.ts"],
          exclude: DEVICE_TESTS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "device",
          include: DEVICE_TESTS,
          globalSetup: "test/support/global-setup.ts",
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
