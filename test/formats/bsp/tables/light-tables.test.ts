/**
 * Tests lighting lumps that hold more than luxels: an extra byte per luxel, and displacement sample
 * positions.
 */

import { describe, expect, it } from "vitest";
import { memoryBytes } from "../../../../src/content/bytes/memory-bytes.ts";
import { LumpFile } from "../../../../src/content/report/lump-file.ts";
import { LUMP } from "../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { openLump } from "../../../../src/formats/bsp/tables/open-lump.ts";
import { openLumps } from "../../../../src/formats/bsp/tables/open-lumps.ts";
import { countAllRecords } from "../../../../src/formats/bsp/tables/weigh-lumps.ts";
import { writeDispSamples } from "../../../../src/formats/bsp/write/write-disp-samples.ts";
import { ByteWriter } from "../byte-writer.ts";
import { assembleBsp, type MadeLumps, makeBsp, makeBspLumps } from "../make-bsp.ts";

function makeMap(change: (lumps: MadeLumps) => void, version: 19 | 20 | 21 = 20): Uint8Array {
  const lumps = makeBspLumps({ version });
  change(lumps);
  return assembleBsp(lumps, { version });
}

const put = (lumps: MadeLumps, name: keyof typeof LUMP, bytes: Uint8Array, version = 0) =>
  lumps.set(name, { version, bytes });
const flagsOf = (flags: number) => new ByteWriter().i32(flags).done();

const rowsOf = (map: Uint8Array, name: string) => {
  const [table] = openLump(map, name)!.tables;
  return Array.from({ length: table.count }, (_, row) => table.row(row));
};

/** Adds one byte per luxel after each face's luxels and moves the later faces accordingly. */
function withAlphas(flags: number, more = 0): Uint8Array {
  const { faces, texInfos, ldr } = parseBsp(makeBsp());
  const plain = ldr!.lighting;
  const light: number[] = [];
  const offsets = new Map<number, number>();
  const lit = Array.from({ length: faces.count }, (_, face) => face)
    .filter((face) => faces.lightOffset[face] >= 0)
    .sort((a, b) => faces.lightOffset[a] - faces.lightOffset[b]);
  for (const face of lit) {
    const styles = [...faces.styles.subarray(face * 4, face * 4 + 4)].filter((s) => s < 255).length;
    const [w, h] = faces.lightmapSize.subarray(face * 2, face * 2 + 2);
    const luxels = (w + 1) * (h + 1);
    const directions = (texInfos.flags[faces.texinfo[face]] & 0x800) !== 0 ? 4 : 1;
    const at = faces.lightOffset[face];
    offsets.set(face, light.length + styles * 4);
    light.push(...plain.subarray(at - styles * 4, at + luxels * directions * styles * 4));
    for (let i = 0; i < luxels; i++) light.push((face + i) % 256);
  }
  return makeMap((lumps) => {
    const bytes = lumps.get("LUMP_FACES")!.bytes.slice();
    for (const [face, offset] of offsets) {
      new DataView(bytes.buffer).setInt32(face * 56 + 20, offset, true);
    }
    put(lumps, "LUMP_FACES", bytes, 1);
    put(lumps, "LUMP_LIGHTING", Uint8Array.from([...light, ...new Array(more).fill(0)]), 1);
    put(lumps, "LUMP_MAP_FLAGS", flagsOf(flags));
  }, 21);
}

