import { describe, expect, it } from "vitest";
import { listUnpatchedNames } from "../../../src/scene/materials/unpatched-names.ts";

describe("listUnpatchedNames", () => {
  it.each([
    ["brick/wall", []],
    // A material's own name may end like a patch name.
    ["brick/wall_1_2_3", []],
    ["water/lake_depth_64", []],
    ["maps/canyon/brick/wall", []],
    ["maps/canyon/brick/wall_1_2", []],
    ["maps/canyon/brick/wall_-261_48_-1039", ["brick/wall"]],
    ["maps/canyon/water/lake_depth_64", ["water/lake"]],
    ["maps/canyon/dev/dev_blendmeasure_wvt_patch", ["dev/dev_blendmeasure"]],
    [
      "maps/canyon/nature/blend_wvt_patch_1_-2_3",
      ["maps/canyon/nature/blend_wvt_patch", "nature/blend_wvt_patch", "nature/blend"],
    ],
    [
      "maps/canyon/water/lake_depth_128_10_20_-30",
      ["maps/canyon/water/lake_depth_128", "water/lake_depth_128", "water/lake"],
    ],
    ["maps/canyon/maps/canyon/blend_wvt_patch_1_2_3", ["maps/canyon/blend_wvt_patch", "blend"]],
    // The folder is stripped only once, because a map may keep its own materials there.
    ["maps/canyon/maps/other/wall_1_2_3", ["maps/other/wall"]],
    ["maps/canyon/_wvt_patch", []],
  ])("lists the candidates for %s", (name, expected) => {
    const names = listUnpatchedNames(name);
    expect(names[0]).toBe(name);
    expect(names.slice(1)).toEqual(expected);
  });

  it("stops early for any name", () => {
    expect(listUnpatchedNames(`maps/m/a${"_1_2_3".repeat(500)}`).length).toBeLessThan(8);
  });
});
