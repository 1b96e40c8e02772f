import { describe, expect, it } from "vitest";
import { HEADING, listRows, stepRow } from "../../../src/app/library/library-dialog.ts";
import { visibleRange } from "../../../src/app/library/virtual-list.ts";

const group = (...names: string[]) => ({ maps: names.map((name) => ({ name })) });
const GROUPS = [group("cs_office", "de_dust", "de_dust2"), group("d1_canals_01", "d2_dust")];

/** Returns rows as text; a heading is its group's number. */
function read(search: string, only: number | null = null, groups = GROUPS): string[] {
  const rows = listRows(groups, search, only);
  return [...rows.maps].map((map, i) =>
    map === HEADING ? String(rows.groups[i]) : groups[rows.groups[i]].maps[map].name,
  );
}

describe("rows of the map list", () => {
  it("are all maps, each group below its heading", () => {
    expect(read("")).toEqual([
      "0",
      "cs_office",
      "de_dust",
      "de_dust2",
      "1",
      "d1_canals_01",
      "d2_dust",
    ]);
    expect(read("", 1)).toEqual(["1", "d1_canals_01", "d2_dust"]);
    expect(listRows(GROUPS, "").mapCount).toBe(5);
    expect([...listRows(GROUPS, "dust").below]).toEqual([2, 0, 0, 1, 0]);
  });

  it("are the maps with every search word, without headings of empty groups", () => {
    expect(read("DUST")).toEqual(["0", "de_dust", "de_dust2", "1", "d2_dust"]);
    expect(read("dust 2")).toEqual(["0", "de_dust2", "1", "d2_dust"]);
    expect(read("office")).toEqual(["0", "cs_office"]);
    expect(read("nuke")).toEqual([]);
    expect(read("  ")).toEqual(read(""));
  });

  it("begin with the maps whose own name begins with the search", () => {
    const groups = [group("ag_de_x", "workshop/12/de_y", "de_z")];
    expect(read("de_", null, groups)).toEqual(["0", "workshop/12/de_y", "de_z", "ag_de_x"]);
  });

  it("are stepped from map to map, past headings, and stop at both ends", () => {
    const rows = listRows(GROUPS, "");
    expect(stepRow(rows, -1, 1)).toBe(1);
    expect(stepRow(rows, 3, 1)).toBe(5);
    expect(stepRow(rows, 5, -1)).toBe(3);
    expect(stepRow(rows, 1, -1)).toBe(1);
    expect(stepRow(rows, 1, 100)).toBe(6);
    expect(stepRow(listRows([], ""), -1, 1)).toBe(-1);
  });

  it("are filtered among 100,000 maps", () => {
    const many = [{ maps: Array.from({ length: 100_000 }, (_, i) => ({ name: `map_${i}` })) }];
    expect(listRows(many, "map_99 9").mapCount).toBe(1111);
  });
});

describe("visibleRange", () => {
  it("returns a few rows within the list", () => {
    expect(visibleRange(0, 400, 40, 10_000)).toEqual([0, 16]);
    expect(visibleRange(4000, 400, 40, 10_000)).toEqual([94, 116]);
    expect(visibleRange(399_600, 400, 40, 10_000)).toEqual([9984, 10_000]);
    expect(visibleRange(5000, 400, 40, 3)).toEqual([3, 3]);
    expect(visibleRange(0, 400, 40, 0)).toEqual([0, 0]);
  });
});
