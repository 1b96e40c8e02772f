import { describe, expect, it } from "vitest";
import {
  describeMissing,
  isMissing,
  listMissing,
} from "../../../src/cli/content/missing-content.ts";
import { Diagnostics } from "../../../src/core/diagnostics.ts";

const diagnostics = new Diagnostics();
for (const name of ["a", "b", "c", "d", "e"]) diagnostics.warn("missing-texture", name, "");
diagnostics.warn("missing-model", "m", "");
diagnostics.warn("damaged-section", "LUMP_PAKFILE", "");
const { warnings } = diagnostics;

describe("listMissing and describeMissing", () => {
  it("list missing content by kind, without damaged content", () => {
    const textures = ["a", "b", "c", "d", "e"];
    expect(listMissing(warnings)).toEqual({ materials: [], textures, models: ["m"] });
    expect(warnings.filter((warning) => !isMissing(warning)).map(({ code }) => code)).toEqual([
      "damaged-section",
    ]);
  });

  it("print a line per kind with the first names", () => {
    expect(describeMissing(listMissing(warnings))).toEqual([
      "missing textures: 5 (a, b, c, and 2 more)",
      "missing models: 1 (m)",
    ]);
    expect(describeMissing({ materials: ["x", "y", "z"], textures: [], models: [] })).toEqual([
      "missing materials: 3 (x, y, z)",
    ]);
  });
});
