import { PARAM_DRAPED } from "../../../map/families/draped.ts";
import {
  MATERIAL_ALPHA_MASK,
  MATERIAL_ENV_MASK,
  MATERIAL_HALF_LAMBERT,
  MATERIAL_SELF_ILLUM,
  MATERIAL_VERTEX_LIT,
} from "../../../map/material.ts";
import { FAMILY_DRAPED, FAMILY_LIT, FAMILY_MODEL } from "../../../map/material-families.ts";
import {
  PARAM_ENV_CONTRAST,
  PARAM_ENV_SATURATION,
  PARAM_ENV_TINT,
  PARAM_PHONG,
  type ParamRow,
} from "../../../map/material-params.ts";
import {
  ROLE_BUMP,
  ROLE_DETAIL,
  ROLE_ENV,
  ROLE_EXPONENT,
  ROLE_GLOW,
  ROLE_LIGHT_WARP,
  ROLE_MASK,
  ROLE_PHONG_WARP,
} from "../../../map/texture-roles.ts";
import { colorParam, flagParam, numberParam, textureParam } from "../vmt-values.ts";
import type { FamilyReader } from "./family-reader.ts";
import { litFamily } from "./lit.ts";
import { nearestOf } from "./reflection.ts";
import { readDraped } from "./seamless.ts";
import { readSway } from "./sway.ts";

/** Of `shaders/families/rare/model.wgsl`: what lights a material, and what of it glows. */
const BY_FRAGMENTS = 1;
const WITH_HIGHLIGHTS = 2;
const AMBIENT_ALONE = -1;
const BY_TEXTURE = 1;
const BY_FACING = 2;
const BY_MASK = 3;

/** The exponent texture's red is from 1 to this. */
const EXPONENT_SCALE = 149;

/**
 * VertexLitGeneric: of a family of its own where it has what lit surfaces have not. Which of the engine's three
 * shaders it is, and what each takes of it, is as `vertexlitgeneric_dx9_helper.cpp` and `skin_dx9_helper.cpp` say; of
 * later engines, `$phongdisablehalflambert` and `$basemapluminancephongmask`.
 */