describe("lighting with extra bytes per luxel", () => {
  it("is detected by the level flags, not by the lump's length", () => {
    for (const flags of [0x4, 0x10]) {
      for (let more = 0; more < 4; more++) {
        const map = withAlphas(flags, more);
        expect(openLump(map, "lighting")!.tables[0].name).toBe("lightmap");
        const { header, lumps } = openLumps(map);
        const { records } = countAllRecords(lumps, header, false, lumps.entries);
        expect(records[LUMP.LUMP_LIGHTING]).toBeNull();
      }
    }
    expect(openLump(makeBsp({ version: 21 }), "lighting")!.tables[0].name).toBe("ColorRGBExp32");
  });

  it("has one row per face and covers the whole lump", async () => {
    const map = withAlphas(4);
    const { faces, ldr } = parseBsp(makeBsp());
    const rows = rowsOf(map, "lighting") as unknown as {
      face: number;
      luxels: number;
      directions: number;
      styles: number[];
      averages: number[][];
      colors: number[][];
      alphas: number[];
    }[];
    let byteLength = 0;
    for (const { face, luxels, directions, styles, averages, colors, alphas } of rows) {
      expect([averages.length, colors.length]).toEqual([
        styles.length,
        luxels * directions * styles.length,
      ]);
      expect(alphas).toEqual(Array.from({ length: luxels }, (_, i) => (face + i) % 256));
      const at = faces.lightOffset[face];
      const [r, g, b, exponent] = ldr!.lighting.subarray(at, at + 4);
      expect(colors[0]).toEqual([r, g, b, (exponent << 24) >> 24]);
      byteLength += (averages.length + colors.length) * 4 + alphas.length;
    }
    expect(rows.length).toBeGreaterThan(3);
    expect(byteLength).toBe(openLump(map, "lighting")!.byteLength);
    // The same through a range reader.
    const file = await LumpFile.open(memoryBytes("map", map));
    const [table] = await file.readTables(LUMP.LUMP_LIGHTING);
    expect([table.count, table.row(1)]).toEqual([rows.length, rows[1]]);
  });
});

describe("displacement luxel lumps", () => {
  it("give triangles and barycentric weights", () => {
    const samples = {
      count: 3,
      triangle: Uint16Array.of(7, 300, 254),
      barycentric: Uint8Array.of(1, 2, 252, 100, 100, 55, 0, 255, 0),
    };
    const bytes = writeDispSamples(samples);
    const name = "LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS";
    expect(
      rowsOf(
        makeMap((lumps) => put(lumps, name, bytes)),
        name,
      ),
    ).toEqual([
      { offset: 0, triangle: 7, weights: [1, 2, 252] },
      { offset: 4, triangle: 300, weights: [100, 100, 55] },
      { offset: 9, triangle: 254, weights: [0, 255, 0] },
    ]);
    const cut = makeMap((lumps) => put(lumps, name, bytes.subarray(0, 8)));
    expect(() => openLump(cut, name)).toThrow("truncated");
  });

  it("give one alpha byte per luxel", () => {
    const map = makeMap((lumps) => put(lumps, "LUMP_DISP_LIGHTMAP_ALPHAS", Uint8Array.of(9, 200)));
    expect(rowsOf(map, "disp_lightmap_alphas")).toEqual([{ alpha: 9 }, { alpha: 200 }]);
  });
});

describe("lumps that only some versions have", () => {
  it("include portals and clusters up to version 19", () => {
    const bytes = new ByteWriter().i32(1, 4, 9).i16(2, 3).done();
    const old = makeMap((lumps) => {
      put(lumps, "LUMP_UNUSED0", bytes);
      put(lumps, "LUMP_UNUSED1", new ByteWriter().i32(5, 6).done());
    }, 19);
    const portal = { firstportalvert: 1, numportalverts: 4, planenum: 9, cluster: [2, 3] };
    expect(rowsOf(old, "portals")).toEqual([portal]);
    expect(rowsOf(old, "clusters")).toEqual([{ firstportal: 5, numportals: 6 }]);
  });

  it("include 32-bit displacement hull lengths in version 2", () => {
    const bytes = new ByteWriter().i32(3, 70_000, -1, 4).done();
    const map = makeMap((lumps) => put(lumps, "LUMP_PHYSDISP", bytes, 2));
    expect(rowsOf(map, "physdisp")).toEqual([
      { offset: 16, byteLength: 70_000 },
      { offset: 70_016, byteLength: 0xffffffff },
      { offset: 70_016, byteLength: 4 },
    ]);
  });
});
