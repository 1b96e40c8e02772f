import { describe, expect, it } from "vitest";
import { reportLosses } from "../../../../src/compile/studiomdl/decompile/list-losses.ts";
import type { Phy } from "../../../../src/formats/phy/parse-phy.ts";
import type { MdlAnimations } from "../../../../src/formats/studio/animation/animation-types.ts";
import type { Mdl } from "../../../../src/formats/studio/types.ts";

const mdl = { flags: 0 } as Mdl;
const none: MdlAnimations = { animations: [], sequences: [] };

function losses(animations: unknown, parts: Parameters<typeof reportLosses>[3] = {}): string[] {
  const lines: string[] = [];
  reportLosses(mdl, null, animations as MdlAnimations, parts, {
    warn: (line) => void lines.push(line),
  });
  return lines;
}

describe("losses of decompiling", () => {
  it("do not exist for a plain model", () => {
    expect(losses(none)).toEqual([]);
  });

  it("take a line per kind, with a count", () => {
    const phy = (...names: string[]) =>
      ({ keyValues: names.map((key) => ({ key })) }) as unknown as Phy;
    const constraint = "ragdollconstraint";
    expect(losses(none, { phy: phy("solid", constraint, constraint) })).toEqual([
      "2 constraints of the ragdoll are not written",
    ]);
    expect(losses(none, { phy: phy("solid", constraint) })).toEqual([
      "1 constraint of the ragdoll is not written",
    ]);
    const animations = [{ hierarchies: [1, 2] }, { hierarchies: [] }, { hierarchies: [3] }];
    expect(losses({ animations, sequences: [] })).toEqual([
      "3 changes of parent of 2 animations are not written",
    ]);
  });
});