export const modelFamily: FamilyReader = {
  family: FAMILY_LIT,
  shaders: /^vertexlitgeneric$/,
  read(vmt, state, driven) {
    litFamily.read(vmt, state, driven);
    const { textures, params } = state;
    const flag = (name: string) => Number(flagParam(vmt, name));
    const number = (name: string, rest = 0) => numberParam(vmt, name) ?? rest;
    const color = (name: string, rest: readonly [number, number, number] = [1, 1, 1]) =>
      colorParam(vmt, name) ?? rest;

    const wraps = flag("$halflambert");
    if (wraps) state.flags |= MATERIAL_HALF_LAMBERT;
    const warp = textureParam(vmt, "$lightwarptexture");
    const hasBump = textures[ROLE_BUMP] !== undefined;
    const isMasked = Number(number("$basemapalphaphongmask") === 1);
    const hasPhong = flagParam(vmt, "$phong") && (hasBump || isMasked === 1 || warp !== undefined);
    const isByFragments = hasPhong || hasBump || warp !== undefined;
    const how = hasPhong
      ? WITH_HIGHLIGHTS
      : isByFragments
        ? BY_FRAGMENTS
        : flag("$ambientonly") * AMBIENT_ALONE;
    const glows = flagParam(vmt, "$selfillum");
    const mask = textureParam(vmt, "$selfillummask");
    const hasFacing = flagParam(vmt, "$selfillumfresnel");
    const glowTint = color("$selfillumtint");
    let glowsBy = 0;
    if (!isByFragments && textures[ROLE_MASK] && flagParam(vmt, "$selfillum_envmapmask_alpha")) {
      glowsBy = BY_MASK;
    } else if (glows && hasFacing && (hasPhong || (hasBump && !vmt.params.has("$detail")))) {
      glowsBy = BY_FACING;
    } else if (glows && mask !== undefined) {
      // Bumped models without highlights know no mask: the base texture's alpha glows, 1 where it has none.
      glowsBy = hasPhong || !isByFragments ? BY_TEXTURE : BY_FACING;
    }
    const blendsTint = glows ? 0 : flag("$blendtintbybasealpha");
    const isTinted = glows && glowTint.some((c) => c !== 1);
    if (!isByFragments) state.sway = readSway(vmt);
    // The engine has no room for both.
    if (state.sway !== null) textures[ROLE_DETAIL] = undefined;
    const draped = isByFragments || state.sway !== null ? null : readDraped(vmt, state);
    const isPlain = draped === null && !hasPhong && how >= 0 && warp === undefined;
    if (isPlain && !glowsBy && !isTinted && !blendsTint) return;

    state.family = draped === null ? FAMILY_MODEL : FAMILY_DRAPED;
    if (how === 0) state.flags |= MATERIAL_VERTEX_LIT;
    if (glowsBy) state.flags &= ~MATERIAL_SELF_ILLUM;
    if (glows || blendsTint || (hasPhong && isMasked)) {
      state.flags |= MATERIAL_ALPHA_MASK;
      if (state.opacity === "blended by its texture") state.opacity = "opaque";
    }
    // The engine's shader has no room for both.
    if (hasPhong || glowsBy !== BY_FACING) textures[ROLE_LIGHT_WARP] = warp;
    if (glowsBy === BY_TEXTURE) textures[ROLE_GLOW] = mask;
    if (hasPhong) {
      textures[ROLE_EXPONENT] = textureParam(vmt, "$phongexponenttexture");
      textures[ROLE_PHONG_WARP] = textureParam(vmt, "$phongwarptexture");
      // Masked by no texture of its own, and tinted as it is written.
      textures[ROLE_ENV] = textureParam(vmt, "$envmap") ?? nearestOf(vmt);
      textures[ROLE_MASK] = undefined;
      state.flags &= ~MATERIAL_ENV_MASK;
      params[PARAM_ENV_TINT] = [...color("$envmaptint"), 1];
      delete params[PARAM_ENV_CONTRAST];
      delete params[PARAM_ENV_SATURATION];
    }
    const hasExponents = textures[ROLE_EXPONENT] !== undefined;
    const factor = number("$phongexponentfactor");
    const fixed = factor ? 0 : Math.max(number("$phongexponent"), 0);
    const tint = color("$phongtint", [0, 0, 0]);
    const hasTint = tint.some((c) => c !== 0);
    const [low, middle, high] = color("$phongfresnelranges", [0, 0.5, 1]);
    const [min, max, power] = color("$selfillumfresnelminmaxexp", [0, 1, 1]);
    const bias = max === 0 ? 0 : min / max;
    const rows: ParamRow[] = [
      [fixed || 1, fixed ? 0 : factor || EXPONENT_SCALE, number("$phongboost", 1), isMasked],
      hasTint ? [...tint, 0] : [1, 1, 1, hasExponents ? flag("$phongalbedotint") : 0],
      [(middle - low) * 2, middle, (high - middle) * 2, flag("$basemapluminancephongmask")],
      [
        Math.max(number("$rimlightexponent", 4), 1),
        number("$rimlightboost", 1),
        hasExponents ? number("$rimmask") : 0,
        flag("$rimlight"),
      ],
      [...glowTint, glowsBy],
      hasFacing ? [1 - bias, bias, power, max] : [0, 1, 1, 1],
      [
        blendsTint,
        number("$blendtintcoloroverbase"),
        number("$envmapfresnel"),
        flag("$invertphongmask"),
      ],
      [
        how,
        hasPhong ? 1 - flag("$phongdisablehalflambert") : wraps,
        flag("$normalmapalphaenvmapmask"),
        0,
      ],
    ];
    rows.forEach((row, i) => {
      params[PARAM_PHONG + i] = row;
    });
    if (draped !== null) params[PARAM_DRAPED] = draped;
  },
};
