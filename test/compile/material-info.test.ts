import { describe, expect, it } from "vitest";
import { compileVtex } from "../../src/compile/compile-vtex.ts";
import { createFindMaterial, listMaterials, readFromMap } from "../../src/compile/material-info.ts";
import type { CompilerMaterial } from "../../src/compile/types.ts";
import { Diagnostics } from "../../src/core/diagnostics.ts";
import * as flags from "../../src/formats/bsp/layouts/contents-flags.ts";
import * as surf from "../../src/formats/bsp/layouts/surface-flags.ts";
import { parseBsp } from "../../src/formats/bsp/parse-bsp.ts";
import { mapContent } from "../scene/content-sources.ts";
import { hasCorpus, readCorpus } from "../support/corpus.ts";

const NODRAW = surf.SURF_NODRAW | surf.SURF_NOLIGHT;
const CLIPS = flags.CONTENTS_PLAYERCLIP | flags.CONTENTS_MONSTERCLIP;

function texture(width: number, height: number, rgba: readonly number[]): Uint8Array {
  const texels = Uint8Array.from({ length: width * height * 4 }, (_, i) => rgba[i & 3]);
  return compileVtex([texels], { width, height, format: "DXT5" });
}

const TEXTURES = {
  "materials/wall.vtf": texture(64, 32, [255, 0, 0, 255]),
  "materials/pane.vtf": texture(16, 16, [0, 0, 255, 99]),
  "materials/wall_n.vtf": texture(4, 4, [128, 128, 255, 255]),
};

/** Looks up material `name` among some VMTs. */
async function find(vmts: Readonly<Record<string, string>>, name = "m") {
  const encoder = new TextEncoder();
  const files = new Map<string, Uint8Array>(Object.entries(TEXTURES));
  for (const [path, text] of Object.entries(vmts)) {
    files.set(`materials/${path}.vmt`, encoder.encode(text));
  }
  const warnings: string[] = [];
  const report = { warn: (message: string) => warnings.push(message) };
  const info = (await createFindMaterial([name], readFromMap(files), report))(name);
  return { info, warnings };
}

async function infoOf(shader: string, params: string): Promise<CompilerMaterial> {
  const { info } = await find({ m: `"${shader}" { ${params} }` });
  expect(info).not.toBeNull();
  return info!;
}

async function bitsOf(shader: string, params: string): Promise<[number, number]> {
  const { surfaceFlags, contents } = await infoOf(shader, params);
  return [surfaceFlags, contents];
}

