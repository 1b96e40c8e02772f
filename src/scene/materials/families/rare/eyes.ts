import type { Vmt } from "../../../../formats/vmt/types.ts";
import {
  EYE_PLAIN,
  EYE_REFRACTING,
  PARAM_EYE_CORNEA,
  PARAM_EYE_OCCLUSION,
  PARAM_EYE_ORIGIN,
  PARAM_EYE_S,
  PARAM_EYE_T,
  PARAM_EYE_UP,
} from "../../../../map/families/eyes.ts";
import { MATERIAL_HALF_LAMBERT } from "../../../../map/material.ts";
import { FAMILY_EYES } from "../../../../map/material-families.ts";
import {
  ROLE_BASE,
  ROLE_BASE2,
  ROLE_BUMP,
  ROLE_ENV,
  ROLE_LIGHT_WARP,
} from "../../../../map/texture-roles.ts";
import { colorParam, flagParam, numberParam, textureParam } from "../../vmt-values.ts";
import type { FamilyReader, MaterialState } from "../family-reader.ts";
import { nearestOf } from "../reflection.ts";

/**
 * Eyes and EyeRefract: parameters and what is not written as `eyes_dx8_dx9_helper.cpp` and `eye_refract_helper.h` have
 * them. Where the eyeball is its model says: see `placeEyes`.
 */
export const eyesFamily: FamilyReader = {
  family: FAMILY_EYES,
  shaders: /^eye(s|refract)$/,
  read(vmt, state) {
    const isRefracting = vmt.shader.includes("refract");
    if (flagParam(vmt, "$halflambert")) state.flags |= MATERIAL_HALF_LAMBERT;
    state.params[PARAM_EYE_OCCLUSION] = [0, 0, 0, 0];
    state.params[PARAM_EYE_UP] = [0, 0, 0, isRefracting ? EYE_REFRACTING : EYE_PLAIN];
    if (isRefracting) return readRefracting(vmt, state);
    state.textures[ROLE_BASE2] = textureParam(vmt, "$iris");
  },
};

/** The iris's texture holds the whole ball: it is the base. */
function readRefracting(vmt: Vmt, state: MaterialState): void {
  const { textures, params } = state;
  textures[ROLE_BASE] = textureParam(vmt, "$iris");
  state.untextured = textures[ROLE_BASE] === undefined;
  textures[ROLE_BASE2] = textureParam(vmt, "$ambientoccltexture");
  textures[ROLE_BUMP] = textureParam(vmt, "$corneatexture");
  textures[ROLE_ENV] = textureParam(vmt, "$envmap") ?? nearestOf(vmt);
  textures[ROLE_LIGHT_WARP] = textureParam(vmt, "$lightwarptexture");
  const number = (name: string, rest: number) => numberParam(vmt, name) ?? rest;
  const cast = flagParam(vmt, "$raytracesphere");
  params[PARAM_EYE_ORIGIN] = [0, 0, 0, number("$eyeballradius", 0.5)];
  params[PARAM_EYE_S] = [0, 0, 0, number("$dilation", 0.5)];
  params[PARAM_EYE_T] = [0, 0, 0, number("$parallaxstrength", 0.25)];
  params[PARAM_EYE_CORNEA] = [
    number("$glossiness", 1),
    number("$corneabumpstrength", 1),
    cast ? (flagParam(vmt, "$spheretexkillcombo") ? 2 : 1) : 0,
    0,
  ];
  params[PARAM_EYE_OCCLUSION] = [
    ...(colorParam(vmt, "$ambientocclcolor") ?? [0.33, 0.33, 0.33]),
    0,
  ] as never;
}
