import { describe, expect, it } from "vitest";
import { CancelledError } from "../../../src/core/errors.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import {
  MATERIAL_ALPHA_MASK,
  MATERIAL_MISSING,
  MATERIAL_NO_CULL,
  MATERIAL_SELF_ILLUM,
  MATERIAL_TRANSFORMED,
  MATERIAL_UNLIT,
  MATERIAL_VERTEX_LIT,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_NONE,
  PASS_OPAQUE,
  PASS_REFRACTING,
  PASS_TRANSLUCENT,
} from "../../../src/map/material.ts";
import { FAMILY, OWN_PARAM } from "../../../src/map/material-families.ts";
import { PARAM_BASE_S, PARAM_BASE_T } from "../../../src/map/material-params.ts";
import { ROLE_BASE, ROLE_BASE2, ROLE_COUNT } from "../../../src/map/texture-roles.ts";
import { listWorldMaterials } from "../../../src/scene/materials/material-names.ts";
import {
  findMaterials,
  resolveCandidates,
  resolveMaterials,
  UNKNOWN_COLOR,
} from "../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";
import { accessTo, madeContent, mapContent } from "../content-sources.ts";
import { IMAGE_FORMAT_DXT1, IMAGE_FORMAT_DXT5, makeVtf } from "../make-vtf.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };
const EIGHTBITALPHA = 0x2000;
const PLAIN = makeVtf({ width: 8, height: 8, format: IMAGE_FORMAT_DXT1 });
const ALPHA = makeVtf({ width: 8, height: 8, format: IMAGE_FORMAT_DXT5, flags: EIGHTBITALPHA });

describe("findMaterials", () => {
  it("requests the textures of a material before other VMTs have arrived", async () => {
    const files = madeContent({
      "materials/a.vmt": "LightmappedGeneric { $basetexture plain $bumpmap alpha }",
      "materials/b.vmt": "LightmappedGeneric { $basetexture plain }",
    });
    let arrive: () => void = () => undefined;
    const isRequested = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const content = {
      ...files,
      read: async (path: string) => {
        if (path === "materials/b.vmt") await isRequested;
        return files.read(path);
      },
    };
    const requests: string[] = [];
    const found = await findMaterials([["a"], ["b"]], accessTo(content), {}, async (request) => {
      requests.push(`${request.name} ${request.space}`);
      if (requests.length === 2) arrive();
      return null;
    });
    expect(requests).toEqual(["plain srgb", "alpha linear", "plain srgb"]);
    expect(found.map(({ name }) => name)).toEqual(["a", "b"]);
  });
});

/** Resolves one material `m` from VMT text, with the textures `plain` and `alpha` available. */
async function resolveOne(vmt: string) {
  const access = accessTo(
    madeContent({
      "materials/m.vmt": vmt,
      "materials/plain.vtf": PLAIN,
      "materials/alpha.vtf": ALPHA,
    }),
  );
  const { materials } = await resolveMaterials(["m"], null, access, OPTIONS);
  return { m: materials, codes: access.diagnostics.warnings.map((w) => w.code) };
}

const lit = (params: string) => resolveOne(`LightmappedGeneric { $basetexture plain ${params} }`);
const withAlpha = (params: string) =>
  resolveOne(`LightmappedGeneric { $basetexture alpha ${params} }`);