describe("createFindMaterial", () => {
  it("reads each file once, however many materials include or show it", async () => {
    const encoder = new TextEncoder();
    const files = new Map<string, Uint8Array>(Object.entries(TEXTURES));
    files.set("materials/base.vmt", encoder.encode("LightmappedGeneric { $basetexture wall }"));
    const names = Array.from({ length: 9 }, (_, i) => `m${i}`);
    for (const name of names) {
      files.set(`materials/${name}.vmt`, encoder.encode('patch { include "materials/base.vmt" }'));
    }
    const asked: string[] = [];
    const read = (path: string) => {
      asked.push(path);
      return readFromMap(files)(path);
    };
    const found = await createFindMaterial([...names, "M0", "base"], read, { warn: () => {} });
    for (const name of names) expect(found(name)?.width).toBe(64);
    const expected = ["materials/base.vmt", "materials/wall.vtf"];
    for (const name of names) expected.push(`materials/${name}.vmt`);
    expect(asked.sort()).toEqual(expected.sort());
  });

  it("says a plain wall's size and mean colour", async () => {
    const info = await infoOf("LightmappedGeneric", "$basetexture WALL");
    expect(info).toEqual({
      width: 64,
      height: 32,
      reflectivity: [1, 0, 0],
      surfaceFlags: 0,
      contents: flags.CONTENTS_SOLID,
      isBumped: false,
      detailType: null,
    });
  });

  it("finds names in any spelling, through patches", async () => {
    const vmts = {
      "walls/m": '"LightmappedGeneric" { $basetexture wall $bumpmap wall_n }',
      "maps/x/m": '"patch" { include "materials/walls/m.vmt" replace { $bumpmap "" } }',
    };
    expect((await find(vmts, "Walls\\M")).info?.isBumped).toBe(true);
    expect((await find(vmts, "materials/walls/m.vmt")).info?.width).toBe(64);
    const patched = (await find(vmts, "maps/x/m")).info;
    expect([patched?.width, patched?.isBumped]).toEqual([64, false]);
  });

  it("returns null for a missing or broken material, and warns of broken ones", async () => {
    expect(await find({}, "none")).toEqual({ info: null, warnings: [] });
    const broken = await find({ m: "no block here" });
    expect(broken.info).toBeNull();
    expect(broken.warnings).toEqual([expect.stringContaining("materials/m.vmt is broken")]);
    const cut = await find({ m: '"patch" { include "materials/gone.vmt" }' });
    expect(cut.info).toBeNull();
    expect(cut.warnings).toEqual([expect.stringContaining("materials/gone.vmt")]);
  });

  it("finds the bottom material of water, which no side of the map names", async () => {
    const vmts = {
      lake: '"Water" { %compilewater 1 $bottommaterial "Deep\\Lake" }',
      "deep/lake": '"Water" { $abovewater 0 %tooltexture pane }',
    };
    const files = new Map<string, Uint8Array>(Object.entries(TEXTURES));
    for (const [path, text] of Object.entries(vmts)) {
      files.set(`materials/${path}.vmt`, new TextEncoder().encode(text));
    }
    const findMaterial = await createFindMaterial(["lake"], readFromMap(files), { warn: () => {} });
    expect(findMaterial("lake")?.bottomMaterial).toBe("deep/lake");
    expect(findMaterial("Deep/Lake")?.width).toBe(16);
    expect(findMaterial("deep/lake")?.bottomMaterial).toBeUndefined();
  });

  it("uses defaults if a texture is missing", async () => {
    const { info, warnings } = await find({ m: '"LightmappedGeneric" { $basetexture gone }' });
    expect([info?.width, info?.height, info?.reflectivity]).toEqual([128, 128, [0.2, 0.2, 0.2]]);
    expect(warnings).toEqual(["no texture materials/gone.vtf"]);
  });

  it("throws for a name that was not listed", async () => {
    const findMaterial = await createFindMaterial(["a"], async () => null, { warn: () => {} });
    expect(findMaterial("A")).toBeNull();
    expect(() => findMaterial("b")).toThrow("material b");
  });

  it("takes the size from %tooltexture, and the colour from $reflectivity or a texture", async () => {
    const water = await infoOf("Water", "%tooltexture pane $normalmap wall_n %compilewater 1");
    expect([water.width, water.height]).toEqual([16, 16]);
    expect(water.reflectivity[2]).toBeCloseTo(1, 5);
    const given = await infoOf(
      "LightmappedGeneric",
      '$basetexture wall $reflectivity "[.5 .25 1]"',
    );
    expect(given.reflectivity).toEqual([0.5, 0.25, 1]);
  });

  it("reads the detail type", async () => {
    const info = await infoOf("WorldVertexTransition", "$basetexture wall %detailtype Grass");
    expect(info.detailType).toBe("grass");
  });

  it("lists the materials of a folder", () => {
    const paths = ["materials/A/b.vmt", "materials/a/b.vtf", "models/c.vmt", "materials\\d.vmt"];
    expect(listMaterials(paths)).toEqual(["a/b", "d"]);
  });
});

describe("surface flags and contents", () => {
  it.each([
    ["%compilesky 1", surf.SURF_SKY | surf.SURF_NOLIGHT, flags.CONTENTS_SOLID],
    ["%compile2dsky 1", surf.SURF_SKY | surf.SURF_SKY2D | surf.SURF_NOLIGHT, flags.CONTENTS_SOLID],
    ["%compilehint 1", NODRAW | surf.SURF_HINT, 0],
    ["%compileskip true", NODRAW | surf.SURF_SKIP, 0],
    ["%compileclip 1", NODRAW, CLIPS | flags.CONTENTS_DETAIL],
    ["%playerclip 1", NODRAW, flags.CONTENTS_PLAYERCLIP | flags.CONTENTS_DETAIL],
    ["%compiletrigger 1", surf.SURF_TRIGGER | surf.SURF_NOLIGHT, flags.CONTENTS_SOLID],
    ["%compilenodraw 1", NODRAW, flags.CONTENTS_SOLID],
    ["%compileinvisible 1", NODRAW, flags.CONTENTS_GRATE],
    ["%compilenolight 1", surf.SURF_NOLIGHT, flags.CONTENTS_SOLID],
    ["%compilenonsolid 1", 0, flags.CONTENTS_OPAQUE],
    ["%compileblocklos 1", 0, flags.CONTENTS_BLOCKLOS],
    ["%compiledetail 1", 0, flags.CONTENTS_DETAIL | flags.CONTENTS_SOLID],
    ["%compileladder 1", 0, flags.CONTENTS_LADDER | flags.CONTENTS_SOLID],
    // The first of the tools wins; a key set to 0 or to a word other than true is ignored.
    ["%compilesky 1 %compilehint 1", surf.SURF_SKY | surf.SURF_NOLIGHT, flags.CONTENTS_SOLID],
    ["%compilenodraw 0 %compilehint yes", 0, flags.CONTENTS_SOLID],
  ])("follow from %s", async (params, surfaceFlags, contents) => {
    expect(await bitsOf("LightmappedGeneric", `$basetexture wall ${params}`)).toEqual([
      surfaceFlags,
      contents,
    ]);
  });

  it("of water are warped and unlit, without detail", async () => {
    const [bits, contents] = await bitsOf(
      "Water",
      "%compilewater 1 %compiledetail 1 $bumpmap wall_n",
    );
    expect(bits).toBe(
      surf.SURF_WARP | surf.SURF_NOSHADOWS | surf.SURF_NODECALS | surf.SURF_NOLIGHT,
    );
    expect(contents).toBe(flags.CONTENTS_WATER);
  });

  it("of translucent materials are windows, or grates if bullets pass", async () => {
    const glass = await bitsOf("LightmappedGeneric", "$basetexture pane $translucent 1");
    expect(glass).toEqual([surf.SURF_TRANS, flags.CONTENTS_WINDOW]);
    const grate = await bitsOf(
      "LightmappedGeneric",
      "$basetexture pane $alphatest 1 %compilepassbullets 1",
    );
    expect(grate).toEqual([0, flags.CONTENTS_GRATE]);
    const opaque = await bitsOf("LightmappedGeneric", "$basetexture wall $translucent 1");
    expect(opaque).toEqual([0, flags.CONTENTS_SOLID]);
    const lamp = await bitsOf(
      "LightmappedGeneric",
      "$basetexture pane $translucent 1 $selfillum 1",
    );
    expect(lamp).toEqual([0, flags.CONTENTS_SOLID]);
  });

  it("include bumped light for a normal map, unless the material is unlit", async () => {
    const params = "$basetexture wall $bumpmap wall_n";
    const bumped = await infoOf("LightmappedGeneric", params);
    expect([bumped.isBumped, bumped.surfaceFlags]).toEqual([true, surf.SURF_BUMPLIGHT]);
    for (const [shader, more] of [
      ["LightmappedGeneric", "$nodiffusebumplighting 1"],
      ["LightmappedGeneric", "%compilenodraw 1"],
      ["UnlitGeneric", ""],
      ["VertexLitGeneric", ""],
    ]) {
      expect((await infoOf(shader, `${params} ${more}`)).isBumped, shader + more).toBe(false);
    }
  });
});

