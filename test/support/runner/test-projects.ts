/** The tests as `vite.config.ts` has them run: those of data side by side, then what needs a device. */

import type { ViteUserConfig } from "vitest/config";
import { listDeviceTests } from "./device-tests.ts";
import { LongestFirst } from "./longest-first.ts";

/** What draws by Dawn, what needs a browser, a build or the command, and what measures time. */
const { gpu, browser, timed } = listDeviceTests();

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
        exclude: [...gpu, ...browser, ...timed],
        // Not one less than there are cores, of which some machines have two.
        maxWorkers: "100%",
        // A worker imports the engine once, not for each of its files: half of the group's time. What a
        // test leaves in a global would be the next file's, so it is taken back.
        isolate: false,
        unstubGlobals: true,
        unstubEnvs: true,
        sequence: { groupOrder: 0 },
      },
    },
    {
      extends: true,
      test: {
        name: "gpu",
        include: gpu,
        globalSetup: "test/support/runner/global-setup.ts",
        // The software adapter takes all cores by itself.
        maxWorkers: 1,
        // As of the group before: a fifth of the group's time.
        isolate: false,
        unstubGlobals: true,
        unstubEnvs: true,
        sequence: { groupOrder: 1 },
      },
    },
    {
      extends: true,
      test: {
        name: "browser",
        include: browser,
        globalSetup: "test/support/runner/global-setup.ts",
        // Two at a time are no faster on two cores, and pages then miss what they wait for.
        maxWorkers: 1,
        isolate: false,
        unstubGlobals: true,
        unstubEnvs: true,
        sequence: { groupOrder: 2 },
      },
    },
    {
      extends: true,
      test: {
        name: "timed",
        include: timed,
        globalSetup: "test/support/runner/global-setup.ts",
        maxWorkers: 1,
        sequence: { groupOrder: 3 },
      },
    },
  ],
};
