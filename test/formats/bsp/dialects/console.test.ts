/**
 * Tests of console maps, converted from PC maps as Valve's public tools do it (`bsplib.cpp` of
 * Source SDK 2013): big-endian numbers, game lump offsets relative to the lump, and different file
 * names.
 */

import { describe, expect, it } from "vitest";
import { listGameLumps } from "../../../../src/content/report/read-lump-report.ts";
import { LUMP } from "../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { openLump } from "../../../../src/formats/bsp/tables/open-lump.ts";
import { openLumps } from "../../../../src/formats/bsp/tables/open-lumps.ts";
import { replaceLumps } from "../../../../src/formats/bsp/write/replace-lumps.ts";
import { writeZip } from "../../../../src/formats/zip/write-zip.ts";
import { openMap } from "../../../../src/scene/open/map-session.ts";
import { hasCorpus, readCorpus } from "../../../support/corpus.ts";
import { makePhy, makeTetrahedron } from "../../phy/make-phy.ts";
import { makeX360 } from "../../vtf/rare/make-x360.ts";
import { ByteWriter } from "../byte-writer.ts";
import { assembleBsp, type MakeBspOptions, makeBspLumps } from "../make-bsp.ts";

const BIG = { littleEndian: false } as const;
const SHACK = ["bsp_tool", "tests/maps/Xbox360/The Orange Box/shack.360.bsp"] as const;
/**
 * Number of models for which the props lie farther from the lump's start than the lump from the
 * file's start.
 */
const MODELS = 80;

/**
 * Builds `dgamelump_t` entries with lump-relative offsets, props of `StaticPropLumpV5_t`, and no
 * details.
 */
function makeGameLump(littleEndian: boolean, base: number): Uint8Array {
  const sprp = new ByteWriter(littleEndian).i32(MODELS);
  for (let i = 0; i < MODELS; i++) sprp.text(`models/crate${i}.mdl`, 128);
  sprp.i32(1).i16(1).i32(1);
  sprp
    .f32(64, 32, 16, 0, 90, 0)
    .i16(MODELS - 1, 0, 1)
    .u8(6, 2)
    .i32(3);
  const props = sprp.f32(0, 0, 64, 64, 32, 0.5).done();
  const dprp = new ByteWriter(littleEndian).i32(1).text("models/tuft.mdl", 128).i32(0, 0).done();
  const first = base + 4 + 2 * 16;
  const out = new ByteWriter(littleEndian).i32(2);
  out.i32(0x73707270).i16(0, 5).i32(first, props.length);
  out
    .i32(0x64707270)
    .i16(0, 4)
    .i32(first + props.length, dprp.length);
  return out.bytes(props).bytes(dprp).done();
}

function makeConsoleMap(options: MakeBspOptions = BIG): Uint8Array {
  const lumps = makeBspLumps(options);
  const little = options.littleEndian ?? true;
  lumps.set("LUMP_GAME_LUMP", { version: 0, bytes: makeGameLump(little, 0) });
  return assembleBsp(lumps, options);
}

