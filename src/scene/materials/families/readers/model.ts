import type { Vmt } from "../../../../formats/vmt/types.ts";
import {
  MATERIAL_ALPHA_MASK,
  MATERIAL_ENV_MASK,
  MATERIAL_HALF_LAMBERT,
  MATERIAL_SELF_ILLUM,
  MATERIAL_VERTEX_LIT,
} from "../../../../map/material.ts";
import { FAMILY, FAMILY_CONSTANT, OWN_PARAM, OWN_ROLE } from "../../../../map/material-families.ts";
import {
  PARAM_ENV_CONTRAST,
  PARAM_ENV_LIGHT,
  PARAM_ENV_SATURATION,
  PARAM_ENV_TINT,
  type ParamRow,
} from "../../../../map/material-params.ts";
import {
  ROLE_BASE,
  ROLE_BUMP,
  ROLE_DETAIL,
  ROLE_ENV,
  ROLE_LIGHT_WARP,
  ROLE_MASK,
} from "../../../../map/texture-roles.ts";
import { colorParam, flagParam, numberParam, pairParam, textureParam } from "../../vmt-values.ts";
import { readDistanceAlpha } from "../distance.ts";
import type { FamilyReader, MaterialState, Sway } from "../family-reader.ts";
import { nearestOf, readEnvLight } from "../reflection.ts";
import { readDraped } from "../seamless.ts";
import { reader as litReader } from "./lit.ts";

/** Values of `MODEL_LIGHT`, then of `GLOW`: see `shaders/families/rare/model.wgsl`. */
const BY_FRAGMENTS = 1;
const WITH_HIGHLIGHTS = 2;
const AMBIENT_ALONE = -1;
const BY_TEXTURE = 1;
const BY_FACING = 2;
const BY_MASK = 3;

/** First row of clothes and first row of skin, of the 16 rows of a gradient. */
const GRADIENT_ROWS = [1 / 32, 1 / 32 + 0.5] as const;

/** Largest exponent; the red channel of the exponent texture spans 1 to this. */
const EXPONENT_SCALE = 149;

/**
 * VertexLitGeneric. The family is `lit` unless the material has parameters that lit surfaces lack.
 * The engine has three shaders for it, chosen by parameters as in `vertexlitgeneric_dx9_helper.cpp`
 * and `skin_dx9_helper.cpp`. Later engines added `$phongdisablehalflambert`,
 * `$basemapluminancephongmask`, `$phongalbedoboost` and `$envmaplightscale`.
 *
 * Character of CS:GO is VertexLitGeneric with highlights whose masks are in `$masks1`: red masks
 * the rim light, green tints a highlight with the base colour. No SDK has the shader: Valve's wiki
 * ("Character (shader)") lists its parameters. `$masks2`, metalness, anisotropy, retroreflection,
 * the ambient reflection, fake rims and shadow tints are not drawn.
 *
 * Infected of Left 4 Dead 2 has highlights too, and its colours in rows of `$gradienttexture`
 * (Valve's wiki, "Infected (shader)"). A game picks two of eight rows at random; here they are the
 * first. Blood, wounds and glowing eyes are not drawn.
 */
