import { describe, expect, it } from "vitest";
import { reportLosses } from "../../../../src/compile/studiomdl/decompile/list-losses.ts";
import type { MdlAnimations } from "../../../../src/formats/studio/animation/animation-types.ts";
import type { Mdl } from "../../../../src/formats/studio/types.ts";

const mdl = { flags: 0 } as Mdl;
const none: MdlAnimations = { animations: [], sequences: [] };

function losses(animations: unknown, parts: Parameters<typeof reportLosses>[2] = {}): string[] {
  const lines: string[] = [];
  reportLosses(mdl, animations as MdlAnimations, parts, { warn: (line) => void lines.push(line) });
  return lines;
}

describe("what a script does not say", () => {
  it("is nothing of a model that has nothing more", () => {
    expect(losses(none)).toEqual([]);
  });

  it("is counted, in one line each", () => {
    expect(losses(none, { solidCount: 15 })).toEqual([
      "15 solids of the collision model are not written",
    ]);
    expect(losses(none, { solidCount: 1 })).toEqual([
      "1 solid of the collision model is not written",
    ]);
  });
});
