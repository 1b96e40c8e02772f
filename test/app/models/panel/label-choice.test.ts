import { describe, expect, it } from "vitest";
import { LabelChoice, shortName } from "../../../../src/app/models/panel/model-labels.ts";

/** Chooses labels; each place is x, y and depth. */
function choose(
  places: Record<string, readonly [x: number, y: number, depth: number]>,
  { marked = -1, pointer = [Number.NaN, Number.NaN], most = 9, offered = () => true } = {} as {
    marked?: number;
    pointer?: number[];
    most?: number;
    offered?: (row: number) => boolean;
  },
) {
  const names = Object.keys(places);
  const choice = new LabelChoice(names, most);
  for (const [row, [x, y, depth]] of Object.values(places).entries()) {
    choice.x[row] = x;
    choice.y[row] = y;
    choice.depth[row] = depth;
  }
  choice.choose(400, 300, marked, { x: pointer[0], y: pointer[1] }, offered);
  return [...choice.chosen.subarray(0, choice.count)].map((row) => names[row]);
}

describe("label choice", () => {
  const two = { far: [100, 100, 50], near: [110, 104, 20] } as const;

  it("prefers the nearest names, without overlaps", () => {
    expect(choose(two)).toEqual(["near"]);
    expect(choose({ ...two, below: [100, 130, 60] })).toEqual(["near", "below"]);
    expect(choose({ ...two, beside: [300, 100, 60] })).toEqual(["near", "beside"]);
    expect(choose({ a: [10, 10, 1], b: [10, 40, 2], c: [10, 80, 3] }, { most: 2 })).toEqual([
      ...["a", "b"],
    ]);
  });

  it("prefers the marked name, then the name under the pointer", () => {
    expect(choose(two, { marked: 0 })).toEqual(["far"]);
    expect(choose(two, { pointer: [99, 100] })).toEqual(["far"]);
    // A name that is not offered is shown only if it is marked.
    const offered = (row: number) => row === 1;
    expect(choose({ ...two, near: [300, 200, 5] }, { marked: 0, offered })).toEqual([
      ...["far", "near"],
    ]);
    expect(choose({ ...two, near: [300, 200, 5] }, { offered })).toEqual(["near"]);
  });

  it("excludes names behind the eye or outside the picture", () => {
    expect(choose({ behind: [10, 10, 0], left: [-1, 10, 5], low: [10, 300, 5] })).toEqual([]);
    expect(choose({ behind: [10, 10, 0] }, { marked: 0 })).toEqual([]);
  });

  it("strips the rig's prefix from names", () => {
    expect(shortName("ValveBiped.Bip01_L_Hand")).toBe("L_Hand");
    expect(shortName("Bip01_Head1")).toBe("Head1");
    expect(shortName("wheel.")).toBe("wheel.");
    expect(shortName("Bone01")).toBe("Bone01");
  });
});
