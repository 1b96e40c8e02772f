/** Tests that the fuzzer finds planted faults of known kinds. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram } from "../../support/measure/bundle-program.ts";
import { MeasuredProcess } from "../../support/measure/measured-process.ts";
import { BundleSources } from "../coverage/bundle-sources.ts";
import { type FuzzResult, fuzzTarget } from "./fuzz-target.ts";
import { FuzzedProcess } from "./fuzzed-process.ts";
import { BOUNDS } from "./judge.ts";
import { TOYS } from "./toy-targets.ts";
import type { TryAnswer, TryQuestion } from "./try-files.ts";

let program: Awaited<ReturnType<typeof bundleProgram>>;
let process: FuzzedProcess;
let sources: BundleSources;
beforeAll(async () => {
  program = await bundleProgram("test/fuzz/session/toy-program.ts", true);
  process = new FuzzedProcess(program.path, { ...BOUNDS, ms: 60_000 });
  sources = new BundleSources(program.folder);
});
afterAll(() => {
  process.close();
  program.dispose();
});

function fuzzToy(name: string, runs: number, isGuided = true): Promise<FuzzResult> {
  const target = TOYS.find((toy) => toy.name === name)!;
  // Two seeds in three find the way in 6,000 runs; which, changes with the numbers in the code of the toys.
  const limits = { runs, seconds: Number.POSITIVE_INFINITY, mostTries: 8, seed: 3, isGuided };
  return fuzzTarget({ target, more: [], process, sources, ...limits });
}

describe("the fuzzer", () => {
  it("finds its way by what it reached, and not without", async () => {
    const { findings, blocks, seedBlocks, runs } = await fuzzToy("maze", 6000);
    expect(findings.map(({ reason }) => reason.split("\n")[0])).toEqual([
      "crashed: TypeError: the maze's end",
    ]);
    // Half of its seed: all that is needed.
    expect(findings[0].bytes).toHaveLength(8);
    expect(blocks).toBeGreaterThan(seedBlocks + 3);
    const blind = await fuzzToy("maze", runs, false);
    expect(blind.findings).toEqual([]);
    expect(blind.blocks).toBeLessThan(blocks);
  });

  it("makes the same mutants for the same seed", async () => {
    const [first, second] = [await fuzzToy("maze", 1500), await fuzzToy("maze", 1500)];
    expect(first.kept.length).toBeGreaterThan(0);
    expect({ ...second, seconds: 0, slowestMs: 0, mostBytes: 0 }).toEqual({
      ...first,
      ...{ seconds: 0, slowestMs: 0, mostBytes: 0 },
    });
  });

  it("counts faults of one cause as one", async () => {
    const { findings, ends } = await fuzzToy("thrower", 400);
    expect(findings).toHaveLength(1);
    expect(findings[0].reason).toMatch(/^crashed: RangeError: byte \d+\n/);
    expect(findings[0].bytes).toHaveLength(4);
    expect(ends.read).toBeGreaterThan(50);
  });

  it("lets a target end in its own sentences", async () => {
    const { findings, ends } = await fuzzToy("talker", 100);
    expect(findings).toEqual([]);
    // And its seed.
    expect(ends).toEqual({ read: 0, refused: 101 });
  });

  it.each([
    ["stray", "crashed: thrown where nobody waits for it: TypeError: nobody waits"],
    ["writer", "crashed: Error: the file was written to"],
  ])("finds a %s", async (name, reason) => {
    const { findings } = await fuzzToy(name, 800);
    expect(findings.map((finding) => finding.reason.split("\n")[0])).toEqual([reason]);
  });
});

it("a reader that hangs is ended, and the next file is read", async () => {
  const impatient = new FuzzedProcess(program.path, { ...BOUNDS, ms: 3000 });
  const tried = await impatient.tryExactly("hanger", Uint8Array.of(1, 2));
  expect(tried.measured.outcome).toMatchObject({ end: "hang" });
  const next = await impatient.tryExactly("hanger", Uint8Array.of(0, 2));
  expect(next.measured.outcome).toMatchObject({ end: "read" });
  impatient.close();
});

it("reads a mutant with all of its target's work once it reaches new code", async () => {
  expect((await fuzzToy("whole", 512, false)).findings).toEqual([]);
  const { findings } = await fuzzToy("whole", 512);
  expect(findings.map(({ reason }) => reason.split("\n")[0])).toEqual([
    "crashed: TypeError: all of the work",
  ]);
});

it("a reader that waits for others is let wait, but not for ever", async () => {
  const child = new MeasuredProcess<TryQuestion, TryAnswer>(program.path);
  const sleep = (tenths: number, ms: number) =>
    child.ask(
      { target: "sleeper", files: [Uint8Array.of(tenths)], isExact: false, isWhole: true },
      { ...BOUNDS, ms },
    );
  await sleep(0, BOUNDS.ms);
  expect(await sleep(5, 250)).toMatchObject({ ends: [{ end: "read" }] });
  expect(await sleep(50, 250)).toMatchObject({ end: "hang", message: "no answer in 250 ms" });
});
