import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgram } from "../support/measure/bundle-program.ts";
import type { Outcome } from "../support/measure/measured-process.ts";
import type { FileKind } from "../support/measure/readers.ts";
import { runSession } from "./fuzz-session.ts";
import { judge } from "./judge.ts";
import { makeMutant } from "./mutant.ts";
import { madeSeeds } from "./seeds.ts";

const SEEDS = madeSeeds(false);

describe("a finding", () => {
  const answer = { end: "read", message: "", ms: 10, bytesBefore: 5e7, bytesAtMost: 6e7 } as const;
  const base = { outcome: answer, byteLength: 1000 };
  const reasonOf = (outcome: Outcome, byteLength = 1000) => judge({ outcome, byteLength }, base);

  it("takes far more than its file, or more than anything may", () => {
    expect(reasonOf(answer)).toBeNull();
    expect(reasonOf({ ...answer, end: "refused", message: "BSP" })).toBeNull();
    expect(reasonOf({ ...answer, ms: 4000 })).toBe("4000 ms of 2600");
    expect(reasonOf({ ...answer, ms: 4000 }, 100_000)).toBeNull();
    expect(reasonOf({ ...answer, ms: 5500 }, 1e9)).toBe("5500 ms");
    expect(reasonOf({ ...answer, bytesAtMost: 1.01e9 })).toMatch(/bytes of memory, of/);
    expect(reasonOf({ ...answer, bytesAtMost: 1.2e9 }, 1e9)).toBe("1200000000 bytes of memory");
  });

  it("ends in no FormatError, or not at all", () => {
    const crash = { ...answer, end: "crashed", message: "RangeError" } as const;
    expect(reasonOf(crash)).toBe("crashed: RangeError");
    expect(reasonOf({ end: "hang", message: "no answer", ms: 9 })).toBe("hang: no answer");
  });
});

describe("a run", () => {
  const folder = mkdtempSync(join(tmpdir(), "visleaf-fuzz-"));
  let program: Awaited<ReturnType<typeof bundleProgram>>;
  beforeAll(async () => {
    program = await bundleProgram("test/support/measure/measure-program.ts");
  });
  afterAll(() => {
    program.dispose();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (seeds: typeof SEEDS, runs: number) =>
    runSession({
      ...{ seeds, runs, folder, program: program.path },
      ...{ seed: 20, seconds: 120, say: () => {} },
    });

  it("over the made files finds nothing", async () => {
    const { runs, ends, findings, mostBytes } = await run(SEEDS, 48);
    expect(findings).toEqual([]);
    expect(runs).toBe(48);
    expect(ends.read + ends.refused).toBe(48);
    // Both ways out are taken, or it would look at nothing.
    expect(ends.read).toBeGreaterThan(6);
    expect(ends.refused).toBeGreaterThan(6);
    expect(mostBytes).toBeGreaterThan(0);
  });

  it("keeps what it finds, and what it takes to make it again", async () => {
    // A reader that is not there: every mutant ends in a TypeError.
    const broken = { ...SEEDS[2], kind: "none" as FileKind };
    const { findings } = await run([broken], 2);
    expect(findings).toHaveLength(2);
    const [{ path, steps, reason }] = findings;
    expect(reason).toMatch(/^crashed: TypeError/);
    expect(steps).toHaveLength(1);
    const again = makeMutant("mdl", broken.file, steps).file;
    expect(new Uint8Array(readFileSync(path))).toEqual(again);
    expect(readdirSync(folder).filter((name) => name.endsWith(".json"))).toHaveLength(2);
  });
});
