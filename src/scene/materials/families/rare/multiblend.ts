import {
  PARAM_MULTI_COS,
  PARAM_MULTI_SIN,
  ROLE_MULTI_BASE3,
  ROLE_MULTI_BASE4,
  ROLE_MULTI_SPEC,
  ROLE_MULTI_SPEC2,
  ROLE_MULTI_SPEC3,
} from "../../../../map/families/multiblend.ts";
import { MATERIAL_UNLIT } from "../../../../map/material.ts";
import { FAMILY_MULTIBLEND } from "../../../../map/material-families.ts";
import { ROLE_BASE2 } from "../../../../map/texture-roles.ts";
import { numberParam, textureParam } from "../../vmt-values.ts";
import type { FamilyReader } from "../family-reader.ts";

/**
 * MultiBlend of Alien Swarm: parameters and what is not written as `multiblend_dx9_helper.cpp` of the public SDK has
 * them. Nothing of it covers what is behind in part, nor has a transform of its base texture.
 */
export const multiblendFamily: FamilyReader = {
  family: FAMILY_MULTIBLEND,
  shaders: /^multiblend$/,
  read(vmt, state) {
    const { textures, spaces, params } = state;
    state.flags |= MATERIAL_UNLIT;
    state.opacity = "opaque";
    textures[ROLE_BASE2] = textureParam(vmt, "$basetexture2");
    textures[ROLE_MULTI_BASE3] = textureParam(vmt, "$basetexture3");
    textures[ROLE_MULTI_BASE4] = textureParam(vmt, "$basetexture4");
    spaces[ROLE_MULTI_BASE3] = "srgb";
    spaces[ROLE_MULTI_BASE4] = "srgb";
    textures[ROLE_MULTI_SPEC] = textureParam(vmt, "$spectexture");
    textures[ROLE_MULTI_SPEC2] = textureParam(vmt, "$spectexture2");
    textures[ROLE_MULTI_SPEC3] = textureParam(vmt, "$spectexture3");
    const turns = ["", "2", "3", "4"].map((layer) => {
      const radians = ((numberParam(vmt, `$rotation${layer}`) ?? 0) * Math.PI) / 180;
      const scale = numberParam(vmt, `$scale${layer}`) ?? 1;
      const repeats = 1 / (scale > 0 ? scale : 1);
      return [Math.cos(radians) * repeats, Math.sin(radians) * repeats];
    });
    params[PARAM_MULTI_COS] = turns.map(([cos]) => cos) as never;
    params[PARAM_MULTI_SIN] = turns.map(([, sin]) => sin) as never;
  },
};
