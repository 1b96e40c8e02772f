import { MATERIAL_UNLIT } from "../../../../map/material.ts";
import { FAMILY, OWN_PARAM, OWN_ROLE } from "../../../../map/material-families.ts";
import { ROLE_BASE2 } from "../../../../map/texture-roles.ts";
import { numberParam, textureParam } from "../../vmt-values.ts";
import type { FamilyReader } from "../family-reader.ts";

/**
 * MultiBlend of Alien Swarm, with the parameters and defaults of `multiblend_dx9_helper.cpp` of the
 * public SDK. It is never translucent, and has no base texture transform.
 */
export const reader: FamilyReader = {
  family: FAMILY.multiblend,
  shaders: /^multiblend$/,
  read(vmt, state) {
    const { textures, params } = state;
    state.flags |= MATERIAL_UNLIT;
    state.opacity = "opaque";
    textures[ROLE_BASE2] = textureParam(vmt, "$basetexture2");
    textures[OWN_ROLE.multi_base3] = textureParam(vmt, "$basetexture3");
    textures[OWN_ROLE.multi_base4] = textureParam(vmt, "$basetexture4");
    textures[OWN_ROLE.multi_spec] = textureParam(vmt, "$spectexture");
    textures[OWN_ROLE.multi_spec2] = textureParam(vmt, "$spectexture2");
    textures[OWN_ROLE.multi_spec3] = textureParam(vmt, "$spectexture3");
    const turns = ["", "2", "3", "4"].map((layer) => {
      const radians = ((numberParam(vmt, `$rotation${layer}`) ?? 0) * Math.PI) / 180;
      const scale = numberParam(vmt, `$scale${layer}`) ?? 1;
      const repeats = 1 / (scale > 0 ? scale : 1);
      return [Math.cos(radians) * repeats, Math.sin(radians) * repeats];
    });
    params[OWN_PARAM.MULTI_COS] = turns.map(([cos]) => cos) as never;
    params[OWN_PARAM.MULTI_SIN] = turns.map(([, sin]) => sin) as never;
  },
};
