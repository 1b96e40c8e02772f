/** The `visleaf` command as plain JavaScript for Node: `dist/cli/visleaf.js` and its pieces. */

import { readFileSync } from "node:fs";
import { defineConfig } from "vite";
import { shaderLinkPlugin } from "./shaders/link-plugin.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

export default defineConfig({
  define: { VISLEAF_VERSION: JSON.stringify(version) },
  plugins: [shaderLinkPlugin()],
  ssr: {
    // What the command needs is bundled, so that `npx visleaf` needs nothing else …
    noExternal: true,
    // … but for the GPU, a binary; a browser's driver; and what serves the page from source.
    external: ["webgpu", "puppeteer", "puppeteer-core", "vite"],
  },
  build: {
    ssr: true,
    target: "node20",
    outDir: "dist/cli",
    license: { fileName: "licenses.md" },
    copyPublicDir: false,
    rolldownOptions: {
      input: { visleaf: "src/cli/main.ts" },
      output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