describe("render pass", () => {
  it.each([
    ["", PASS_OPAQUE],
    ["$translucent 1", PASS_TRANSLUCENT],
    ["$translucent 0", PASS_OPAQUE],
    ["$vertexalpha 1", PASS_TRANSLUCENT],
    ["$alpha .5", PASS_TRANSLUCENT],
    ["$alphatest 1", PASS_ALPHA_TEST],
    ["$alphatest 1 $translucent 1", PASS_TRANSLUCENT],
    ["$additive 1 $translucent 1", PASS_ADDITIVE],
    ["$translucent 1 $selfillum 1", PASS_OPAQUE],
    ["$translucent 1 $selfillum 1 $selfillummask plain", PASS_TRANSLUCENT],
    ["$translucent 1 $basealphaenvmapmask 1", PASS_OPAQUE],
    ["$no_draw 1", PASS_NONE],
    ["%compilenodraw 1", PASS_NONE],
    ["%compileTrigger 1", PASS_NONE],
    ["%compileclip 0", PASS_OPAQUE],
    ["%compilewater 1", PASS_OPAQUE],
  ])("for %j is %i", async (params, pass) => {
    expect((await withAlpha(params)).m.pass[0]).toBe(pass);
  });

  it("for a translucent material is opaque if its texture has no alpha", async () => {
    expect((await lit("$translucent 1")).m.pass[0]).toBe(PASS_OPAQUE);
    expect((await lit("$translucent 1 $alpha .5")).m.pass[0]).toBe(PASS_TRANSLUCENT);
    expect((await lit("$alphatest 1")).m.pass[0]).toBe(PASS_ALPHA_TEST);
  });

  it.each(["Sky", "Wireframe", "Shadow"])("does not exist for shader %s", async (shader) => {
    const { m } = await resolveOne(`${shader} { $basetexture plain }`);
    expect(m.pass[0]).toBe(PASS_NONE);
    expect(m.textures.count).toBe(0);
  });
});

describe("a subrect material", () => {
  async function resolveParts(files: Readonly<Record<string, string>>) {
    const vmts = Object.entries(files).map(([name, text]) => [`materials/${name}.vmt`, text]);
    const access = accessTo(
      madeContent({ ...Object.fromEntries(vmts), "materials/plain.vtf": PLAIN }),
    );
    const { materials } = await resolveMaterials(["m"], null, access, OPTIONS);
    const { warnings } = access.diagnostics;
    return { m: materials, told: warnings.map(({ code, subject }) => `${code} ${subject}`) };
  }
  const PART = 'Subrect { $Material sheet $Pos "2 4" $Size "4 1" }';

  it("uses its part of the sheet's transform", async () => {
    const transform = '$basetexturetransform "center 0 0 scale 2 2 rotate 0 translate .5 .25"';
    const { m, told } = await resolveParts({
      m: PART,
      sheet: `UnlitGeneric { $basetexture plain ${transform} }`,
    });
    expect(told).toEqual([]);
    expect(m.family[0]).toBe(FAMILY.unlit);
    expect(m.flags[0] & MATERIAL_TRANSFORMED).not.toBe(0);
    // 8 texels in each direction: s * 4 / 8 + 2 / 8 and t / 8 + 4 / 8, doubled and moved. −0
    // becomes 0.
    const rowOf = (row: number) => [...m.params.subarray(row * 4, row * 4 + 3)].map((n) => n + 0);
    expect(rowOf(PARAM_BASE_S)).toEqual([1, 0, 1]);
    expect(rowOf(PARAM_BASE_T)).toEqual([0, 0.25, 1.25]);
  });

  it.each([
    ["no sheet", { m: PART }, "missing-material materials/sheet.vmt"],
    ["a part for a sheet", { m: PART, sheet: PART }, "missing-material materials/sheet.vmt"],
    ["no size", { m: "Subrect { $Material sheet }" }, "unreadable-material materials/m.vmt"],
    ["no name of one", { m: 'Subrect { $Size "4 4" }' }, "unreadable-material materials/m.vmt"],
  ])("has its mean colour if there is %s, with a warning", async (_, files, warning) => {
    const { m, told } = await resolveParts(files);
    expect(told).toEqual([warning]);
    expect(m.flags[0] & MATERIAL_MISSING).not.toBe(0);
  });
});

