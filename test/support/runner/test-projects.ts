/** The tests as `vite.config.ts` has them run: group after group, and most of them side by side. */

import type { ViteUserConfig } from "vitest/config";
import { listDeviceTests } from "./device-tests.ts";
import { LongestFirst } from "./longest-first.ts";

/** What draws by Dawn, what needs a build or the command, what a browser, and what measures time. */
const { gpu, command, browser, timed } = listDeviceTests();

const SETUP = "test/support/runner/global-setup.ts";

/**
 * A worker imports the engine once, and compiles its pipelines once, not for each of its files. What a test leaves in a
 * global would be the next file's, so it is taken back.
 */
const SHARED = { isolate: false, unstubGlobals: true, unstubEnvs: true } as const;

/** Not one less than there are cores, of which some machines have two. */
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
        name: "data",
        include: ["test/**/*.test.ts"],
        exclude: [...gpu, ...command, ...browser, ...timed],
        ...SHARED,
        ...SIDE_BY_SIDE,
        sequence: { groupOrder: 0 },
      },
    },
    {
      extends: true,
      test: {
        name: "gpu",
        include: gpu,
        globalSetup: SETUP,
        ...SHARED,
        // Half of its time is one thread's, that compiles: the other core is free for another file.
        ...SIDE_BY_SIDE,
        sequence: { groupOrder: 1 },
      },
    },
    {
      extends: true,
      test: {
        name: "command",
        include: command,
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
        include: browser,
        globalSetup: SETUP,
        ...SHARED,
        // Two at a time are no faster on two cores, and pages then miss what they wait for.
        maxWorkers: 1,
        sequence: { groupOrder: 3 },
      },
    },
    {
      extends: true,
      test: {
        name: "timed",
        include: timed,
        globalSetup: SETUP,
        maxWorkers: 1,
        sequence: { groupOrder: 4 },
      },
    },
  ],
};
