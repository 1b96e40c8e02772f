import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import { GltfBuilder } from "../../../src/export/gltf/gltf-builder.ts";
import {
  GltfMaterialTable,
  type MaterialWishes,
  NO_MATERIAL,
} from "../../../src/export/materials/material-table.ts";
import { GltfTextureTable } from "../../../src/export/materials/texture-table.ts";
import { makeVtf } from "../../formats/vtf/make-vtf.ts";

const LIGHTMAP = 77;

/** Converts a material by name, with textures `a`, `b` and `n`. */
async function convert(
  vmt: string,
  wishes: MaterialWishes = {},
  lightmap: number | null = null,
  names: readonly string[] = ["elsewhere/m", "m"],
) {
  const builder = new GltfBuilder(new Ledger(), "MDL");
  const encoder = new TextEncoder();
  const content = {
    read: async (path: string) => {
      if (path === "materials/m.vmt") return encoder.encode(vmt);
      return /^materials\/[abn]\.vtf$/.test(path) ? makeVtf({ format: "BGRA8888" }) : null;
    },
  };
  const diagnostics = new Diagnostics();
  const access = { content, diagnostics, ledger: new Ledger() };
  const table = new GltfMaterialTable(
    builder,
    access,
    new GltfTextureTable(builder, access, 1024),
    lightmap,
  );
  const row = await table.add(names, wishes);
  return { row, material: builder.json.materials[row], json: builder.json, diagnostics };
}

