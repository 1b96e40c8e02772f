/** The library, for other programs to import: `dist/lib`, a module for each door of the package. */

import { defineConfig } from "vite";
import { shaderLinkPlugin } from "./shaders/link-plugin.ts";

export default defineConfig({
  // The load worker is found beside the module that starts it.
  base: "./",
  plugins: [shaderLinkPlugin()],
  worker: { format: "es", plugins: () => [shaderLinkPlugin()] },
  build: {
    target: "es2022",
    outDir: "dist/lib",
    sourcemap: true,
    minify: false,
    copyPublicDir: false,
    lib: {
      formats: ["es"],
      entry: { visleaf: "src/viewer/index.ts", formats: "src/formats/index.ts" },
    },
    // Whoever bundles the program bundles these, once.
    rolldownOptions: { external: ["fflate", "gl-matrix", "lzma1"] },
  },
});