describe("material flags", () => {
  it("follow shaders and parameters", async () => {
    const flags = async (vmt: string) => (await resolveOne(vmt)).m.flags[0];
    expect(await flags("LightmappedGeneric { $basetexture plain }")).toBe(0);
    expect(await flags("LightmappedGeneric { $basetexture plain $nocull 1 }")).toBe(
      MATERIAL_NO_CULL,
    );
    expect(await flags("UnlitGeneric { $basetexture plain $selfillum 1 }")).toBe(MATERIAL_UNLIT);
    expect(await flags("VertexLitGeneric { $basetexture alpha $selfillum 1 }")).toBe(
      MATERIAL_SELF_ILLUM | MATERIAL_ALPHA_MASK,
    );
    const masked = "LightmappedGeneric { $basetexture alpha $basealphaenvmapmask 1 $alpha .5 }";
    expect(await flags(masked)).toBe(MATERIAL_ALPHA_MASK);
    expect(
      await flags("VertexLitGeneric { $basetexture alpha $selfillum 1 $selfillummask plain }"),
    ).toBe(MATERIAL_VERTEX_LIT | MATERIAL_ALPHA_MASK);
    expect(await flags("VertexLitGeneric { $basetexture plain $selfillum 1 }")).toBe(
      MATERIAL_ALPHA_MASK,
    );
    expect(await flags("SDK_UnlitGeneric_DX9 { $basetexture plain }")).toBe(MATERIAL_UNLIT);
  });

  it("depend on the material's family", async () => {
    const family = async (vmt: string) => (await resolveOne(vmt)).m.family[0];
    expect(await family("LightmappedGeneric { $basetexture plain }")).toBe(FAMILY.lit);
    expect(await family("SDK_UnlitGeneric_DX9 { $basetexture plain }")).toBe(FAMILY.unlit);
    expect(await family("VertexLitGeneric { $basetexture plain $phong 1 }")).toBe(FAMILY.lit);
    const masked = "VertexLitGeneric { $basetexture plain $phong 1 $basemapalphaphongmask 1 }";
    expect(await family(masked)).toBe(FAMILY.model);
    expect(await family("Refract { $basetexture plain }")).toBe(FAMILY.refract);
    expect(await family("NobodysShader { $basetexture plain }")).toBe(FAMILY.lit);
  });

  it("select blending if both textures exist", async () => {
    const blend = await resolveOne(
      "WorldVertexTransition { $basetexture plain $basetexture2 alpha }",
    );
    expect(blend.m.family[0]).toBe(FAMILY.blend);
    expect(blend.m.textures.name[blend.m.roleTexture[ROLE_BASE2]]).toBe("materials/alpha.vtf");
    const half = await resolveOne("WorldVertexTransition { $basetexture plain $basetexture2 no }");
    expect(half.m.family[0]).toBe(FAMILY.blend);
    expect(half.m.roleTexture[ROLE_BASE2]).toBe(-1);
    expect(half.codes).toEqual(["missing-texture"]);
  });
});

describe("material colours and numbers", () => {
  it.each([
    ['$color "{255 0 255}"', [1, 0, 1]],
    ['$color "[1 .5 0]"', [1, 0.5 ** 2.2, 0]],
    ['$color2 "[.5 .5 .5]"', [0.5 ** 2.2, 0.5 ** 2.2, 0.5 ** 2.2]],
    ['$color ".5 1 0"', [0.5 ** 2.2, 1, 0]],
    ["$color .5", [0.5 ** 2.2, 0.5 ** 2.2, 0.5 ** 2.2]],
    ['$color "[2 2 2]"', [2, 2, 2]],
    ['$color "[.5 .5 .5]" $color2 "{ 255 0 0 }"', [0.5 ** 2.2, 0, 0]],
    ["$color red", [1, 1, 1]],
  ])("tint by %s", async (params, tint) => {
    const { m } = await lit(params);
    for (let k = 0; k < 3; k++) expect(m.tint[k]).toBeCloseTo(tint[k], 5);
  });

  it("default to an alpha test reference of 0.7", async () => {
    expect((await lit("$alphatest 1")).m.alphaTestReference[0]).toBeCloseTo(0.7);
    const given = await lit("$alphatest 1 $alphatestreference .3");
    expect(given.m.alphaTestReference[0]).toBeCloseTo(0.3);
  });

  it("read $alpha", async () => {
    expect((await lit("$alpha .25")).m.alpha[0]).toBe(0.25);
    expect((await lit("")).m.alpha[0]).toBe(1);
  });

  it("make water translucent in its fog colour", async () => {
    const { m, codes } = await resolveOne(
      'Water { $fogcolor "{255 0 0}" $basetexture nowhere $normalmap water/n }',
    );
    expect(m.family[0]).toBe(FAMILY.water);
    expect(m.flags[0] & MATERIAL_MISSING).toBe(0);
    expect(m.pass[0]).toBe(PASS_REFRACTING);
    const fog = OWN_PARAM.WATER_FOG * 4;
    expect([...m.params.subarray(fog, fog + 3)]).toEqual([1, 0, 0]);
    // Its $basetexture is only for the editor.
    expect(codes).toEqual(["missing-texture"]);
  });

  it("give water without fog keys a lit default colour", async () => {
    const { m } = await resolveOne("Water { $normalmap water/n }");
    expect(m.tint.every((c) => c > 0 && c < 1)).toBe(true);
    // A default colour is not chosen for its place, so it is lit.
    expect(m.flags[0] & MATERIAL_UNLIT).toBe(0);
  });
});

