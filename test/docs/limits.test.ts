/** The table of limits in the documentation equals the code's. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LIMITS } from "../../src/core/limits.ts";
import { WATCH_LIMITS } from "../../src/viewer/load/load-watch.ts";

const text = readFileSync(resolve(import.meta.dirname, "../../docs/limits.md"), "utf8");
/** Cells of the rows by item. */
const rows = new Map(
  [...text.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, name, cells]) => [
    name,
    cells.split("|").map((cell) => cell.trim()),
  ]),
);
const numberOf = (cell: string) => Number(cell.replaceAll(",", ""));

describe("docs/limits.md", () => {
  it.each(Object.entries(LIMITS))("has the values of %s", (name, limit) => {
    const [least, perByte, memory] = rows.get(name) ?? [];
    expect(numberOf(least)).toBe(limit.least);
    const [count, bytes = "1"] = perByte.split("/");
    expect(numberOf(count) / numberOf(bytes)).toBe(limit.perByte);
    expect(numberOf(memory)).toBe(limit.byteLength);
  });

  it.each(Object.entries(WATCH_LIMITS))("has the watch limit %s", (name, limit) => {
    expect(numberOf(rows.get(name)?.[0] ?? "")).toBe(limit);
  });

  it("has no unknown items", () => {
    const items = [...Object.keys(LIMITS), ...Object.keys(WATCH_LIMITS)];
    expect([...rows.keys()].filter((name) => !items.includes(name))).toEqual([]);
  });
});
