/**
 * A frame of a model that moves makes no objects: what there is are numbers that V8 boxes where it hands them from
 * function to function. A list of three numbers a bone would be 2,000 bytes of a person's 44, for each sequence.
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
  it("makes no objects, whatever plays", () => {
    // Of 9 bones, four of which follow rules, and a limb: 450 were measured. Of eleven sequences of it: 2,540.
    expect(found.one).toBeLessThan(1000);
    expect(found.many).toBeLessThan(4000);
  });

  it.skipIf(!hasCorpus)("makes none of a real person, nor of its face", () => {
    // Of 44 bones, seven sequences and four limbs: 935.
    expect(found.person).toBeLessThan(2000);
    expect(found.face).toBeLessThan(200);
  });
});