describe("missing content", () => {
  it("water with only its map patches resolves to plain water with their cubemap", async () => {
    const access = accessTo(
      madeContent({
        "materials/maps/m/sea_1_2_3_depth_9.vmt":
          "patch { include materials/maps/m/sea_1_2_3.vmt insert { $waterdepth 9 } }",
        "materials/maps/m/sea_1_2_3.vmt":
          "patch { include materials/sea.vmt insert { $envmap maps/m/c } }",
      }),
    );
    const color = Float32Array.of(0.13, 0.09, 0.04);
    const names = ["maps/m/sea_1_2_3_depth_9"];
    const { materials } = await resolveMaterials(names, color, access, OPTIONS);
    expect(materials.family[0]).toBe(FAMILY.water);
    expect(materials.pass[0]).toBe(PASS_REFRACTING);
    expect(materials.flags[0] & MATERIAL_MISSING).not.toBe(0);
    // The colour that vbsp stored; the surfaces identify it as water.
    expect([...materials.fallbackColor]).toEqual([...color]);
    const [missing, cube] = access.diagnostics.warnings;
    expect(missing).toMatchObject({ code: "missing-material", subject: "materials/sea.vmt" });
    expect(missing.message).toContain("plain water");
    expect(cube.subject).toBe("materials/maps/m/c.vtf");
  });

  it("a missing material gets its fallback colour and one warning", async () => {
    const access = accessTo(madeContent({}));
    const color = Float32Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6);
    const { materials } = await resolveMaterials(["brick/a", "brick/b"], color, access, OPTIONS);
    expect([...materials.flags]).toEqual([MATERIAL_MISSING, MATERIAL_MISSING]);
    expect([...materials.pass]).toEqual([PASS_OPAQUE, PASS_OPAQUE]);
    expect(materials.fallbackColor).toEqual(color);
    expect(access.diagnostics.subjects("missing-material")).toEqual([
      "materials/brick/a.vmt",
      "materials/brick/b.vmt",
    ]);
  });

  it("a missing texture of two materials is reported once", async () => {
    const vmt = "LightmappedGeneric { $basetexture gone }";
    const access = accessTo(madeContent({ "materials/a.vmt": vmt, "materials/b.vmt": vmt }));
    const { materials } = await resolveMaterials(["a", "b"], null, access, OPTIONS);
    expect([...materials.flags]).toEqual([MATERIAL_MISSING, MATERIAL_MISSING]);
    expect([...materials.roleTexture]).toEqual(new Array(2 * ROLE_COUNT).fill(-1));
    expect(materials.fallbackColor[0]).toBeCloseTo(UNKNOWN_COLOR[0]);
    const { warnings } = access.diagnostics;
    expect(warnings.map((w) => [w.code, w.subject])).toEqual([
      ["missing-texture", "materials/gone.vtf"],
    ]);
  });

  it("broken files are reported with their error", async () => {
    const access = accessTo(
      madeContent({
        "materials/a.vmt": "",
        "materials/b.vmt": "LightmappedGeneric { $basetexture cut }",
        "materials/cut.vtf": PLAIN.subarray(0, 100),
      }),
    );
    const { materials } = await resolveMaterials(["a", "b"], null, access, OPTIONS);
    expect([...materials.flags]).toEqual([MATERIAL_MISSING, MATERIAL_MISSING]);
    const byCode = new Map(access.diagnostics.warnings.map((w) => [w.code, w.message]));
    expect(byCode.get("unreadable-material")).toMatch(/materials\/a\.vmt.*VMT/);
    expect(byCode.get("unreadable-texture")).toMatch(/materials\/cut\.vtf.*VTF.*truncated/);
  });

  it("a failing source is reported and loading continues", async () => {
    const access = accessTo({ read: () => Promise.reject(new Error("no route")) });
    const { materials } = await resolveMaterials(["a"], null, access, OPTIONS);
    expect(materials.flags[0]).toBe(MATERIAL_MISSING);
    expect(access.diagnostics.warnings[0]).toMatchObject({ code: "unreadable-material" });
    expect(access.diagnostics.warnings[0].message).toContain("no route");
  });

  it("cancelling stops the resolution", async () => {
    const controller = new AbortController();
    controller.abort();
    const access = accessTo(madeContent({}), controller.signal);
    await expect(resolveMaterials(["a"], null, access, OPTIONS)).rejects.toThrow(CancelledError);
  });

  it("tool materials are invisible whether they exist or not", async () => {
    const names = [
      "tools/toolsnodraw",
      "TOOLS\\TOOLSSKYBOX",
      "tools/toolstrigger",
      "tools/toolsplayerclip",
      "tools/toolsareaportal",
      "tools/toolsblocklight",
      "tools/toolsblack",
      "maps/m/tools/toolsskip_1_-2_3",
    ];
    const access = accessTo(madeContent({}));
    const { materials } = await resolveMaterials(names, null, access, OPTIONS);
    expect([...materials.pass]).toEqual([0, 0, 0, 0, 0, 0, PASS_OPAQUE, 0]);
    expect(access.diagnostics.subjects("missing-material")).toEqual([
      "materials/tools/toolsblack.vmt",
    ]);
  });

  it("the engine's render targets and cubemaps are not reported as missing", async () => {
    const { m, codes } = await resolveOne("UnlitGeneric { $basetexture _rt_Camera }");
    expect(m.roleTexture[ROLE_BASE]).toBe(-1);
    expect(m.flags[0] & MATERIAL_MISSING).toBe(0);
    expect(codes).toEqual([]);
  });

  it("a material without a texture is white", async () => {
    const { m } = await resolveOne('UnlitGeneric { $color "{255 0 0}" }');
    expect([...m.fallbackColor]).toEqual([1, 1, 1]);
    expect([...m.tint]).toEqual([1, 0, 0]);
  });

  it.each(["HoloThing", "constructor"])(
    "an unknown shader %s is drawn as its texture",
    async (shader) => {
      const { m, codes } = await resolveOne(`${shader} { $basetexture plain }`);
      expect(m.roleTexture[ROLE_BASE]).toBe(0);
      expect(codes).toEqual(["unsupported-shader"]);
    },
  );
});