describe("exported materials", () => {
  it("have a colour, and all of the VMT as extras", async () => {
    const { material, json } = await convert(
      'VertexLitGeneric { $basetexture a $color2 "[0.5 1 2]" $surfaceprop wood }',
    );
    const { pbrMetallicRoughness: pbr } = material;
    expect(pbr).toMatchObject({ metallicFactor: 0, roughnessFactor: 1 });
    // 0.5 is gamma-encoded; glTF has nothing above 1.
    expect(pbr!.baseColorFactor).toEqual([expect.closeTo(0.5 ** 2.2, 6), 1, 1, 1]);
    expect(json.textures[pbr!.baseColorTexture!.index].name).toBe("a");
    expect(material).not.toHaveProperty("alphaMode");
    expect(material).not.toHaveProperty("doubleSided");
    expect(material.extras).toMatchObject({
      vmt: { shader: "vertexlitgeneric", params: { $surfaceprop: "wood" } },
    });
  });

  it.each([
    ["$translucent 1", { alphaMode: "BLEND" }],
    ["$alphatest 1", { alphaMode: "MASK", alphaCutoff: 0.7 }],
    ["$alphatest 1 $alphatestreference 0.3", { alphaMode: "MASK", alphaCutoff: 0.3 }],
    ["$alpha 0.5", { alphaMode: "BLEND" }],
    ["$additive 1", { alphaMode: "BLEND", extensions: { KHR_materials_unlit: {} } }],
    ["$nocull 1", { doubleSided: true }],
  ])('convert "%s"', async (words, expected) => {
    const { material } = await convert(`VertexLitGeneric { $basetexture a ${words} }`);
    expect(material).toMatchObject(expected);
  });

  it("report missing materials by path, unless they have no name", async () => {
    const none = async (name: string) => {
      const { material, diagnostics } = await convert("", {}, null, [name]);
      expect(material.pbrMetallicRoughness?.baseColorTexture).toBeUndefined();
      return diagnostics.warnings.map(({ code, message }) => [code, message]);
    };
    expect(await none("away")).toEqual([
      ["missing-material", "No material materials/away.vmt: it is grey."],
    ]);
    expect(await none("")).toEqual([
      ["damaged-section", "Of some faces the map names no material: they are grey."],
    ]);
  });

  it("have normals and glow, unless they are unlit", async () => {
    const words = "$basetexture a $bumpmap n $selfillum 1";
    const { material, json } = await convert(`VertexLitGeneric { ${words} }`);
    expect(json.textures[material.normalTexture!.index].name).toBe("n (normals)");
    expect(json.textures[material.emissiveTexture!.index].name).toBe("a (glow)");
    expect(material.emissiveFactor).toEqual([1, 1, 1]);
    const unlit = await convert(`UnlitGeneric { ${words} }`, {}, LIGHTMAP);
    expect(unlit.material).not.toHaveProperty("normalTexture");
    expect(unlit.material).not.toHaveProperty("occlusionTexture");
    expect(unlit.json.extensionsUsed).toEqual(["KHR_materials_unlit"]);
  });

  it("are rougher the wider their highlights are", async () => {
    const roughnessOf = async (exponent: number) => {
      const { material } = await convert(
        `VertexLitGeneric { $basetexture a $phong 1 $phongexponent ${exponent} }`,
      );
      return material.pbrMetallicRoughness!.roughnessFactor!;
    };
    expect(await roughnessOf(5)).toBeGreaterThan(await roughnessOf(50));
    expect(await roughnessOf(50)).toBeLessThan(0.5);
  });

  it("have the VMT's texture transform", async () => {
    const transform = '$basetexturetransform "center 0 0 scale 2 3 rotate 0 translate .25 .5"';
    const { material } = await convert(`VertexLitGeneric { $basetexture a ${transform} }`);
    expect(material.pbrMetallicRoughness!.baseColorTexture!.extensions).toEqual({
      KHR_texture_transform: { offset: [0.25, 0.5], scale: [2, 3] },
    });
  });

  it("have the map's light if they are lit, and an entity's render colour", async () => {
    const color = [1, 0, 0, 0.25];
    const { material } = await convert(
      "LightmappedGeneric { $basetexture a }",
      { color },
      LIGHTMAP,
    );
    expect(material.occlusionTexture).toEqual({ index: LIGHTMAP, texCoord: 1 });
    expect(material.pbrMetallicRoughness!.baseColorFactor).toEqual(color);
    expect(material.alphaMode).toBe("BLEND");
  });

  it("exist a second time for a second base texture", async () => {
    const vmt = "WorldVertexTransition { $basetexture a $basetexture2 b }";
    const { material, json } = await convert(vmt, { isSecond: true });
    expect(json.textures[material.pbrMetallicRoughness!.baseColorTexture!.index].name).toBe("b");
    expect(material.alphaMode).toBe("BLEND");
    const none = await convert("LightmappedGeneric { $basetexture a }", { isSecond: true });
    expect(none.row).toBe(NO_MATERIAL);
    expect(none.json.materials).toEqual([]);
  });

  it("are white times their colour if they have no texture", async () => {
    const colorOf = async (text: string) =>
      (await convert(text)).material.pbrMetallicRoughness!.baseColorFactor;
    const blue = [0, expect.closeTo(0.5 ** 2.2, 6), 1, 1];
    expect(await colorOf('UnlitGeneric { $color "[0 0.5 1]" }')).toEqual(blue);
    expect(await colorOf('VertexLitGeneric { $color2 "[0 0.5 1]" $alpha 0.5 }')).toEqual([
      ...blue.slice(0, 3),
      0.5,
    ]);
    // A material that only reflects is not white, nor is one of another shader.
    const mirror = await colorOf("VertexLitGeneric { $envmap a }");
    expect(mirror![0]).toBeLessThan(0.5);
    expect(await colorOf("Refract { $normalmap a }")).toEqual(mirror);
  });

  it("have the fallback colour if a texture is missing, and water has its fog's", async () => {
    const fallback = [0.1, 0.2, 0.3] as const;
    const grey = await convert("LightmappedGeneric { $basetexture gone }", { fallback });
    expect(grey.material.pbrMetallicRoughness!.baseColorFactor).toEqual([...fallback, 1]);
    expect(grey.diagnostics.subjects("missing-texture")).toEqual(["materials/gone.vtf"]);
    const water = await convert('Water { $fogcolor "{0 255 0}" }', { fallback });
    expect(water.material).toMatchObject({
      alphaMode: "BLEND",
      pbrMetallicRoughness: { baseColorFactor: [0, 1, 0, 0.7] },
    });
  });
});