export const reader: FamilyReader = {
  family: FAMILY.lit,
  shaders: /^(vertexlitgeneric|character|infected)$/,
  read(vmt, state, driven) {
    litReader.read(vmt, state, driven);
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
    const isCharacter = vmt.shader === "character";
    const isInfected = vmt.shader === "infected";
    const masks = isCharacter ? textureParam(vmt, "$masks1") : undefined;
    const hasPhong =
      isCharacter ||
      isInfected ||
      (flagParam(vmt, "$phong") && (hasBump || isMasked === 1 || warp !== undefined));
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
      // Bumped models without highlights ignore the mask: the base texture's alpha glows, or 1
      // without alpha.
      glowsBy = hasPhong || !isByFragments ? BY_TEXTURE : BY_FACING;
    }
    const blendsTint = glows ? 0 : flag("$blendtintbybasealpha");
    const isTinted = glows && glowTint.some((c) => c !== 1);
    if (!isByFragments && readDistanceAlpha(vmt, state)) return;
    if (!isByFragments) state.sway = readSway(vmt);
    // The engine's shader has no room for a detail texture beside sway.
    if (state.sway !== null) textures[ROLE_DETAIL] = undefined;
    const draped = isByFragments || state.sway !== null ? null : readDraped(vmt, state);
    const isPlain = draped === null && !hasPhong && how >= 0 && warp === undefined;
    const isPlainMirror = params[PARAM_ENV_LIGHT] === undefined;
    const isPainted = !isInfected && state.sway === null && readPainted(vmt, state);
    const canFlow = !isInfected && draped === null && !isPainted && state.sway === null;
    const isFlowing = canFlow && readEmissive(vmt, state);
    const isSpecial = isPainted || isFlowing || !isPlainMirror;
    if (isPlain && !isSpecial && !glowsBy && !isTinted && !blendsTint) return;

    if (isInfected) readGradient(vmt, state);
    else state.family = isFlowing ? FAMILY.emissive : FAMILY.model;
    if (how === 0) state.flags |= MATERIAL_VERTEX_LIT;
    if (glowsBy) state.flags &= ~MATERIAL_SELF_ILLUM;
    if (glows || blendsTint || (hasPhong && isMasked)) {
      state.flags |= MATERIAL_ALPHA_MASK;
      if (state.opacity === "blended by its texture") state.opacity = "opaque";
    }
    // The engine's shader has no room for a light warp beside a glow by viewing angle.
    if (hasPhong || glowsBy !== BY_FACING) textures[ROLE_LIGHT_WARP] = warp;
    if (glowsBy === BY_TEXTURE) textures[OWN_ROLE.glow] = mask;
    if (hasPhong) {
      textures[OWN_ROLE.exponent] = masks ?? textureParam(vmt, "$phongexponenttexture");
      textures[OWN_ROLE.phong_warp] = textureParam(vmt, "$phongwarptexture");
      // Reflections of models with highlights have no mask texture, and a linear tint.
      textures[ROLE_ENV] = textureParam(vmt, "$envmap") ?? nearestOf(vmt);
      textures[ROLE_MASK] = undefined;
      state.flags &= ~MATERIAL_ENV_MASK;
      params[PARAM_ENV_TINT] = [...color("$envmaptint"), 1];
      delete params[PARAM_ENV_CONTRAST];
      delete params[PARAM_ENV_SATURATION];
      if (textures[ROLE_ENV] !== undefined) readEnvLight(vmt, state);
    }
    const hasExponents = textures[OWN_ROLE.exponent] !== undefined;
    const factor = number("$phongexponentfactor");
    const fixed =
      isCharacter || isInfected
        ? Math.max(number("$phongexponent", 5), 1)
        : factor
          ? 0
          : Math.max(number("$phongexponent"), 0);
    const tint = color("$phongtint", [0, 0, 0]);
    const hasTint = tint.some((c) => c !== 0);
    const [low, middle, high] = color(
      isCharacter && vmt.params.has("$fresnelranges") ? "$fresnelranges" : "$phongfresnelranges",
      [0, 0.5, 1],
    );
    const [min, max, power] = color("$selfillumfresnelminmaxexp", [0, 1, 1]);
    const bias = max === 0 ? 0 : min / max;
    const rows: ParamRow[] = [
      [fixed || 1, fixed ? 0 : factor || EXPONENT_SCALE, number("$phongboost", 1), isMasked],
      hasTint ? [...tint, 0] : [1, 1, 1, hasExponents ? (masks ? 1 : flag("$phongalbedotint")) : 0],
      [(middle - low) * 2, middle, (high - middle) * 2, flag("$basemapluminancephongmask")],
      [
        Math.max(number("$rimlightexponent", 4), 1),
        number("$rimlightboost", 1),
        masks ? -1 : hasExponents ? number("$rimmask") : 0,
        isCharacter ? flag("$rimlightboost") : flag("$rimlight"),
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
        isCharacter ? flag("$bumpalphaenvmask") : flag("$normalmapalphaenvmapmask"),
        number("$phongalbedoboost", 1),
      ],
    ];
    if (isCharacter && !flag("$bumpalphaenvmask") && !flag("$basealphaenvmask")) {
      const [share, min, factor] = params[PARAM_ENV_LIGHT] ?? [0, 0, 1];
      params[PARAM_ENV_LIGHT] = [share, min, factor, 1];
    }
    rows.forEach((row, i) => {
      params[OWN_PARAM.PHONG + i] = row;
    });
    if (draped === null && !isPainted) return;
    state.family = FAMILY.draped;
    params[OWN_PARAM.DRAPED] = draped ?? [0, 0, 0, 0];
  },
};