describe("cubemap patches", () => {
  const patch = 'patch { include "materials/wall.vmt" replace { $envmap maps/m/c1_2_3 } }';
  const names = ["maps/m/wall_1_2_3", "maps/m/wall_-4_5_-6"];
  const patches = {
    "materials/maps/m/wall_1_2_3.vmt": patch,
    "materials/maps/m/wall_-4_5_-6.vmt": patch,
  };

  it("include the original material, which is read once", async () => {
    const content = madeContent({
      ...patches,
      "materials/wall.vmt": "LightmappedGeneric { $basetexture plain $envmap env_cubemap }",
      "materials/plain.vtf": PLAIN,
    });
    const { materials } = await resolveMaterials(names, null, accessTo(content), OPTIONS);
    expect([0, 1].map((i) => materials.roleTexture[i * ROLE_COUNT + ROLE_BASE])).toEqual([0, 0]);
    expect(materials.name).toEqual(names);
    expect(content.reads.filter((path) => path === "materials/wall.vmt")).toHaveLength(1);
    expect(content.reads.filter((path) => path === "materials/plain.vtf")).toHaveLength(1);
  });

  it("report the missing original material once", async () => {
    const access = accessTo(madeContent(patches));
    const { materials } = await resolveMaterials(names, null, access, OPTIONS);
    expect([...materials.flags]).toEqual([MATERIAL_MISSING, MATERIAL_MISSING]);
    expect(access.diagnostics.warnings).toHaveLength(1);
    expect(access.diagnostics.warnings[0]).toMatchObject({
      code: "missing-material",
      subject: "materials/wall.vmt",
      count: 2,
    });
  });

  it("are optional, and the original material is used without them", async () => {
    const access = accessTo(
      madeContent({
        "materials/wall.vmt": "LightmappedGeneric { $basetexture plain }",
        "materials/plain.vtf": PLAIN,
      }),
    );
    const { materials } = await resolveMaterials(names, null, access, OPTIONS);
    expect([...materials.flags]).toEqual([0, 0]);
    expect(access.diagnostics.warnings).toEqual([]);
  });
});

