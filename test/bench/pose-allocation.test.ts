/**
 * A frame of a moving model creates no objects. The remaining bytes are numbers that V8 boxes when
 * it passes them between functions. An array of three numbers per bone would take 2,000 bytes for a
 * person's 44 bones, per sequence.
 */

import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PERSON } from "../model/corpus-models.ts";
import { corpusPath, hasCorpus } from "../support/corpus.ts";
import { bundleProgram } from "../support/measure/bundle-program.ts";
import type { PoseAllocation } from "./pose-allocation.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
let found: PoseAllocation;
beforeAll(async () => {
  program = await bundleProgram("test/bench/pose-allocation.ts");
  const person = hasCorpus ? [corpusPath(PERSON[0]), PERSON[1]] : [];
  const args = [program.path, ...person];
  found = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
}, 120_000);
afterAll(() => program.dispose());

describe("a frame of a model that moves", () => {
  it("creates no objects, whatever plays", () => {
    // Measured: 450 bytes for one sequence of 9 bones, of which four follow rules, and one limb;
    // 2,540 for eleven sequences.
    expect(found.one).toBeLessThan(1000);
    expect(found.many).toBeLessThan(4000);
  });

  it.skipIf(!hasCorpus)("creates no objects for a real person or its face", () => {
    // Measured: 935 bytes for 44 bones, seven sequences and four limbs.
    expect(found.person).toBeLessThan(2000);
    expect(found.face).toBeLessThan(200);
  });
});
