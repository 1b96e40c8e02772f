/**
 * Tests that `inspect --lump` shows every byte of dialect records under the publicly known names.
 */

import { describe, expect, it } from "vitest";
import type { LumpName } from "../../../../src/formats/bsp/lumps.ts";
import { openLump } from "../../../../src/formats/bsp/tables/open-lump.ts";
import { openLumps } from "../../../../src/formats/bsp/tables/open-lumps.ts";
import { makeBspLumps } from "../make-bsp.ts";
import { parseStruct, readRows, sizeOf } from "./structs.ts";
import { VINDICTUS_FACES_2, WRITTEN, writeDialect } from "./write-dialect.ts";

type Name = keyof typeof WRITTEN;
type Row = Readonly<Record<string, unknown>>;

const rowsOf = (map: Uint8Array, lump: string): Row[] => {
  const { count, row } = openLump(map, lump)!.tables[0];
  return Array.from({ length: count }, (_, i) => row(i));
};

/** Returns all numbers of a row except those that it repeats as words, which come last. */
const numbersOf = (row: Row, count: number): unknown[] =>
  Object.values(row).flat(2).slice(0, count);

/** Returns the written fields in order, without alignment. */
const writtenNumbers = (map: Uint8Array, lump: LumpName, text: string): number[][] =>
  readRows(openLumps(map).lumps.bytes(lump), parseStruct(text)).map((row) =>
    [...row].flatMap(([name, values]) => (name.startsWith("pad") ? [] : values)),
  );

/** Writes the room with two records in each lump that is otherwise empty. */
function writeFilled(name: Name, changes: Parameters<typeof writeDialect>[1] = {}): Uint8Array {
  const lumps = makeBspLumps();
  for (const [lump, [from]] of Object.entries(WRITTEN[name].lumps)) {
    if ((lumps.get(lump as LumpName)?.bytes.length ?? 0) > 0) continue;
    const bytes = Uint8Array.from({ length: 2 * sizeOf(parseStruct(from)) }, (_, i) => i % 101);
    lumps.set(lump as LumpName, { version: 0, bytes });
  }
  return writeDialect(name, changes, { lumps, gameLumps: null });
}

function expectWhole(map: Uint8Array, lump: LumpName, text: string): void {
  const expected = writtenNumbers(map, lump, text);
  const rows = rowsOf(map, lump);
  expect(rows.length, lump).toBe(expected.length);
  expect(rows.length, lump).toBeGreaterThan(0);
  for (const [i, row] of rows.entries()) {
    expect(numbersOf(row, expected[i].length), `${lump} ${i}`).toEqual(expected[i]);
  }
}

