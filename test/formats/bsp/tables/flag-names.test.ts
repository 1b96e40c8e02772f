/** Flags in the rows of lumps stand there by their names as well. */

import { describe, expect, it } from "vitest";
import type { LumpName } from "../../../../src/formats/bsp/lumps.ts";
import { openLump } from "../../../../src/formats/bsp/tables/open-lump.ts";
import { ByteWriter } from "../byte-writer.ts";
import { assembleBsp, makeBspLumps } from "../make-bsp.ts";

function firstRow(name: LumpName, bytes: Uint8Array, version = 0) {
  const lumps = makeBspLumps();
  lumps.set(name, { version, bytes });
  return openLump(assembleBsp(lumps), name)!.tables[0].row(0);
}

const u16 = (...values: number[]) => new Uint8Array(Uint16Array.from(values).buffer);

describe("flags of lumps by name", () => {
  it("are those of a displacement's triangles", () => {
    expect(firstRow("LUMP_DISP_TRIS", u16(0b111111))).toEqual({
      tags: 63,
      tagNames: ["SURFACE", "WALKABLE", "BUILDABLE", "SURFPROP1", "SURFPROP2", "REMOVE"],
    });
    expect(firstRow("LUMP_DISP_TRIS", u16(0b1001000)).tagNames).toEqual(["SURFPROP1", "0x40"]);
  });

  it("are those of the level", () => {
    expect(firstRow("LUMP_MAP_FLAGS", new ByteWriter().i32(3).done())).toEqual({
      levelFlags: 3,
      levelFlagNames: ["BAKED_STATIC_PROP_LIGHTING_NONHDR", "BAKED_STATIC_PROP_LIGHTING_HDR"],
    });
  });

  it("are those of a leaf, above 9 bits of its area, or 17 in wide records", () => {
    const short = new Uint8Array(32);
    const view = new DataView(short.buffer);
    view.setInt32(0, 0x20 | 0x40000000, true);
    view.setUint16(6, 300 | (5 << 9), true);
    expect(firstRow("LUMP_LEAFS", short, 1)).toMatchObject({
      contentsNames: ["WATER", "HITBOX"],
      area: 300,
      flagNames: ["SKY", "SKY2D"],
    });
    const withLight = new Uint8Array(56);
    withLight.set(short);
    expect(firstRow("LUMP_LEAFS", withLight, 0)).toMatchObject({ area: 300 });
    const wide = new Uint8Array(56);
    new DataView(wide.buffer).setUint32(8, 70_000 | (2 << 17), true);
    expect(firstRow("LUMP_LEAFS", wide, 2)).toMatchObject({ area: 70_000, flagNames: ["RADIAL"] });
  });

  it("are those of surfaces, every bit", () => {
    const bytes = new Uint8Array(72);
    new DataView(bytes.buffer).setInt32(64, 0xffff, true);
    const { flagNames } = firstRow("LUMP_TEXINFO", bytes);
    expect(flagNames).toEqual(
      ["LIGHT", "SKY2D", "SKY", "WARP", "TRANS", "NOPORTAL", "TRIGGER", "NODRAW", "HINT"].concat([
        "SKIP",
        "NOLIGHT",
        "BUMPLIGHT",
        "NOSHADOWS",
        "NODECALS",
        "NOCHOP",
        "HITBOX",
      ]),
    );
  });
});