describe.skipIf(!hasCorpus)("material info of real maps", () => {
  /** Compares a map's texdata and texinfos with the info read from its materials. */
  async function compare(path: string) {
    const bsp = parseBsp(readCorpus(path), new Diagnostics());
    const content = mapContent(path, bsp.pakfile);
    const names = bsp.texDatas.name;
    // Plain names of vbsp's cubemap patches: a patch that is not packed is read as its material.
    const plain = names.map((name) => /^maps\/[^/]+\/(.+?)(_-?\d+){3}$/i.exec(name)?.[1] ?? name);
    const warnings: string[] = [];
    const report = { warn: (message: string) => warnings.push(message) };
    const find = await createFindMaterial(
      [...names, ...plain],
      (file) => content.read(file),
      report,
    );
    const agree = { found: 0, size: 0, reflectivity: 0, flags: 0, flagsWithoutBump: 0 };
    for (const [i, name] of names.entries()) {
      const info = find(name) ?? find(plain[i]);
      if (!info) continue;
      agree.found++;
      const { width, height, reflectivity } = bsp.texDatas;
      if (info.width === width[i] && info.height === height[i]) agree.size++;
      const near = (value: number, k: number) => Math.abs(value - reflectivity[i * 3 + k]) < 0.001;
      if (info.reflectivity.every(near)) agree.reflectivity++;
      const seen = [...bsp.texInfos.flags].filter((_, row) => bsp.texInfos.texdata[row] === i);
      if (seen.every((bits) => bits === info.surfaceFlags)) agree.flags++;
      const bump = surf.SURF_BUMPLIGHT;
      if (seen.every((bits) => (bits & ~bump) === (info.surfaceFlags & ~bump)))
        agree.flagsWithoutBump++;
    }
    return agree;
  }

  it.each([
    // Compiled without bumped light, although its materials have normal maps. Two are overlays,
    // whose texinfos have no flags.
    [
      "gunman_city2/gunman_city2.bsp",
      { found: 40, size: 40, reflectivity: 40, flags: 24, flagsWithoutBump: 38 },
    ],
    [
      "lanofdoom_csgo/aim_ag_texture2.bsp",
      { found: 6, size: 6, reflectivity: 6, flags: 6, flagsWithoutBump: 6 },
    ],
    [
      "lanofdoom_css/fy_simpsons_h.bsp",
      { found: 17, size: 17, reflectivity: 17, flags: 17, flagsWithoutBump: 17 },
    ],
    // One texture was repainted later.
    [
      "rc_deathmatch1/rc_deathmatch1.bsp",
      { found: 5, size: 5, reflectivity: 4, flags: 5, flagsWithoutBump: 5 },
    ],
  ])("matches the compiled one: %s", async (path, expected) => {
    expect(await compare(path)).toEqual(expected);
  });
});
