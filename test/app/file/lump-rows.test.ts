/** Rows of the lump table, and their order. */

import { describe, expect, it } from "vitest";
import { type LumpColumn, listLumpRows, sortLumpRows } from "../../../src/app/file/lump-rows.ts";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import { LumpFile } from "../../../src/content/report/lump-file.ts";
import { readLumpReport } from "../../../src/content/report/read-lump-report.ts";
import { LUMP } from "../../../src/formats/bsp/lumps.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";

async function readRows() {
  const options = { lzma: ["LUMP_FACES"] } as const;
  const lumps = makeBspLumps(options);
  const files = Array.from(
    { length: 60 },
    (_, i) => [`a/${i}.txt`, new Uint8Array(10 + i)] as const,
  );
  lumps.set("LUMP_PAKFILE", { version: 0, bytes: writeZip(new Map(files)) });
  const bytes = assembleBsp(lumps, options);
  return listLumpRows(await readLumpReport("a", await LumpFile.open(memoryBytes("a", bytes))));
}

describe("lump rows", () => {
  it("list each slot once, with the parts of two lumps as child rows", async () => {
    const rows = await readRows();
    expect(rows).toHaveLength(64);
    expect(rows[LUMP.LUMP_PLANES]).toMatchObject({ name: "PLANES", bytes: 280, records: 14 });
    expect(rows[LUMP.LUMP_FACES].packing).toBe("LZMA");
    expect(rows[LUMP.LUMP_FACES].unpacked % 56).toBe(0);
    expect(rows[LUMP.LUMP_FACES].unpacked).not.toBe(rows[LUMP.LUMP_FACES].bytes);
    expect(rows[LUMP.LUMP_UNUSED0]).toMatchObject({ bytes: 0, records: null });
    const games = rows[LUMP.LUMP_GAME_LUMP];
    expect(games.records).toBe(games.children.length);
    expect(games.children.map(({ name }) => name)).toContain("sprp");
    const pak = rows[LUMP.LUMP_PAKFILE];
    expect([pak.records, pak.children.length, pak.moreCount]).toEqual([60, 40, 20]);
    expect(pak.children[0]).toMatchObject({ name: "a/59.txt", bytes: 69, slot: 40 });
    expect(pak.children[0].share).toBeCloseTo(69 / (pak.bytes / pak.share), 12);
  });

  it.each<[LumpColumn, boolean]>([
    ["bytes", true],
    ["bytes", false],
    ["name", false],
    ["records", true],
    ["records", false],
  ])(
    "are sorted by %s (descending: %s), with rows without a value last",
    async (column, isDown) => {
      const sorted = sortLumpRows(await readRows(), { column, isDown });
      const values = sorted.map((row) => row[column]);
      const end = values.indexOf(null);
      const told = end < 0 ? values : values.slice(0, end);
      expect(values.slice(told.length).every((value) => value === null)).toBe(true);
      const turn = isDown ? -1 : 1;
      const expected = [...told].sort((a, b) => (a! < b! ? -turn : a! > b! ? turn : 0));
      expect(told).toEqual(expected);
      expect(told.length).toBeGreaterThan(10);
    },
  );

  it("keep child rows below their parent, in the same order", async () => {
    const sorted = sortLumpRows(await readRows(), { column: "bytes", isDown: false });
    const pak = sorted.find(({ slot }) => slot === LUMP.LUMP_PAKFILE)!;
    const sizes = pak.children.map(({ bytes }) => bytes);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(sizes.at(-1)).toBe(69);
  });
});
