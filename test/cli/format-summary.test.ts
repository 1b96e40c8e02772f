import { expect, it } from "vitest";
import { formatSummary, formatTable } from "../../src/cli/format-summary.ts";

it("formatTable aligns columns, with numbers to the right", () => {
  const rows = [
    { name: "world", count: 7, note: "whole" },
    { name: "sky", count: 1234, problem: "cut short" },
  ];
  expect(formatTable(rows)).toEqual([
    "name   count  note   problem",
    "world      7  whole",
    "sky     1234         cut short",
  ]);
});

it("formatSummary nests objects, lists scalars, and prints lists of objects as tables", () => {
  const summary = {
    format: "BSP",
    scale: 0.1 + 0.2,
    side: null,
    styles: [0, 32],
    none: [],
    corners: [
      [0, 1],
      [2, 3],
    ],
    counts: { faces: 3 },
    lumps: [{ name: "LUMP_FACES", length: 56 }],
  };
  expect(formatSummary(summary)).toEqual([
    "format: BSP",
    "scale: 0.3",
    "side: -",
    "styles: 0, 32",
    "none: -",
    "corners: 0 1, 2 3",
    "counts:",
    "  faces: 3",
    "lumps: 1",
    "  name        length",
    "  LUMP_FACES      56",
  ]);
});

it("formatSummary prints a long list with one line per item", () => {
  const names = Array.from({ length: 12 }, (_, i) => `materials/brick/wall${i}`);
  expect(formatSummary({ names })).toEqual(["names: 12", ...names.map((name) => `  ${name}`)]);
});
