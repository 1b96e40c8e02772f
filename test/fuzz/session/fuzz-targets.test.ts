/** A short run over every target: the same mutants in every run. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fuzzRuns } from "../../support/fuzz-runs.ts";
import { bundleProgram } from "../../support/measure/bundle-program.ts";
import { BundleSources } from "../coverage/bundle-sources.ts";
import { TARGETS } from "../targets/index.ts";
import { fuzzTarget } from "./fuzz-target.ts";
import { FuzzedProcess } from "./fuzzed-process.ts";
import { BOUNDS } from "./judge.ts";
import { listMutants } from "./kept-files.ts";

/** Mutants of each target. */
const RUNS = fuzzRuns(32);

describe("a short run", () => {
  let program: Awaited<ReturnType<typeof bundleProgram>>;
  let process: FuzzedProcess;
  let sources: BundleSources;
  beforeAll(async () => {
    program = await bundleProgram("test/fuzz/session/fuzz-program.ts", true);
    // A machine that has much to do gives no answer for long, and nothing is wrong.
    process = new FuzzedProcess(program.path, { ...BOUNDS, ms: 60_000 });
    sources = new BundleSources(program.folder);
  });
  afterAll(() => {
    process.close();
    program.dispose();
  });

  it.each(TARGETS.map((target) => [target.name, target] as const))(
    "finds nothing in %s",
    async (_, target) => {
      const more = listMutants(target).map(({ bytes }) => bytes);
      const limits = { runs: RUNS, seconds: Number.POSITIVE_INFINITY, mostTries: 0, seed: 1 };
      // Looking for those that reach something takes longest: `fuzz-toys.test.ts` does so.
      const options = { target, more, process, sources, isGuided: false, ...limits };
      const result = await fuzzTarget(options);
      const { runs, ends, findings, seedBlocks, reachedMore } = result;
      expect(findings).toEqual([]);
      expect(runs).toBe(RUNS);
      const files = target.seeds().length + more.length;
      expect(ends.read + ends.refused).toBe(RUNS + files);
      expect(seedBlocks).toBeGreaterThan(5);
      // Kept mutants reach code that no seed reaches.
      if (more.length > 0) expect(reachedMore).toBeGreaterThan(0);
      for (const code of target.code) {
        expect([code, sources.textOf([code]).length > 0]).toEqual([code, true]);
      }
    },
  );
});
