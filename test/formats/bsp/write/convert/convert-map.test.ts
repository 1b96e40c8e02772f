/** Compares the generated room converted to every form with the room generated in that form. */

import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../../src/core/errors.ts";
import { LUMP, type LumpName } from "../../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../../../../src/formats/bsp/parse-bsp-header.ts";
import { crc32 } from "../../../../../src/formats/zip/crc32.ts";
import { editZip, makeEmptyZip } from "../../../../../src/formats/zip/edit-zip.ts";
import { alignZip } from "../../../../../src/formats/zip/repack-zip.ts";
import { ByteWriter } from "../../byte-writer.ts";
import { parseStruct, readRows, writeRows } from "../../dialects/structs.ts";
import {
  assembleBsp,
  type MadeLumps,
  type MakeBspOptions,
  makeBsp,
  makeBspLumps,
} from "../../make-bsp.ts";
import { convert, differingLumps, lumpOf, NAMES, storedLump, tablesOf } from "./made-forms.ts";

const OPTIONS: MakeBspOptions = { light: "both", detailProps: true };

/** Records of version 25, from bsp_tool and BSPSource. */
const WIDE: Partial<Record<LumpName, readonly [narrow: string, wide: string]>> = {
  LUMP_NODES: [
    "plane:i children:2i mins:3h maxs:3h face:H faces:H area:h pad:h",
    "plane:i children:2i mins:3f maxs:3f face:I faces:I area:h pad:h",
  ],
  LUMP_EDGES: ["v:2H", "v:2I"],
  LUMP_LEAFFACES: ["value:H", "value:I"],
  LUMP_PRIMINDICES: ["value:H", "value:I"],
  LUMP_PRIMITIVES: [
    "type:B gap:B index:H indices:H vert:H verts:H",
    "type:B gaps:3B index:I indices:I vert:I verts:I",
  ],
  LUMP_LEAF_AMBIENT_INDEX: ["count:H first:H", "count:I first:I"],
};

const placeOf = (file: Uint8Array, slot: number) => {
  const view = new DataView(file.buffer, file.byteOffset);
  return [0, 4, 8, 12].map((at) => view.getInt32(8 + slot * 16 + at, true));
};

const withLumps = (change: (lumps: MadeLumps) => void, options: MakeBspOptions = OPTIONS) => {
  const lumps = makeBspLumps(options);
  change(lumps);
  return assembleBsp(lumps, options);
};

/** Has the empty archive that Valve's compiler writes. */
const room = withLumps((lumps) => lumps.set("LUMP_PAKFILE", { version: 0, bytes: makeEmptyZip() }));

