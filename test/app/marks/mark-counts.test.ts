import { describe, expect, it } from "vitest";
import { buildMarks } from "../../../src/analysis/marks/build-marks.ts";
import { readMarkMap } from "../../../src/analysis/marks/mark-map.ts";
import { countMarks, followsCamera } from "../../../src/app/marks/mark-counts.ts";
import { MARKS } from "../../../src/map/mark-kinds.ts";
import { markedRoom } from "../../analysis/marks/marked-room.ts";

describe("countMarks", () => {
  const map = readMarkMap(markedRoom());
  const count = (group: "brushes" | "leafs" | "entities") =>
    countMarks(group, buildMarks(map, group));

  it("counts a clip for both under each, and 0 for what the map lacks", () => {
    const counts = count("brushes");
    expect(counts.get("playerclip")).toBe(2);
    expect(counts.get("npcclip")).toBe(2);
    expect(counts.get("nocollide")).toBe(0);
    expect(counts.has("leaf")).toBe(false);
  });

  it("counts icons as entities", () => {
    const { markers } = buildMarks(map, "entities");
    expect(count("entities").get("entities")).toBe(markers!.count);
    expect(markers!.count).toBeGreaterThan(0);
  });

  it("answers for every mark, each in its own group", () => {
    const groups = (["brushes", "leafs", "entities"] as const).map(count);
    for (const { name } of MARKS) {
      expect(groups.filter((counts) => counts.has(name))).toHaveLength(1);
    }
    expect(MARKS.map(({ name }) => name).filter(followsCamera)).toEqual(["leaf", "area", "pvs"]);
    expect(count("leafs").get("leaf")).toBeGreaterThan(0);
  });
});
