import { describe, expect, it } from "vitest";
import type { MdlSequence } from "../../../src/formats/studio/animation/animation-types.ts";
import type { Motions } from "../../../src/model/files/studio-model.ts";
import { findFirstSequence, readFirstBlocks } from "../../../src/scene/model/first-sequence.ts";

const [LOOPING, DELTA, AUTOPLAY, HIDDEN, OVERRIDE] = [0x1, 0x4, 0x8, 0x400, 0x800];

/** Returns the first sequence for rows of `name ACTIVITY flags`. */
function first(...texts: readonly (readonly [name: string, activity?: string, flags?: number])[]) {
  const sequences = texts.map(([name, activity = "", flags = 0]) => ({
    ...{ name, activity, flags },
    blends: (flags & OVERRIDE) === 0 ? [0] : [],
  }));
  const row = findFirstSequence(sequences as unknown as MdlSequence[]);
  return row < 0 ? null : texts[row][0];
}

describe("findFirstSequence", () => {
  it("picks an idle sequence, not a transition into or out of it", () => {
    // As in a real view model.
    expect(
      first(
        ["fizzle", "ACT_VM_FIZZLE"],
        ["idletolow", "ACT_VM_LOWERED_TO_IDLE"],
        ["lowtoidle", "ACT_VM_IDLE_TO_LOWERED"],
        ["lowidle", "ACT_VM_IDLE_LOWERED", LOOPING],
        ["idle_layer", "", LOOPING],
        ["idle", "ACT_VM_IDLE", LOOPING],
        ["idle_to_carrying", "ACT_VM_PICKUP"],
      ),
    ).toBe("idle");
    expect(first(["idletolow"], ["idle_start"], ["stand"], ["Idle01"])).toBe("Idle01");
    expect(first(["shoot"], ["rest", "ACT_VM_IDLE"])).toBe("rest");
    expect(first(["shoot"], ["sway", "ACT_IDLE_ANGRY"])).toBe("sway");
  });

  it("prefers the activity, then the name, then a similar activity", () => {
    expect(first(["idle", "ACT_VM_IDLE"], ["stand", "ACT_IDLE"])).toBe("stand");
    expect(first(["rest", "ACT_VM_IDLE"], ["IDLE"])).toBe("IDLE");
  });

  it("prefers a looping sequence", () => {
    expect(first(["a", "ACT_IDLE"], ["b", "ACT_IDLE", LOOPING])).toBe("b");
    expect(first(["idle1"], ["idle2", "", LOOPING])).toBe("idle2");
  });

  it("never picks an additive sequence if there is another, and partial ones last", () => {
    expect(first(["idle", "ACT_IDLE", DELTA], ["walk"])).toBe("walk");
    expect(first(["blink", "", AUTOPLAY], ["part", "", HIDDEN], ["walk"])).toBe("walk");
    expect(first(["part", "", HIDDEN])).toBe("part");
    expect(first(["lean", "", DELTA])).toBe("lean");
    expect(first()).toBeNull();
  });
});

describe("findFirstSequence with a declared sequence", () => {
  it("picks it only if no other sequence has animations", () => {
    expect(first(["idle", "ACT_IDLE", OVERRIDE], ["ragdoll"])).toBe("ragdoll");
    expect(first(["idle", "ACT_IDLE", OVERRIDE])).toBe("idle");
  });
});

describe("the animation blocks for a model's first picture", () => {
  async function rowsOf(wanted?: string | number) {
    const read: number[] = [];
    const sequences = [
      ["ragdoll"],
      ["idle", "ACT_IDLE"],
      ["breathe", "", AUTOPLAY],
      ["Walk", "ACT_WALK"],
      ["3"],
    ].map(([name, activity = "", flags = 0]) => ({ name, activity, flags, blends: [0] }));
    const readBlocks = async (rows: readonly number[] = []) => void read.push(...rows);
    await readFirstBlocks({ sequences, readBlocks } as unknown as Motions, wanted);
    return read.filter((row) => row >= 0).sort((a, b) => a - b);
  }

  it("include idle, autoplay and the requested sequence", async () => {
    expect(await rowsOf()).toEqual([1, 2]);
    expect(await rowsOf("walk")).toEqual([1, 2, 3]);
    expect(await rowsOf(0)).toEqual([0, 1, 2]);
    expect(await rowsOf("no such")).toEqual([1, 2]);
    // A name may consist of digits.
    expect(await rowsOf("3")).toEqual([1, 2, 4]);
    expect(await rowsOf("0")).toEqual([0, 1, 2]);
  });
});
