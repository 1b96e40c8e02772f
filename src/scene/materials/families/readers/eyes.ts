import type { Vmt } from "../../../../formats/vmt/types.ts";
import { MATERIAL_HALF_LAMBERT } from "../../../../map/material.ts";
import { FAMILY, FAMILY_CONSTANT, OWN_PARAM, OWN_ROLE } from "../../../../map/material-families.ts";
import { ROLE_BASE, ROLE_BUMP, ROLE_ENV, ROLE_LIGHT_WARP } from "../../../../map/texture-roles.ts";
import { colorParam, flagParam, numberParam, textureParam } from "../../vmt-values.ts";
import type { FamilyReader, MaterialState } from "../family-reader.ts";
import { nearestOf } from "../reflection.ts";

/**
 * Eyes and EyeRefract, with the parameters and defaults of `eyes_dx8_dx9_helper.cpp` and
 * `eye_refract_helper.h`. The eyeball's position comes from the model: see `placeEyes`.
 */
export const reader: FamilyReader = {
  family: FAMILY.eyes,
  shaders: /^eye(s|refract)$/,
  read(vmt, state) {
    const isRefracting = vmt.shader.includes("refract");
    if (flagParam(vmt, "$halflambert")) state.flags |= MATERIAL_HALF_LAMBERT;
    state.params[OWN_PARAM.EYE_OCCLUSION] = [0, 0, 0, 0];
    state.params[OWN_PARAM.EYE_UP] = [
      0,
      0,
      0,
      isRefracting ? FAMILY_CONSTANT.EYE_REFRACTING : FAMILY_CONSTANT.EYE_PLAIN,
    ];
    if (isRefracting) return readRefracting(vmt, state);
    state.textures[OWN_ROLE.iris] = textureParam(vmt, "$iris");
  },
};

/** Reads EyeRefract, whose iris texture covers the whole eyeball and is used as base texture. */
function readRefracting(vmt: Vmt, state: MaterialState): void {
  const { textures, params } = state;
  textures[ROLE_BASE] = textureParam(vmt, "$iris");
  state.untextured = textures[ROLE_BASE] === undefined;
  textures[OWN_ROLE.iris] = textureParam(vmt, "$ambientoccltexture");
  textures[ROLE_BUMP] = textureParam(vmt, "$corneatexture");
  textures[ROLE_ENV] = textureParam(vmt, "$envmap") ?? nearestOf(vmt);
  textures[ROLE_LIGHT_WARP] = textureParam(vmt, "$lightwarptexture");
  const number = (name: string, rest: number) => numberParam(vmt, name) ?? rest;
  const cast = flagParam(vmt, "$raytracesphere");
  params[OWN_PARAM.EYE_ORIGIN] = [0, 0, 0, number("$eyeballradius", 0.5)];
  params[OWN_PARAM.EYE_S] = [0, 0, 0, number("$dilation", 0.5)];
  params[OWN_PARAM.EYE_T] = [0, 0, 0, number("$parallaxstrength", 0.25)];
  params[OWN_PARAM.EYE_CORNEA] = [
    number("$glossiness", 1),
    number("$corneabumpstrength", 1),
    cast ? (flagParam(vmt, "$spheretexkillcombo") ? 2 : 1) : 0,
    0,
  ];
  params[OWN_PARAM.EYE_OCCLUSION] = [
    ...(colorParam(vmt, "$ambientocclcolor") ?? [0.33, 0.33, 0.33]),
    0,
  ] as never;
}
