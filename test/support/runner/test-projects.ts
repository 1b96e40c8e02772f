/**
 * Test projects of `vite.config.ts`: groups run one after another, most of their files in parallel.
 */

import type { ViteUserConfig } from "vitest/config";
import { listTests } from "./list-tests.ts";
import { LongestFirst } from "./longest-first.ts";

const { unit, data, gpu, command, browser } = listTests();

const SETUP = "test/support/runner/global-setup.ts";

/**
 * A worker imports the engine and compiles its pipelines once, not for each file. Globals that a
 * test sets are restored, because the next file shares them.
 */
const SHARED = { isolate: false, unstubGlobals: true, unstubEnvs: true } as const;

/** All cores, because some machines have only two. */
const SIDE_BY_SIDE = { maxWorkers: "100%" } as const;

export const TESTS: ViteUserConfig["test"] = {
  pool: "forks",
  // A software adapter that also shows the page is slow on two cores.
  testTimeout: 180_000,
  hookTimeout: 120_000,
  setupFiles: "test/support/fixed-seed.ts",
  reporters: ["default", "./test/support/runner/summary-reporter.ts"],
  sequence: { sequencer: LongestFirst },
  projects: [
    {
      extends: true,
      test: {
        name: "unit",
        include: [...unit],
        ...SHARED,
        ...SIDE_BY_SIDE,
        sequence: { groupOrder: 0 },
      },
    },
    {
      extends: true,
      test: {
        name: "data",
        include: [...data],
        ...SHARED,
        ...SIDE_BY_SIDE,
        sequence: { groupOrder: 0 },
      },
    },
    {
      extends: true,
      test: {
        name: "gpu",
        include: [...gpu],
        globalSetup: SETUP,
        ...SHARED,
        // Half of its time is one compiling thread, so the other core can run another file.
        ...SIDE_BY_SIDE,
        sequence: { groupOrder: 1 },
      },
    },
    {
      extends: true,
      test: {
        name: "command",
        include: [...command],
        globalSetup: SETUP,
        ...SHARED,
        ...SIDE_BY_SIDE,
        sequence: { groupOrder: 2 },
      },
    },
    {
      extends: true,
      test: {
        name: "browser",
        include: [...browser],
        globalSetup: SETUP,
        ...SHARED,
        // Two at a time are no faster on two cores, and pages then miss their timeouts.
        maxWorkers: 1,
        sequence: { groupOrder: 3 },
      },
    },
  ],
};
