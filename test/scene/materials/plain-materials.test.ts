/** Tests materials in low quality: only base textures are used and read. */

import { describe, expect, it } from "vitest";
import { FAMILY, hasTrait, isRareFamily, OWN_ROLE } from "../../../src/map/material-families.ts";
import {
  LEVEL_PLAIN,
  levelOfRoles,
  ROLE_BASE,
  ROLE_BASE2,
  ROLE_COUNT,
} from "../../../src/map/texture-roles.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { accessTo, madeContent } from "../content-sources.ts";
import { IMAGE_FORMAT_DXT1, makeVtf } from "../make-vtf.ts";

const OPTIONS = { textureCompressionBc: true, maxTextureDimension: 4096 };
const NAMES = ["base", "second", "bump", "bump2", "mask", "detail", "env"];
const texture = makeVtf({ width: 8, height: 8, format: IMAGE_FORMAT_DXT1 });
const ALL = NAMES.map((name) => [`materials/${name}.vtf`, texture] as const);
const MORE =
  "$bumpmap bump $bumpmap2 bump2 $envmap env $envmapmask mask $detail detail $phong 1 $phongexponenttexture mask $lightwarptexture bump2 $detailscale 4";

async function resolve(vmt: string, plainMaterials: boolean) {
  const content = madeContent({ ...Object.fromEntries(ALL), "materials/m.vmt": vmt });
  const access = accessTo(content);
  const options = { ...OPTIONS, plainMaterials };
  const { materials: m } = await resolveMaterials(["m"], null, access, options);
  let roles = 0;
  for (let role = 0; role < ROLE_COUNT; role++) if (m.roleTexture[role] >= 0) roles |= 1 << role;
  return { roles, names: m.textures.name, family: m.family[0] };
}

describe("plain materials", () => {
  it.each(["LightmappedGeneric", "VertexLitGeneric", "UnlitGeneric", "WorldVertexTransition"])(
    "of %s keep only base textures and read no others",
    async (shader) => {
      const vmt = `${shader} { $basetexture base $basetexture2 second ${MORE} }`;
      expect(levelOfRoles((await resolve(vmt, false)).roles)).toBeGreaterThan(LEVEL_PLAIN);
      const { roles, names, family } = await resolve(vmt, true);
      expect(isRareFamily(family)).toBe(false);
      const isBlend = ["LightmappedGeneric", "WorldVertexTransition"].includes(shader);
      expect(roles).toBe((1 << ROLE_BASE) | (isBlend ? 1 << ROLE_BASE2 : 0));
      expect(names).toEqual(
        ["base", ...(isBlend ? ["second"] : [])].map((n) => `materials/${n}.vtf`),
      );
    },
  );

  it("keep the iris of eyes but no cornea", async () => {
    const iris = await resolve("Eyes { $basetexture base $iris second }", true);
    expect(iris.roles).toBe((1 << ROLE_BASE) | (1 << OWN_ROLE.iris));
    expect(iris.family).toBe(FAMILY.eyes);
    const vmt =
      "EyeRefract { $iris base $ambientoccltexture second $corneatexture bump $envmap env }";
    const { roles, family } = await resolve(vmt, true);
    expect(family).toBe(FAMILY.eyes);
    expect(roles).toBe((1 << ROLE_BASE) | (1 << OWN_ROLE.iris));
  });

  it("drop SolidEnergy details, which would be too bright", async () => {
    const vmt = "SolidEnergy { $basetexture base $detail1 second $detail2 mask $flowmap bump }";
    const { roles, family } = await resolve(vmt, true);
    expect(isRareFamily(family)).toBe(false);
    expect(roles).toBe(1 << ROLE_BASE);
  });

  it("keep the refraction of glass and water", async () => {
    const vmt = "Refract { $basetexture base $normalmap bump $refractamount .1 }";
    const { roles, family } = await resolve(vmt, true);
    expect(hasTrait(family, "refracting")).toBe(true);
    expect(roles).toBe((await resolve(vmt, false)).roles);
  });
});
