import { defineConfig } from "vitest/config";
import { shaderLinkPlugin } from "./shaders/link-plugin.ts";

export default defineConfig({
  base: "./",
  plugins: [shaderLinkPlugin()],
  worker: { format: "es", plugins: () => [shaderLinkPlugin()] },
  server: { host: "127.0.0.1" },
  build: { target: "es2022", sourcemap: true, outDir: "dist/page" },
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