describe("console maps", () => {
  const forms: readonly MakeBspOptions[] = [
    BIG,
    // Portal 2 and Left 4 Dead 2.
    { ...BIG, version: 21 },
    { ...BIG, version: 21, headerOrder: "left4dead2" },
  ];

  it.each(forms)("have game lump offsets relative to the lump: %o", (form) => {
    const bytes = makeConsoleMap(form);
    const { header } = openLumps(bytes);
    const { gameLumps, staticProps, detailProps } = parseBsp(bytes);
    // The second offset could also be read as relative to the file's start.
    expect(gameLumps[1].offset).toBeGreaterThan(header.offset[LUMP.LUMP_GAME_LUMP]);
    expect([staticProps?.count, staticProps?.modelName.at(-1)]).toEqual([1, "models/crate79.mdl"]);
    expect([...staticProps!.origin]).toEqual([64, 32, 16]);
    expect(detailProps?.modelName).toEqual(["models/tuft.mdl"]);
    expect(listGameLumps(openLumps(bytes).lumps).map(({ length }) => length)).toEqual([
      4 + MODELS * 128 + 4 + 2 + 4 + 60,
      4 + 128 + 8,
    ]);
  });

  it("game lump offsets of PC maps are relative to the file's start if they fit", () => {
    const lumps = makeBspLumps();
    lumps.set("LUMP_GAME_LUMP", { version: 0, bytes: makeGameLump(true, 0) });
    const at = openLumps(assembleBsp(lumps)).header.offset[LUMP.LUMP_GAME_LUMP];
    lumps.set("LUMP_GAME_LUMP", { version: 0, bytes: makeGameLump(true, at) });
    const { staticProps, detailProps } = parseBsp(assembleBsp(lumps));
    expect([staticProps?.count, detailProps?.modelName.length]).toEqual([1, 1]);
  });

  it("keep lump-relative game lump offsets when an earlier lump grows", () => {
    const bytes = makeConsoleMap();
    const entities = new TextEncoder().encode(
      `{\n"classname" "worldspawn"\n}\n${" ".repeat(9000)}\0`,
    );
    const changed = replaceLumps(bytes, new Map([[LUMP.LUMP_ENTITIES, { bytes: entities }]]));
    const { gameLumps, detailProps } = parseBsp(changed);
    expect(gameLumps).toEqual(parseBsp(bytes).gameLumps);
    expect(detailProps?.modelName).toEqual(["models/tuft.mdl"]);
  });

  it("have collision hulls with every word in big-endian order", () => {
    const solids = [
      [makeTetrahedron([1, 2, 3])],
      [makeTetrahedron([4, 5, 6]), makeTetrahedron([7, 8, 9])],
    ];
    const read = (littleEndian: boolean) => {
      const text = 'solid {\n"index" "0"\n}\n';
      const phy = makePhy({ solids, isBig: !littleEndian, text });
      // The solids lie after the header and before the NUL-terminated text.
      const data = phy.subarray(16, -text.length - 1);
      const physics = new ByteWriter(littleEndian).i32(0, data.length, text.length + 1, 2);
      physics.bytes(phy.subarray(16)).i32(-1, -1, 0, 0);
      const lumps = makeBspLumps({ littleEndian });
      lumps.set("LUMP_PHYSCOLLIDE", { version: 0, bytes: physics.done() });
      return openLump(assembleBsp(lumps, { littleEndian }), "physcollide")!.tables;
    };
    expect(read(false)[0].row(0)).toEqual(read(true)[0].row(0));
    expect(read(false)[0].row(0)).toMatchObject({
      hulls: [{ solid: 0 }, { solid: 1 }, { solid: 1 }],
    });
  });

  it("find textures by the file names that consoles use", async () => {
    const vmt = 'LightmappedGeneric { "$basetexture" "brick/wall" }';
    const picture = makeX360({ format: "BGRA8888", width: 4, height: 4 });
    const open = async (name: string) => {
      const lumps = makeBspLumps(BIG);
      const files = new Map([
        ["materials/brick/brickwall001a.vmt", new TextEncoder().encode(vmt)],
        [name, picture],
      ]);
      lumps.set("LUMP_PAKFILE", { version: 0, bytes: writeZip(files) });
      return load(assembleBsp(lumps, BIG));
    };
    const found = await open("materials/brick/wall.360.vtf");
    expect(found.textures).toBe(1);
    expect(found.warnings).not.toContain("missing-texture materials/brick/wall.vtf");
    const other = await open("materials/brick/wall.ps3.vtf");
    expect(other.warnings).toContain("missing-texture materials/brick/wall.vtf");
  });

  it("of the first Xbox open without their packed files and report a warning", async () => {
    const lumps = makeBspLumps({ version: 19 });
    lumps.set("LUMP_XZIPPAKFILE", { version: 0, bytes: new Uint8Array(16) });
    const { warnings } = await load(assembleBsp(lumps, { version: 19 }));
    expect(warnings).toContain("unsupported-lump LUMP_XZIPPAKFILE");
    expect((await load(assembleBsp(makeBspLumps()))).warnings.join()).not.toContain("XZIP");
  });

  it.skipIf(!hasCorpus)("of the Xbox 360 have one hull per brush", () => {
    const table = openLump(readCorpus(...SHACK), "physcollide")!.tables[0];
    const { hulls } = table.row(0) as { hulls: readonly { points: number; triangles: number }[] };
    // Number of brushes in the compiler's log.
    expect(hulls.length).toBe(196);
    // Euler's formula for closed surfaces of triangles.
    for (const { points, triangles } of hulls) expect(points).toBe(2 + triangles / 2);
  });
});

async function load(bytes: Uint8Array) {
  let textures = 0;
  const options = {
    name: "map",
    side: "ldr",
    textureCompressionBc: true,
    maxTextureDimension: 4096,
  } as const;
  for await (const event of openMap(bytes, [], options).load()) {
    // Small textures come whole with the materials.
    if (event.type === "materials") textures += event.textures.length;
    if (event.type === "texture") textures++;
    if (event.type !== "done") continue;
    return { textures, warnings: event.warnings.map(({ code, subject }) => `${code} ${subject}`) };
  }
  throw new Error("a load without an end");
}
