import { describe, expect, it } from "vitest";
import { FormatError, type FormatErrorCode } from "../../../src/core/errors.ts";
import type { Outcome } from "../../support/measure/measured-process.ts";
import { TARGETS } from "../targets/index.ts";
import { judge } from "./judge.ts";
import { tryFile } from "./judge-end.ts";
import { minimise } from "./minimise.ts";
import { applyPatch, encodePatch } from "./patch.ts";

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

  it("may take as long for each time that a file is read", () => {
    const ofSix = (ms: number) => judge({ outcome: { ...answer, ms }, byteLength: 1e9 }, base, 6);
    expect(ofSix(29_000)).toBeNull();
    expect(ofSix(31_000)).toBe("31000 ms");
  });

  it("ends in no FormatError, or not at all", () => {
    const crash = { ...answer, end: "crashed", message: "RangeError" } as const;
    expect(reasonOf(crash)).toBe("crashed: RangeError");
    expect(reasonOf({ end: "hang", message: "no answer", ms: 9 })).toBe("hang: no answer");
  });
});

describe("how a file may end", () => {
  const detail = { format: "BSP", where: "header", offset: 0, expected: "one" } as const;
  const named = Object.assign(new Error("stopped"), { name: "CancelledError" });
  const endOf = async (thrown: unknown) => {
    const read = () => {
      throw thrown;
    };
    return (await tryFile({ ...TARGETS[0], read, sentences: /^no map/ }, new Uint8Array(1), read))
      .end;
  };

  it("is a value, an error of the catalogue, or a sentence of the target's", async () => {
    expect(await endOf(new FormatError({ ...detail, code: "truncated" }))).toBe("refused");
    expect(await endOf(named)).toBe("refused");
    expect(await endOf(new Error("no map in it"))).toBe("refused");
  });

  it("ends as crashed for unknown codes, other errors and thrown values", async () => {
    const unknown = "no-such-code" as FormatErrorCode;
    expect(await endOf(new FormatError({ ...detail, code: unknown }))).toBe("crashed");
    expect(await endOf(new Error("visleaf bug: no map"))).toBe("crashed");
    expect(await endOf(new TypeError("no map"))).toBe("crashed");
    expect(await endOf("no map")).toBe("crashed");
  });
});

it("minimise shortens a file while the condition holds, within the number of tries", async () => {
  const bytes = Uint8Array.from({ length: 500 }, (_, i) => i % 251);
  let tries = 0;
  const has = async (shorter: Uint8Array) => {
    tries++;
    return shorter.includes(77) && shorter.includes(200);
  };
  expect([...(await minimise(bytes, has, 2000))]).toEqual([77, 200]);
  tries = 0;
  expect((await minimise(bytes, has, 3)).length).toBeLessThan(500);
  expect(tries).toBe(3);
});

it("a mutant is kept as what it changes of a seed", () => {
  const seed = Uint8Array.from({ length: 3000 }, (_, i) => i & 255);
  const seeds = [new Uint8Array(9), seed];
  const changed = seed.slice();
  changed.set([9, 9], 700);
  changed.set([7], 2500);
  const inserted = Uint8Array.of(...seed.subarray(0, 50), 1, 2, 3, ...seed.subarray(60));
  for (const [bytes, most] of [
    [changed, 1 + 8 + 2 + 8 + 1],
    [inserted, 1 + 8 + 3],
    [seed.subarray(0, 20), 1 + 8],
    [seed, 1],
    [new Uint8Array(0), 1 + 8],
  ] as const) {
    const patch = encodePatch(bytes, seeds)!;
    expect(patch.length).toBeLessThanOrEqual(most);
    expect(applyPatch(patch, seeds)).toEqual(new Uint8Array(bytes));
  }
  // With other seeds the patch still makes some file.
  expect(applyPatch(encodePatch(changed, seeds)!, [Uint8Array.of(1)]).length).toBeGreaterThan(0);
});
