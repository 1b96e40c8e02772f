import { MATERIAL_VERTEX_LIT } from "../../../../map/material.ts";
import { FAMILY, OWN_PARAM } from "../../../../map/material-families.ts";
import { ROLE_BUMP } from "../../../../map/texture-roles.ts";
import { colorParam, numberParam, textureParam } from "../../vmt-values.ts";
import type { FamilyReader } from "../family-reader.ts";

/** Largest exponent; the normal map's alpha spans 1 to this. */
const EXPONENT_SCALE = 149;

/**
 * Teeth, with the parameters of `teeth.cpp`. The engine sets the direction and opening of the mouth
 * each frame; here the mouth faces along the model's x axis and is wide open.
 */
export const reader: FamilyReader = {
  family: FAMILY.teeth,
  shaders: /^teeth$/,
  read(vmt, state) {
    const { textures, params } = state;
    textures[ROLE_BUMP] = textureParam(vmt, "$bumpmap");
    if (textures[ROLE_BUMP] === undefined) state.flags |= MATERIAL_VERTEX_LIT;
    const fixed = Math.max(numberParam(vmt, "$phongexponent") ?? 0, 0);
    params[OWN_PARAM.TEETH_PHONG] = [fixed || 1, fixed ? 0 : EXPONENT_SCALE, 1, 0];
    const forward = colorParam(vmt, "$forward") ?? [1, 0, 0];
    params[OWN_PARAM.TEETH] = [...forward, numberParam(vmt, "$illumfactor") ?? 1];
  },
};