describe("dialect records in lump tables", () => {
  for (const name of Object.keys(WRITTEN) as Name[]) {
    it(`of ${name} cover every byte of the record`, () => {
      const map = writeFilled(name);
      for (const [lump, [, text]] of Object.entries(WRITTEN[name].lumps)) {
        expectWhole(map, lump as LumpName, text);
      }
    });
  }

  it("cover every byte of the second form of Vindictus' faces", () => {
    const lumps = { ...WRITTEN.vindictus.lumps, ...VINDICTUS_FACES_2() };
    const map = writeFilled("vindictus", { lumps });
    expectWhole(map, "LUMP_FACES", lumps.LUMP_FACES![1]);
  });

  it("use Valve's public names for fields that only one dialect has", () => {
    const [face] = rowsOf(writeDialect("vampire"), "faces");
    expect(Object.keys(face)).toEqual(
      `avgLightColor planenum side onNode firstedge numedges texinfo dispinfo surfaceFogVolumeID
      styles day night lightofs area lightmapTextureMinsInLuxels lightmapTextureSizeInLuxels origFace
      smoothingGroups`.split(/\s+/),
    );
    const fills = Array(8).fill(0x55);
    expect(face).toMatchObject({ day: fills, night: fills, surfaceFogVolumeID: -1 });
    expect((face.styles as number[]).slice(4)).toEqual(fills.slice(4));
    expect(face.avgLightColor).toEqual(Array(8).fill([0x55, 0x55, 0x55, 0x55]));
    const own = (name: Name, lump: string) => {
      const standard = rowsOf(writeFilled(name, { lumps: {}, version: 21 } as object), lump)[0];
      return Object.keys(rowsOf(writeFilled(name), lump)[0]).filter(
        (field) => !(field in standard),
      );
    };
    expect(own("dark-messiah", "worldlights")).toEqual(["illuminate_players"]);
    expect(own("dark-messiah", "texinfo")).toEqual(["unknown"]);
    expect(own("dark-messiah", "models")).toEqual(["unknown"]);
    expect(own("dota2-22", "dispinfo")).toEqual(["unknown"]);
    expect(own("dota2-23", "dispinfo")).toEqual(["unknown", "unknown2"]);
    expect(own("vindictus", "faces")).toEqual(["unknown"]);
    expect(own("hl2-beta-18", "faces")).toEqual(["avgLightColor"]);
  });

  it.each([
    ["before it", { lead: 4, wide: false, tail: 0 }, 0],
    ["behind it", { lead: 0, wide: false, tail: 4 }, 16],
  ] as const)("include the extra word of a Dark Messiah game lump entry, %s", (_, entry, at) => {
    const bytes = (length: number) => new Uint8Array(length);
    const gameLumps = [
      { id: "dplt", version: 0, bytes: bytes(4) },
      { id: "hlod", version: 3, bytes: bytes(7) },
    ];
    const map = writeDialect("dark-messiah", { entry }, { lumps: makeBspLumps(), gameLumps });
    const { offset } = openLump(map, "game_lump")!;
    const view = new DataView(map.buffer);
    for (const i of [0, 1]) view.setUint32(offset + 4 + i * 20 + at, 0xf00d0000 + i, true);
    const start = offset + 44;
    expect(rowsOf(map, "game_lump")).toEqual([
      { id: "dplt", flags: 0, version: 0, offset: start, length: 4, unknown: 0xf00d0000 },
      { id: "hlod", flags: 0, version: 3, offset: start + 4, length: 7, unknown: 0xf00d0001 },
    ]);
    expect(openLump(map, "game_lump")!.tables[0].recordBytes).toBe(20);
    const others = rowsOf(writeDialect("vindictus"), "game_lump");
    expect(others).toHaveLength(1);
    expect(others[0]).not.toHaveProperty("unknown");
  });

  it("decode primCount and dynamicShadows by the width of the face's field", () => {
    const primsOf = (name: Name) =>
      rowsOf(writeDialect(name), "faces").map((row) => [row.primCount, row.dynamicShadows]);
    const expected = rowsOf(writeDialect("dota2-22"), "faces").map((row) => row.primCount);
    expect(expected).toContain(1);
    expect(primsOf("hl2-beta-18").map(([count]) => count)).toEqual(expected);
    expect(primsOf("vindictus").map(([count]) => count)).toEqual(expected);
    expect(primsOf("vampire")[0]).toEqual([undefined, undefined]);
  });

  it("read negative exponents of average light colours", () => {
    const map = writeDialect("hl2-beta-18");
    map[openLump(map, "faces")!.offset + 3] = 0xfb;
    expect((rowsOf(map, "faces")[0].avgLightColor as number[][])[0]).toEqual([85, 85, 85, -5]);
  });

  it("read displacement neighbours with 16-bit and 32-bit indices", () => {
    const none = { edge: -1, corner: 0 };
    const lists = (name: Name, wide: boolean) => {
      const map = writeDialect(name);
      const lump = openLump(map, "dispinfo")!;
      const at = lump.offset + lump.tables[0].recordBytes - 40 - (wide ? 144 : 88);
      const view = new DataView(map.buffer);
      const [edgeBytes, cornerBytes] = wide ? [8, 20] : [6, 10];
      const put = (place: number, value: number) =>
        wide ? view.setInt32(place, value, true) : view.setInt16(place, value, true);
      for (let i = 0; i < 8; i++) put(at + i * edgeBytes, i === 5 ? 3 : none.edge);
      map.set([1, 2, 0], at + 5 * edgeBytes + (wide ? 4 : 2));
      const corners = at + 8 * edgeBytes;
      for (let i = 0; i < 4; i++) {
        put(corners + i * cornerBytes, 7);
        map[corners + i * cornerBytes + (wide ? 16 : 8)] = i === 2 ? 1 : none.corner;
      }
      const [row] = rowsOf(map, "dispinfo");
      return [row.edgeNeighborList, row.cornerNeighborList];
    };
    const expected = [
      [{ edge: "right", neighbor: 3, neighborOrientation: 1, span: 2, neighborSpan: 0 }],
      [{ corner: "upper right", neighbors: [7] }],
    ];
    for (const name of ["hl2-beta-17", "hl2-beta-18", "dota2-22", "dota2-23"] as const) {
      expect(lists(name, false), name).toEqual(expected);
    }
    expect(lists("vindictus", true)).toEqual(expected);
  });

  it("use the standard fields if their length is standard", () => {
    const map = writeDialect("dark-messiah", { lumps: {} });
    expect(Object.keys(rowsOf(map, "texinfo")[0])).toContain("textureVecsTexelsPerWorldUnits");
    expect(rowsOf(map, "models")[0]).not.toHaveProperty("unknown");
  });
});
