/** Tests the flag names in the rows of lump tables. */

import { describe, expect, it } from "vitest";
import type { LumpName } from "../../../../src/formats/bsp/lumps.ts";
import { openLump } from "../../../../src/formats/bsp/tables/open-lump.ts";
import { ByteWriter } from "../byte-writer.ts";
import { assembleBsp, makeBspLumps } from "../make-bsp.ts";

function firstRow(name: LumpName, bytes: Uint8Array, version = 0, mapVersion: 20 | 21 = 20) {
  const options = { version: mapVersion };
  const lumps = makeBspLumps(options);
  lumps.set(name, { version, bytes });
  return openLump(assembleBsp(lumps, options), name)!.tables[0].row(0);
}

const u16 = (...values: number[]) => new Uint8Array(Uint16Array.from(values).buffer);

describe("flag names in lump tables", () => {
  it("cover displacement triangles", () => {
    expect(firstRow("LUMP_DISP_TRIS", u16(0b111111))).toEqual({
      tags: 63,
      tagNames: ["SURFACE", "WALKABLE", "BUILDABLE", "SURFPROP1", "SURFPROP2", "REMOVE"],
    });
    expect(firstRow("LUMP_DISP_TRIS", u16(0b1001000)).tagNames).toEqual(["SURFPROP1", "0x40"]);
    const later = firstRow("LUMP_DISP_TRIS", u16(0b1110000), 0, 21);
    expect(later.tagNames).toEqual(["SURFPROP2", "SURFPROP3", "SURFPROP4"]);
  });

  it("cover the level flags", () => {
    expect(firstRow("LUMP_MAP_FLAGS", new ByteWriter().i32(3).done())).toEqual({
      levelFlags: 3,
      levelFlagNames: ["BAKED_STATIC_PROP_LIGHTING_NONHDR", "BAKED_STATIC_PROP_LIGHTING_HDR"],
    });
  });

  it("cover the level flags of later games", () => {
    const named = firstRow("LUMP_MAP_FLAGS", new ByteWriter().i32(0x4000007c).done());
    expect(named.levelFlagNames).toEqual([
      ...["LIGHTMAP_ALPHA", "BAKED_STATIC_PROP_LIGHTING_3", "LIGHTMAP_ALPHA_3"],
      ...["BAKED_STATIC_PROP_LIGHTING_3_NO_SUN", "LIGHTSTYLES_WITH_CSM", "DISABLE_BAKED_AO"],
    ]);
  });

  it("cover lights, including the light type of version 2", () => {
    const light = (size: number, write: (view: DataView) => void) => {
      const bytes = new Uint8Array(size);
      write(new DataView(bytes.buffer));
      return bytes;
    };
    const old = light(88, (view) => {
      view.setInt32(40, 2, true);
      view.setInt32(76, 3, true);
    });
    expect(firstRow("LUMP_WORLDLIGHTS", old)).toMatchObject({
      typeName: "spotlight",
      flagNames: ["INAMBIENTCUBE", "CASTENTITYSHADOWS"],
    });
    expect(firstRow("LUMP_WORLDLIGHTS", old)).not.toHaveProperty("mode");
    const strata = light(100, (view) => {
      view.setInt32(48, 77, true);
      view.setUint8(52, 1);
      view.setUint8(53, 3);
      view.setInt32(56, 12, true);
    });
    expect(firstRow("LUMP_WORLDLIGHTS", strata, 2)).toMatchObject({
      ...{ cluster: 77, type: 1, typeName: "point", mode: 3, modeName: "dynamic", style: 12 },
    });
  });

  it("are split out of words that hold two numbers", () => {
    const face = new Uint8Array(56);
    new DataView(face.buffer).setUint16(48, 0x8003, true);
    expect(firstRow("LUMP_FACES", face, 1)).toMatchObject({ primCount: 3, dynamicShadows: false });
    const wide = new Uint8Array(72);
    new DataView(wide.buffer).setUint32(60, 7, true);
    expect(firstRow("LUMP_FACES", wide, 2)).toMatchObject({ primCount: 3, dynamicShadows: true });
    const overlay = new Uint8Array(352);
    new DataView(overlay.buffer).setUint16(6, 0xc005, true);
    expect(firstRow("LUMP_OVERLAYS", overlay)).toMatchObject({ faceCount: 5, renderOrder: 3 });
  });

  it("cover leafs, whose flags follow 9 area bits, or 17 in wide records", () => {
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

  it("cover all surface flags", () => {
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
