import {
  MATERIAL_BLURRED,
  MATERIAL_RIM_FADES,
  MATERIAL_SEE_THROUGH,
  MATERIAL_UNLIT,
} from "../../../../map/material.ts";
import { FAMILY, OWN_PARAM, OWN_ROLE } from "../../../../map/material-families.ts";
import {
  PARAM_ENV_CONTRAST,
  PARAM_ENV_SATURATION,
  PARAM_ENV_TINT,
} from "../../../../map/material-params.ts";
import { ROLE_BUMP, ROLE_ENV } from "../../../../map/texture-roles.ts";
import { readBaseTransform } from "../../base-transform.ts";
import { colorParam, flagParam, linearColor, numberParam, textureParam } from "../../vmt-values.ts";
import type { FamilyReader } from "../family-reader.ts";

/** Opacity if the background cannot be sampled. */
const REFRACT_ALPHA = 0.25;

/** Glass that distorts its background (`refract.cpp`, `refract_dx9_helper.cpp`). */
export const reader: FamilyReader = {
  family: FAMILY.refract,
  shaders: /^refract$/,
  read(vmt, state, driven) {
    const tint = linearColor(colorParam(vmt, "$refracttint") ?? [1, 1, 1]);
    state.flags |= MATERIAL_UNLIT | MATERIAL_SEE_THROUGH;
    if (flagParam(vmt, "$bluramount")) state.flags |= MATERIAL_BLURRED;
    if (flagParam(vmt, "$fadeoutonsilhouette")) state.flags |= MATERIAL_RIM_FADES;
    state.tint = tint;
    if (state.alpha === 1) state.alpha = REFRACT_ALPHA;
    state.opacity = "refracting";
    state.textures = [];
    state.textures[ROLE_BUMP] = textureParam(vmt, "$normalmap") ?? textureParam(vmt, "$bumpmap");
    state.textures[OWN_ROLE.refract_tint] = textureParam(vmt, "$refracttinttexture");
    state.textures[ROLE_ENV] = textureParam(vmt, "$envmap");
    state.untextured = true;
    readBaseTransform(vmt, state, driven, "$bumptransform");
    state.params[OWN_PARAM.REFRACT] = [numberParam(vmt, "$refractamount") ?? 0, 0, 0, 0];
    state.params[OWN_PARAM.REFRACT_TINT] = [...tint, 0];
    const envTint = linearColor(colorParam(vmt, "$envmaptint") ?? [1, 1, 1]);
    state.params[PARAM_ENV_TINT] = [...envTint, 1];
    state.params[PARAM_ENV_CONTRAST] = [
      ...(colorParam(vmt, "$envmapcontrast") ?? ([0, 0, 0] as const)),
      0,
    ];
    state.params[PARAM_ENV_SATURATION] = [
      ...(colorParam(vmt, "$envmapsaturation") ?? ([1, 1, 1] as const)),
      0,
    ];
  },
};