/** Reads the gradient that colours the infected. Their base texture holds lookup values. */
function readGradient(vmt: Vmt, state: MaterialState): void {
  state.family = FAMILY.infected;
  state.textures[OWN_ROLE.infected_gradient] = textureParam(vmt, "$gradienttexture");
  state.spaces[ROLE_BASE] = "linear";
  state.params[OWN_PARAM.INFECTED_ROWS] = [...GRADIENT_ROWS, 0, 0];
  if (state.opacity === "blended by its texture") state.opacity = "opaque";
}

/**
 * Reads `$emissiveblendenabled` and related parameters (`emissive_scroll_blended_pass_helper.cpp`,
 * whose defaults are used). Games set the strength at run time; here it is the material's value, 0
 * by default.
 * @returns whether the material glows
 */
function readEmissive(vmt: Vmt, state: MaterialState): boolean {
  const strength = Math.min(Math.max(numberParam(vmt, "$emissiveblendstrength") ?? 0, 0), 1);
  if (!flagParam(vmt, "$emissiveblendenabled") || strength === 0) return false;
  const base = textureParam(vmt, "$emissiveblendbasetexture");
  const flow = textureParam(vmt, "$emissiveblendflowtexture");
  const light = textureParam(vmt, "$emissiveblendtexture");
  if (base === undefined || flow === undefined || light === undefined) return false;
  const { textures, params, paramRates } = state;
  textures[OWN_ROLE.emissive_base] = base;
  textures[OWN_ROLE.emissive_flow] = flow;
  textures[OWN_ROLE.emissive] = light;
  const [r, g, b] = colorParam(vmt, "$emissiveblendtint") ?? [1, 1, 1];
  params[OWN_PARAM.EMISSIVE_TINT] = [r * strength, g * strength, b * strength, 0];
  const [s, t] = pairParam(vmt, "$emissiveblendscrollvector") ?? [0.11, 0.124];
  params[OWN_PARAM.EMISSIVE_SCROLL] = [0, 0, 0, 0];
  paramRates[OWN_PARAM.EMISSIVE_SCROLL] = [s, t, 0, 0];
  return true;
}

/**
 * Reads `$tintmasktexture` and `$decaltexture` of models (CS:GO). A decal is drawn only if
 * `$decalblendmode` is set, as Valve's wiki ("$decaltexture") says.
 * @returns whether the material has either
 */
function readPainted(vmt: Vmt, { textures, params }: MaterialState): boolean {
  const mask = textureParam(vmt, "$tintmasktexture");
  const mode = numberParam(vmt, "$decalblendmode");
  const isKnown = mode !== undefined && mode >= 0 && Math.trunc(mode) <= FAMILY_CONSTANT.DECAL_ADDS;
  const decal = isKnown ? textureParam(vmt, "$decaltexture") : undefined;
  if (mask === undefined && decal === undefined) return false;
  textures[OWN_ROLE.tint_mask] = mask;
  textures[OWN_ROLE.decal] = decal;
  params[OWN_PARAM.DECAL] = [Math.trunc(mode ?? 0), 0, 0, 0];
  return true;
}

/** `$treesway` mode of vines, and of sheets held at their corners. */
const SWAY_HANGING = 2;

/**
 * Reads `$treesway` of a vertex-lit model, with the defaults of `vertexlitgeneric_dx9_helper.cpp`.
 * The engine's other shaders do not support it.
 */
function readSway(vmt: Vmt): Sway | null {
  const mode = Math.min(Math.trunc(numberParam(vmt, "$treesway") ?? 0), SWAY_HANGING);
  if (mode <= 0) return null;
  const number = (name: string, rest: number) => numberParam(vmt, `$treesway${name}`) ?? rest;
  return {
    hangs: mode === SWAY_HANGING,
    isBlown: !flagParam(vmt, "$treeswaystatic"),
    params: [
      [
        number("height", 1000),
        number("startheight", 0.1),
        number("radius", 300),
        number("startradius", 0.2),
      ],
      [
        number("speed", 1),
        number("strength", 10),
        number("scrumblefrequency", 12),
        number("scrumblestrength", 10),
      ],
      [
        number("speedhighwindmultiplier", 2),
        number("scrumblefalloffexp", 1),
        number("falloffexp", 1.5),
        number("scrumblespeed", 5),
      ],
      [number("speedlerpstart", 3), number("speedlerpend", 6), 0, 0],
    ],
  };
}
