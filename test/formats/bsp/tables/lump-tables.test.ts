/** Tests lumps as tables with every field of a record; the map parser reads only some. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../src/core/errors.ts";
import { concatBytes } from "../../../../src/formats/binary/encode-bytes.ts";
import { LUMP_NAMES, type LumpName } from "../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { openLump } from "../../../../src/formats/bsp/tables/open-lump.ts";
import { hasCorpus, listCorpusMaps, readCorpus } from "../../../support/corpus.ts";
import { mutations } from "../../../support/mutate.ts";
import { makePhy, makeTetrahedron } from "../../phy/make-phy.ts";
import { ByteWriter } from "../byte-writer.ts";
import { writeDialect } from "../dialects/write-dialect.ts";
import { assembleBsp, type MakeBspOptions, makeBsp, makeBspLumps } from "../make-bsp.ts";

function withLump(
  name: LumpName,
  bytes: Uint8Array,
  version = 0,
  options: MakeBspOptions = {},
): Uint8Array {
  const lumps = makeBspLumps(options);
  lumps.set(name, { version, bytes });
  return assembleBsp(lumps, options);
}

const rowsOf = (bytes: Uint8Array, name: string, table = 0) => {
  const { count, row } = openLump(bytes, name)!.tables[table];
  return Array.from({ length: count }, (_, i) => row(i));
};

describe("openLump tables", () => {
  for (const options of [{}, { littleEndian: false }, { version: 19 }, { lzma: ["LUMP_FACES"] }]) {
    it(`have the same values as parseBsp: ${JSON.stringify(options)}`, () => {
      const bytes = makeBsp(options as MakeBspOptions);
      const { faces, nodes, leafs, dispInfos, texInfos, models } = parseBsp(bytes);
      const pairs = [
        ["faces", "planenum", faces.plane],
        ["faces", "firstedge", faces.firstEdge],
        ["faces", "styles", faces.styles],
        ["faces", "lightmapTextureSizeInLuxels", faces.lightmapSize],
        ["faces", "smoothingGroups", faces.smoothingGroups],
        ["nodes", "children", nodes.children],
        ["nodes", "maxs", nodes.maxs],
        ["nodes", "numfaces", nodes.faceCount],
        ["leafs", "cluster", leafs.cluster],
        ["leafs", "maxs", leafs.maxs],
        ["leafs", "leafWaterDataID", leafs.leafWaterData],
        ["dispinfo", "startPosition", dispInfos.startPosition],
        ["dispinfo", "mapFace", dispInfos.mapFace],
        ["dispinfo", "allowedVerts", dispInfos.allowedVerts],
        ["texinfo", "lightmapVecsLuxelsPerWorldUnits", texInfos.lightmapVecs],
        ["models", "headnode", models.headNode],
      ] as const;
      for (const [lump, field, column] of pairs) {
        const values = rowsOf(bytes, lump).flatMap((row) => row[field] as number | number[]);
        expect(values, `${lump}.${field}`).toEqual(Array.from(column));
      }
      // No other reader reads the direction of a face's node.
      expect(rowsOf(bytes, "faces").every((row) => row.onNode === 1)).toBe(true);
    });
  }

  it("are found by any of a lump's names and titled as the map's version names it", () => {
    const bytes = makeBsp();
    expect(openLump(bytes, "LUMP_FACES")!.name).toBe("LUMP_FACES");
    expect(openLump(bytes, "Physcollidesurface")!.name).toBe("LUMP_PHYSCOLLIDESURFACE");
    expect(openLump(bytes, "nothing")).toBeNull();
    expect(openLump(makeBsp({ version: 19 }), "unused0")!.name).toBe("LUMP_PORTALS");
    expect(openLump(makeBsp({ version: 21 }), "LUMP_UNUSED2")!.name).toBe("LUMP_PROPHULLVERTS");
    expect(openLump(makeBsp({ version: 21 }), "prop_blob")!.index).toBe(49);
  });

  it("use the record layout of the map's dialect", () => {
    const faces = rowsOf(writeDialect("vampire"), "faces");
    const standard = rowsOf(makeBsp(), "faces");
    expect(faces.map((row) => row.texinfo)).toEqual(standard.map((row) => row.texinfo));
    expect(openLump(writeDialect("vampire"), "faces")!.tables[0].recordBytes).toBe(104);
    // Vindictus' leafs are wide, with 9 bits for the area.
    const leafs = (map: Uint8Array) =>
      rowsOf(map, "leafs").map(({ area, flagNames }) => [area, flagNames]);
    const vindictus = writeDialect("vindictus");
    const { offset, tables } = openLump(vindictus, "leafs")!;
    new DataView(vindictus.buffer).setUint32(
      offset + 8 + tables[0].recordBytes,
      3 | (1 << 9),
      true,
    );
    expect(leafs(vindictus)[1]).toEqual([3, ["SKY"]]);
  });

  it("list static prop fields with flag names", () => {
    const bytes = makeBsp({ detailProps: true });
    const names = openLump(bytes, "game_lump")!.tables.map((table) => table.name);
    expect(names).toEqual([
      "dgamelump_t",
      ...["sprp model", "sprp leaf", "sprp prop"],
      ...["dprp model", "dprp sprite", "dprp object"],
    ]);
    const [first] = rowsOf(bytes, "game_lump", 3);
    expect(first).toMatchObject({
      angles: [10, 20, 30],
      solid: 6,
      flagNames: ["USE_LIGHTING_ORIGIN"],
    });
  });

  it("read occluders with and without an area, whatever the lump's version", () => {
    const occluders = (hasArea: boolean) => {
      const out = new ByteWriter().i32(1, 7, 0, 1).f32(1, 2, 3, 4, 5, 6);
      if (hasArea) out.i32(9);
      return out.i32(1, 0, 3, 5, 3, 10, 11, 12).done();
    };
    for (const [hasArea, version] of [
      [false, 0],
      [false, 1],
      [true, 2],
      [true, 0],
    ] as const) {
      const bytes = withLump("LUMP_OCCLUSION", occluders(hasArea), version);
      const [occluder] = rowsOf(bytes, "occlusion");
      const area = hasArea ? { area: 9 } : {};
      expect(occluder).toEqual({
        ...{ flags: 7, firstpoly: 0, polycount: 1, mins: [1, 2, 3], maxs: [4, 5, 6] },
        ...area,
        flagNames: ["INACTIVE", "0x2", "0x4"],
      });
      expect(rowsOf(bytes, "occlusion", 1)).toEqual([
        { firstvertexindex: 0, vertexcount: 3, planenum: 5 },
      ]);
      expect(rowsOf(bytes, "occlusion", 2).map((row) => row.vertex)).toEqual([10, 11, 12]);
    }
  });

  it("list the hulls of brush models and report unread ones", () => {
    const phy = makePhy({ solids: [[makeTetrahedron([0, 0, 0])]], text: "" }).subarray(16, -1);
    const large = makePhy({ solids: [[makeTetrahedron([0, 0, 0])]], isLarge: true }).subarray(
      16,
      -1,
    );
    const head = (model: number, size: number) => new ByteWriter().i32(model, size, 12, 1).done();
    const text = new ByteWriter().text("solid { }  \n").done();
    const spoilt = phy.slice();
    spoilt[4 + 6] = 1;
    const bytes = withLump(
      "LUMP_PHYSCOLLIDE",
      concatBytes([
        ...[head(0, phy.length), phy, text],
        // One unreadable solid and one readable.
        new ByteWriter().i32(3, spoilt.length + phy.length, 12, 2).done(),
        ...[spoilt, phy, text, head(4, large.length), large, text],
        new ByteWriter().i32(-1, -1, 0, 0).done(),
      ]),
    );
    const [world, other, later] = rowsOf(bytes, "physcollide");
    expect(world).toMatchObject({ model: 0, hulls: [{ solid: 0, points: 4, triangles: 4 }] });
    expect(other).toMatchObject({ model: 3, hulls: [{ solid: 1, points: 4, triangles: 4 }] });
    expect(other.problem).toContain("kind");
    expect(other.keyValues).toEqual(world.keyValues);
    expect(later).toEqual({ ...world, model: 4, dataSize: large.length });
  });

  it("list the lengths of displacement hulls", () => {
    const lengths = new ByteWriter().i16(3, 10, -1, 4).zeros(14).done();
    expect(rowsOf(withLump("LUMP_PHYSDISP", lengths), "physdisp")).toEqual([
      { offset: 8, byteLength: 10 },
      { offset: 18, byteLength: 0xffff },
      { offset: 18, byteLength: 4 },
    ]);
  });

  it("list the brushes of each face in version 21", () => {
    const faces = rowsOf(makeBsp(), "faces").length;
    const list = new ByteWriter();
    for (let i = 0; i < faces; i++) list.i16(2, i);
    const lists = withLump("LUMP_UNUSED1", list.done(), 0, { version: 21 });
    const lump = openLump(lists, "LUMP_UNUSED1")!;
    expect(lump.name).toBe("LUMP_FACEBRUSHLIST");
    expect(lump.tables[0].row(3)).toEqual({ faceBrushCount: 2, faceBrushStart: 3 });
    const hulls = withLump("LUMP_UNUSED1", new ByteWriter().i32(8, 1, 2, 3).done(), 0, {
      version: 21,
    });
    expect(openLump(hulls, "LUMP_UNUSED1")!.name).toBe("LUMP_PROPHULLS");
    expect(rowsOf(hulls, "PROPHULLS")[0]).toMatchObject({ vertCount: 8, contents: 3 });
  });

  it("are empty for lumps with an unknown layout", () => {
    const bytes = withLump("LUMP_PHYSLEVEL", new Uint8Array(20));
    expect(openLump(bytes, "physlevel")).toMatchObject({ byteLength: 20, tables: [] });
  });

  it("throw only FormatErrors or give rows for any damaged map", () => {
    const names = ["game_lump", "physcollide", "occlusion", "visibility", "faces", "entities"];
    fc.assert(
      fc.property(
        mutations(makeBsp({ detailProps: true })),
        fc.constantFrom(...names),
        (bytes, name) => {
          try {
            for (const { count, row } of openLump(bytes, name)!.tables)
              if (count > 0) row(count - 1);
          } catch (error) {
            if (!(error instanceof FormatError)) throw error;
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it.skipIf(!hasCorpus)(
    "read every lump of every map of the corpus",
    () => {
      let rows = 0;
      for (const map of listCorpusMaps()) {
        const bytes = readCorpus(map);
        for (const name of LUMP_NAMES) {
          for (const table of openLump(bytes, name)!.tables) {
            rows += table.count;
            if (table.count > 0) expect(Object.keys(table.row(table.count - 1))).not.toEqual([]);
          }
        }
      }
      expect(rows).toBeGreaterThan(1_000_000);
    },
    60_000,
  );
});