describe("a converted map", () => {
  it.each(NAMES)("to %s is the same map", (name) => {
    const { bytes, changes } = convert(room, name);
    const header = parseBspHeader(bytes);
    expect(header).toMatchObject({
      version: { v19: 19, v20: 20, v21: 21, l4d2: 21, v25: 25, x360: 20 }[name],
      endian: name === "x360" ? "big" : "little",
      headerOrder: name === "l4d2" ? "left4dead2" : "standard",
      mapRevision: 7,
    });
    const [expected, found] = [tablesOf(room), tablesOf(bytes)];
    if (name !== "v19") expect(found).toEqual(expected);
    expect(changes.filter(({ action }) => action !== "converted")).toEqual([]);
  });

  it.each(NAMES)("to %s and back has the same bytes in every lump", (name) => {
    const back = convert(convert(room, name).bytes, "v20").bytes;
    const moved = differingLumps(room, back).filter((lump) => lump !== "LUMP_GAME_LUMP");
    // Ambient samples move between lumps.
    const light = ["LUMP_LEAF_AMBIENT_INDEX", "LUMP_LEAF_AMBIENT_LIGHTING"];
    expect(moved).toEqual(name === "v19" ? light : []);
    if (name !== "v19") expect(tablesOf(back)).toEqual(tablesOf(room));
  });

  it("is the same object if it already has the target form", () => {
    for (const form of [
      {},
      { version: 19 },
      { version: 21 },
      { version: 21, headerOrder: "left4dead2" },
      { littleEndian: false },
    ] as const) {
      const file = makeBsp(form);
      const name = NAMES.find((to) => convert(file, to).bytes === file);
      expect(name).toBeDefined();
    }
  });

  it("keeps unchanged lumps byte for byte, packed or not", () => {
    const file = makeBsp({ ...OPTIONS, lzma: ["LUMP_PLANES", "LUMP_FACES"] });
    const { bytes } = convert(file, "v25");
    expect(storedLump(bytes, "LUMP_PLANES")).toEqual(storedLump(file, "LUMP_PLANES"));
    // Rewritten lumps are packed again if they were packed.
    expect(String.fromCharCode(...storedLump(bytes, "LUMP_FACES").subarray(0, 4))).toBe("LZMA");
    expect(lumpOf(bytes, "LUMP_FACES").length).toBe((lumpOf(file, "LUMP_FACES").length / 56) * 72);
    const plain = convert(file, "v25", "unpack").bytes;
    expect(storedLump(plain, "LUMP_FACES")).toEqual(lumpOf(bytes, "LUMP_FACES"));
    expect(tablesOf(plain)).toEqual(tablesOf(bytes));
  });

  it("has Left 4 Dead 2's word order in its directory", () => {
    const standard = convert(room, "v21").bytes;
    const other = convert(room, "l4d2").bytes;
    for (const slot of [1, 7, 10]) {
      const [offset, length, version, packedLength] = placeOf(standard, slot);
      expect(placeOf(other, slot)).toEqual([version, offset, length, packedLength]);
    }
  });

  it("is big-endian in every lump for the Xbox 360", () => {
    const big = makeBsp({ ...OPTIONS, littleEndian: false });
    const converted = convert(room, "x360").bytes;
    const other = ["LUMP_GAME_LUMP", "LUMP_PAKFILE"];
    expect(differingLumps(big, converted).filter((lump) => !other.includes(lump))).toEqual([]);
    expect(String.fromCharCode(...converted.subarray(0, 4))).toBe("PSBV");
    expect(converted.length % 2048).toBe(0);
    const offset = parseBspHeader(converted).offset[40];
    expect(offset % 2048).toBe(0);
    // Game lump offsets are relative to the lump.
    const game = lumpOf(converted, "LUMP_GAME_LUMP");
    const view = new DataView(game.buffer, game.byteOffset);
    expect([view.getInt32(0), view.getInt32(4), view.getInt32(12)]).toEqual([2, 0x73707270, 36]);
    const back = convert(big, "v20").bytes;
    expect(differingLumps(room, back)).toEqual(["LUMP_PAKFILE"]);
    expect(tablesOf(back)).toEqual(tablesOf(room));
  });

  it("has sector-aligned packed files for the Xbox 360, and reports that they stay PC files", () => {
    const data = Uint8Array.of(1, 2, 3);
    const add = [{ name: "a.vmt", method: 0, data, byteLength: 3, crc: crc32(data) }] as const;
    const zip = editZip(makeEmptyZip(), { removes: () => false, add });
    const file = withLumps((lumps) => lumps.set("LUMP_PAKFILE", { version: 0, bytes: zip }));
    const { bytes, changes } = convert(file, "x360");
    const disc = lumpOf(bytes, "LUMP_PAKFILE");
    expect(disc).toEqual(alignZip(zip, 2048));
    expect(disc.length % 2048).toBe(54);
    expect(changes).toContainEqual({
      lump: "LUMP_PAKFILE",
      action: "reduced",
      message: "1 files keep a PC's contents",
    });
    expect(lumpOf(convert(bytes, "v20").bytes, "LUMP_PAKFILE")).toEqual(zip);
    const bad = withLumps((lumps) => lumps.set("LUMP_PAKFILE", { version: 0, bytes: data }));
    expect(lumpOf(convert(bad, "x360").bytes, "LUMP_PAKFILE")).toEqual(data);
  });

  it("has version 25's wide records", () => {
    const wide = convert(room, "v25").bytes;
    for (const [lump, [narrow, to]] of Object.entries(WIDE) as [LumpName, [string, string]][]) {
      const rows = readRows(lumpOf(room, lump), parseStruct(narrow));
      for (const row of rows) row.set("gaps", [0, 0, 0]);
      const expected = writeRows(rows, parseStruct(to));
      expect(lumpOf(wide, lump), lump).toEqual(expected);
      expect(parseBspHeader(wide).lumpVersion[LUMP[lump]], lump).toBe(1);
    }
    const faces = readRows(
      lumpOf(wide, "LUMP_FACES"),
      parseStruct(`plane:I side:B onNode:B pad:2B edge:i edges:i texinfo:i disp:i fog:i styles:4B
        light:i area:f mins:2i size:2i orig:i prims:I prim:I smooth:I`),
    );
    // No face of the room takes shadows, and one has a primitive.
    expect(faces.map((row) => row.get("prims")![0])).toContain(2);
    expect(faces.map((row) => row.get("fog")![0])).toEqual(faces.map(() => -1));
    const leafs = readRows(
      lumpOf(wide, "LUMP_LEAFS"),
      parseStruct(`contents:i cluster:i areaFlags:I mins:3f maxs:3f face:I faces:I brush:I
        brushes:I water:i`),
    );
    expect(leafs.map((row) => row.get("areaFlags"))).toEqual(
      [0, 1, 1].map((area) => [area + 4 * 2 ** 17]),
    );
    expect(leafs.map((row) => row.get("cluster"))).toEqual([[-1], [0], [1]]);
  });

  it("has displacement neighbours at version 25's offsets", () => {
    const file = withLumps((lumps) => {
      const info = lumps.get("LUMP_DISPINFO")!;
      const neighbors = new ByteWriter();
      for (let edge = 0; edge < 8; edge++) neighbors.i16(edge === 3 ? 7 : -1).u8(1, 2, edge, 0);
      for (let corner = 0; corner < 4; corner++) neighbors.i16(corner, 9, -1, 3).u8(2, 0);
      info.bytes = info.bytes.slice();
      info.bytes.set(neighbors.done(), 48);
    });
    const wide = lumpOf(convert(file, "v25").bytes, "LUMP_DISPINFO");
    const expected = new ByteWriter();
    for (let edge = 0; edge < 8; edge++) expected.i32(edge === 3 ? 7 : -1).u8(1, 2, edge, 0);
    for (let corner = 0; corner < 4; corner++) expected.i32(corner, 9, -1, 3).u8(2, 0, 0, 0);
    expect(wide.slice(48, 192)).toEqual(expected.done());
    expect(differingLumps(convert(convert(file, "v25").bytes, "v20").bytes, file)).not.toContain(
      "LUMP_DISPINFO",
    );
    const big = lumpOf(convert(file, "x360").bytes, "LUMP_DISPINFO");
    const bigNeighbors = new ByteWriter(false);
    for (let edge = 0; edge < 8; edge++) bigNeighbors.i16(edge === 3 ? 7 : -1).u8(1, 2, edge, 0);
    for (let corner = 0; corner < 4; corner++) bigNeighbors.i16(corner, 9, -1, 3).u8(2, 0);
    expect(big.slice(48, 136)).toEqual(bigNeighbors.done());
    const bigAgain = convert(convert(file, "v25").bytes, "x360").bytes;
    expect(lumpOf(bigAgain, "LUMP_DISPINFO")).toEqual(big);
  });

  it("has its ambient light in the leafs of version 19, and in lumps again when converted back", () => {
    const cubeOf = (leaf: number) =>
      Array.from({ length: 24 }, (_, i) => (i % 4 === 3 ? 1 : leaf * 40 + i));
    const lighting = new ByteWriter();
    // Two samples in leaf 1; the second is near its middle.
    lighting.u8(...cubeOf(9).map((v) => v & 255), 10, 20, 30, 0).u8(...cubeOf(1), 120, 130, 128, 0);
    lighting.u8(...cubeOf(2), 255, 0, 0, 0);
    const file = withLumps((lumps) => {
      lumps.get("LUMP_LEAF_AMBIENT_INDEX")!.bytes = new ByteWriter().i16(0, 0, 2, 0, 1, 2).done();
      lumps.get("LUMP_LEAF_AMBIENT_LIGHTING")!.bytes = lighting.done();
    });
    const old = convert(file, "v19");
    const made = makeBsp({ ...OPTIONS, version: 19 });
    const cubes = (map: Uint8Array, leaf: number) =>
      lumpOf(map, "LUMP_LEAFS").slice(leaf * 56 + 30, leaf * 56 + 54);
    for (const leaf of [1, 2]) expect(cubes(old.bytes, leaf)).toEqual(cubes(made, leaf));
    expect(cubes(old.bytes, 0)).toEqual(new Uint8Array(24));
    expect(old.changes.filter(({ action }) => action === "reduced")).toMatchObject([
      { lump: "LUMP_LEAF_AMBIENT_LIGHTING", message: expect.stringContaining("1 leafs keep") },
    ]);
    for (const name of ["v20", "v25", "x360"] as const) {
      const ambient = parseBsp(convert(made, name).bytes).ldr!.ambient!;
      expect(ambient).toEqual(parseBsp(made).ldr!.ambient);
      expect([...ambient.cube.subarray(24, 48)]).toEqual(cubeOf(1));
    }
  });

  it("reports what the target form cannot store", () => {
    const file = withLumps((lumps) => {
      lumps.set("LUMP_OVERLAY_FADES", { version: 0, bytes: new Uint8Array(8) });
      lumps.set("LUMP_PHYSLEVEL", { version: 0, bytes: Uint8Array.of(1, 2, 3, 4) });
    });
    const told = (name: "v19" | "v20" | "x360") =>
      convert(file, name).changes.filter(({ action }) => action !== "converted");
    expect(told("v19")).toMatchObject([
      { lump: "LUMP_OVERLAY_FADES", action: "dropped" },
      { lump: "LUMP_PHYSLEVEL", action: "dropped" },
    ]);
    expect(lumpOf(convert(file, "v19").bytes, "LUMP_OVERLAY_FADES").length).toBe(0);
    expect(told("v20")).toEqual([]);
    const unknown = withLumps((lumps) =>
      lumps.set("LUMP_PHYSCOLLIDESURFACE", { version: 0, bytes: Uint8Array.of(9, 8, 7) }),
    );
    expect(convert(unknown, "x360").changes).toContainEqual({
      lump: "LUMP_PHYSCOLLIDESURFACE",
      action: "reduced",
      message: expect.stringContaining("stay little-endian"),
    });
    const lights = withLumps((lumps) => {
      const light = new ByteWriter().f32(1, 2, 3, 4, 5, 6, 7, 8, 9).f32(0, 0.5, 0);
      lumps.set("LUMP_WORLDLIGHTS", { version: 1, bytes: light.i32(...Array(13).fill(1)).done() });
    });
    const dark = convert(lights, "v19");
    expect(lumpOf(dark.bytes, "LUMP_WORLDLIGHTS").length).toBe(88);
    expect(dark.changes).toContainEqual({
      lump: "LUMP_WORLDLIGHTS",
      action: "reduced",
      message: "shadow_cast_offset of 1 records has no place in version 19",
    });
  });

  it("rounds fractional boxes outwards to whole inches and reports how many", () => {
    const wide = convert(room, "v25").bytes;
    const at = parseBspHeader(wide).offset[LUMP.LUMP_NODES] + 12;
    const view = new DataView(wide.buffer);
    view.setFloat32(at, -0.25, true);
    view.setFloat32(at + 12, 255.5, true);
    const { bytes, changes } = convert(wide, "v20");
    const nodes = lumpOf(bytes, "LUMP_NODES");
    const box = new DataView(nodes.buffer, nodes.byteOffset + 12);
    expect([box.getInt16(0, true), box.getInt16(6, true)]).toEqual([-1, 256]);
    expect(changes).toContainEqual({
      lump: "LUMP_NODES",
      action: "reduced",
      message: "fractions of boxes of 1 records has no place in version 20",
    });
  });

  it("reads and writes displacement collision with 16-bit and 32-bit lengths", () => {
    const narrow = new ByteWriter().i16(3, 2, -1, 1).u8(1, 2, 3).done();
    const file = withLumps((lumps) => lumps.set("LUMP_PHYSDISP", { version: 0, bytes: narrow }));
    const wide = convert(file, "v25").bytes;
    const expected = new ByteWriter().i32(3, 2, -1, 1).u8(1, 2, 3).done();
    expect(lumpOf(wide, "LUMP_PHYSDISP")).toEqual(expected);
    expect(parseBspHeader(wide).lumpVersion[LUMP.LUMP_PHYSDISP]).toBe(2);
    expect(lumpOf(convert(wide, "v20").bytes, "LUMP_PHYSDISP")).toEqual(narrow);
    const big = new ByteWriter(false).i16(3, 2, -1, 1).u8(1, 2, 3).done();
    expect(lumpOf(convert(wide, "x360").bytes, "LUMP_PHYSDISP")).toEqual(big);
  });

  it("reports solids that only version 25 reads", () => {
    const solids = (version: number) =>
      new ByteWriter().i32(0, 24, 0, 2, 8).text("VPHY").i16(version, 0).i32(8).text("VPHY");
    const make = (version: number) =>
      withLumps((lumps) => {
        const bytes = solids(version).i16(0x100, 0).i32(-1, -1, 0, 0).done();
        lumps.set("LUMP_PHYSCOLLIDE", { version: 0, bytes });
      });
    const told = (version: number, to: "v20" | "v25") => {
      const wide = convert(make(version), "v25").bytes;
      const { bytes, changes } = convert(wide, to);
      expect(lumpOf(bytes, "LUMP_PHYSCOLLIDE")).toEqual(lumpOf(wide, "LUMP_PHYSCOLLIDE"));
      return changes.filter(({ lump }) => lump === "LUMP_PHYSCOLLIDE");
    };
    expect(told(0x100, "v20")).toEqual([]);
    expect(told(0x101, "v25")).toEqual([]);
    expect(told(0x101, "v20")).toMatchObject([
      { action: "reduced", message: "1 solids stay of a form that version 20 may not read" },
    ]);
  });

  it("clears thin flags that another version would read as bevel flags", () => {
    const sides = (thin: number) =>
      new ByteWriter().i16(1, 2, 3).u8(1, 0).i16(4, 5, 6).u8(0, thin).done();
    const make = (thin: number) => {
      const lumps = makeBspLumps({ ...OPTIONS, version: 21 });
      lumps.set("LUMP_BRUSHSIDES", { version: 0, bytes: sides(thin) });
      return assembleBsp(lumps, { ...OPTIONS, version: 21 });
    };
    const of = (map: Uint8Array, to: "v19" | "v20" | "x360" | "l4d2" | "v25") => {
      const { bytes, changes } = convert(map, to);
      const lines = changes.filter(({ lump }) => lump === "LUMP_BRUSHSIDES");
      return [lumpOf(bytes, "LUMP_BRUSHSIDES"), lines.map(({ message }) => message)];
    };
    for (const [to, version] of [
      ["v19", 19],
      ["v20", 20],
    ] as const) {
      const line = `thin of 1 records has no place in version ${version}`;
      expect(of(make(1), to)).toEqual([sides(0), [line]]);
      expect(of(convert(make(1), "v25").bytes, to)).toEqual([sides(0), [line]]);
    }
    expect(of(make(0), "v20")).toEqual([sides(0), []]);
    expect(of(make(1), "l4d2")).toEqual([sides(1), []]);
    const big = new ByteWriter(false).i16(1, 2, 3).u8(1, 0).i16(4, 5, 6).u8(0, 1).done();
    expect(of(make(1), "x360")).toEqual([big, ["rewritten"]]);
    expect(lumpOf(convert(convert(make(1), "x360").bytes, "v21").bytes, "LUMP_BRUSHSIDES")).toEqual(
      sides(1),
    );
  });

  it("reports lighting that holds more than luxels", () => {
    const file = convert(room, "v21").bytes;
    const lumps = makeBspLumps({ ...OPTIONS, version: 21 });
    const light = lumps.get("LUMP_LIGHTING")!;
    light.bytes = Uint8Array.from([...light.bytes, 1]);
    const more = assembleBsp(lumps, { ...OPTIONS, version: 21 });
    const told = (map: Uint8Array, to: "v20" | "v25") =>
      convert(map, to).changes.filter(({ lump }) => lump === "LUMP_LIGHTING");
    expect(told(file, "v20")).toEqual([]);
    expect(told(more, "v25")).toEqual([]);
    expect(told(more, "v20")).toMatchObject([{ action: "reduced" }]);
  });

  it("refuses values that do not fit the target's fields", () => {
    const wide = convert(room, "v25").bytes;
    const at = parseBspHeader(wide).offset[LUMP.LUMP_PRIMITIVES];
    new DataView(wide.buffer).setUint32(at + 12, 70000, true);
    expect(() => convert(wide, "v20")).toThrow("firstVert, row 0: 70000 does not fit u16");
    expect(() => convert(wide, "v20")).toThrow(FormatError);
    const key = Uint8Array.from({ length: 32 }, (_, i) => 65 + i);
    const secret = makeBsp().map((byte, i) => byte ^ key[i % 32]);
    const plain = convert(makeBsp(), "v25");
    expect(convert(secret, "v25").bytes).toEqual(plain.bytes);
    expect(convert(secret, "v25").changes).toEqual([
      { lump: "header", action: "reduced", message: "the map is no longer enciphered" },
      ...plain.changes,
    ]);
    expect(convert(secret, "v20").bytes).toEqual(makeBsp());
    expect(() => convert(room.subarray(0, room.length - 40), "v25")).toThrow("truncated");
  });
});
