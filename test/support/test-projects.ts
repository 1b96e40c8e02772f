/** The tests as `vite.config.ts` has them run: those of data in parallel, those of a device in turn. */

import type { ViteUserConfig } from "vitest/config";

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

export const TESTS: ViteUserConfig["test"] = {
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
};