describe("resolveCandidates", () => {
  it("uses the first existing candidate", async () => {
    const access = accessTo(
      madeContent({ "materials/b/x.vmt": "VertexLitGeneric { $basetexture plain }" }),
    );
    const sets = [
      ["a/x", "b/x", "c/x"],
      ["a/y", "b/y"],
    ];
    const { materials } = await resolveCandidates(sets, null, access, OPTIONS);
    expect(materials.name).toEqual(["b/x", "a/y"]);
    expect(access.diagnostics.subjects("missing-material")).toEqual(["materials/a/y.vmt"]);
  });
});

describe.skipIf(!hasCorpus)("resolveMaterials on real maps", () => {
  it.each([
    ["rc_deathmatch1/rc_deathmatch1.bsp", 6, 1, 6, 1],
    ["gunman_city2/gunman_city2.bsp", 40, 2, 46, 7],
    ["gc_city03_22_2/gc_city03_22_2.bsp", 45, 10, 47, 4],
    ["lanofdoom_csgo/aim_ag_texture2.bsp", 6, 0, 6, 0],
    ["lanofdoom_css/fy_simpsons_h.bsp", 22, 4, 17, 0],
    ["lanofdoom_css/gg_canyon.bsp", 12, 6, 5, 0],
    ["lanofdoom_css/de_office_h2.bsp", 309, 309, 0, 0],
  ])(
    "%s: %i materials, %i missing, %i textures, %i cubes",
    async (map, count, missing, textures, cubes) => {
      const bsp = parseBsp(readCorpus(map));
      const access = accessTo(mapContent(map, bsp.pakfile));
      const { names, reflectivity } = listWorldMaterials(bsp);
      const resolved = await resolveMaterials(names, reflectivity, access, OPTIONS);
      const { materials } = resolved;
      expect(materials.count).toBe(count);
      const isMissing = (i: number) => (materials.flags[i] & MATERIAL_MISSING) !== 0;
      const missingRows = names.map((_, i) => i).filter(isMissing);
      expect(missingRows).toHaveLength(missing);
      expect(materials.textures.count).toBe(textures + cubes);
      const { array, arrays } = materials.textures;
      expect(Array.from(array).filter((a) => arrays[a].dimension === "cube")).toHaveLength(cubes);
      // Every existing material has a pass and a family.
      for (let i = 0; i < count; i++) {
        const plain = materials.pass[i] !== PASS_NONE && !isMissing(i);
        const water = materials.family[i] === FAMILY.water;
        const base = materials.roleTexture[i * ROLE_COUNT + ROLE_BASE];
        if (plain && !water) expect(base, names[i]).toBeGreaterThanOrEqual(0);
      }
      const order = Array.from({ length: materials.textures.count }, (_, texture) => texture);
      const images = [...streamTextures(resolved.textures, order, access, OPTIONS)];
      expect(images).toHaveLength(textures + cubes);
      // A detail texture of the game that is not in the map.
      const codes = new Set(access.diagnostics.warnings.map((w) => w.code));
      codes.delete("missing-texture");
      expect(codes.size).toBeLessThanOrEqual(1);
      const warned = access.diagnostics.warnings.filter((w) => w.code === "missing-material");
      expect(warned.reduce((sum, w) => sum + w.count, 0)).toBe(missing);
    },
  );
});
