/** What a VMT means for drawing: pass, flags, colours, textures. No files are read here. */

import type { Vmt } from "../../formats/vmt/types.ts";
import {
  MATERIAL_ALPHA_MASK,
  MATERIAL_BLEND,
  MATERIAL_NO_CULL,
  MATERIAL_SELF_ILLUM,
  MATERIAL_UNLIT,
  MATERIAL_WATER,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_NONE,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../map/material.ts";
import { ROLE_BASE2 } from "../../map/texture-roles.ts";
import { isInvisibleKey } from "./tool-materials.ts";
import { colorParam, flagParam, gammaToLinear, numberParam, textureParam } from "./vmt-values.ts";

/**
 * What the engine compares with when a material has `$alphatest` but no `$alphatestreference`:
 * the shader system's default alpha function is "at least 0.7".
 */
export const DEFAULT_ALPHA_TEST_REFERENCE = 0.7;

/** Opacity of water without `$alpha`: the depth fog that would say it is not drawn. */
const WATER_ALPHA = 0.8;
/** Gamma-space stand-in for a water material that has no `$fogcolor`. */
const WATER_COLOR: readonly [number, number, number] = [0.2, 0.28, 0.3];
/** Opacity of glass that only bends what is behind it, which is not drawn. */
const REFRACT_ALPHA = 0.25;

export interface MaterialState {
  pass: number;
  flags: number;
  /** Linear; multiplies the base texture. */
  tint: readonly [number, number, number];
  alpha: number;
  alphaTestReference: number;
  /** By role: names without `materials/` and `.vtf`. */
  textures: (string | undefined)[];
  /** No base texture is named, or none that is shown: the engine draws white. */
  untextured: boolean;
  /** `$translucent` alone made it so: a base texture without alpha leaves it opaque. */
  needsTextureAlpha: boolean;
  /** The shader is none that is known here; it is drawn as its base texture. */
  unsupported: boolean;
}

type Family = "lit" | "unlit" | "blend" | "water" | "refract" | "none";

const SHADERS: Readonly<Record<Family, readonly string[]>> = {
  lit: [
    ...["lightmappedgeneric", "lightmappedreflective", "lightmappedpaint", "lightmappedtwotexture"],
    ...["vertexlitgeneric", "vertexlittwotexture", "worldvertexalpha", "worldtwotextureblend"],
    ...["character", "customcharacter", "customweapon", "eyes", "eyerefract", "teeth", "infected"],
    ...["phong", "pbr", "treeleaf", "shatteredglass"],
  ],
  blend: ["worldvertextransition", "lightmapped_4wayblend", "worldtexturetransition"],
  unlit: [
    ...["unlitgeneric", "unlittwotexture", "monitorscreen", "windowimposter", "black"],
    ...["cable", "splinerope", "sprite", "spritecard"],
  ],
  water: ["water", "lightmappedwater"],
  refract: ["refract"],
  // Modulating shaders multiply what is behind them, which no pass does: unseen is better than a
  // grey plate.
  none: ["sky", "wireframe", "modulate", "decalmodulate", "shadow", "shadowmodel"],
};

const FAMILY: ReadonlyMap<string, Family> = new Map(
  (Object.keys(SHADERS) as Family[]).flatMap((family) =>
    SHADERS[family].map((shader) => [shader, family] as const),
  ),
);

/** Shaders are also named with a game's prefix and a hardware level's suffix. */
function familyOf(shader: string): Family | undefined {
  const plain = shader.replace(/^(sdk|lux|pbr)_/, "").replace(/(_hdr)?_dx\w+$/, "");
  return FAMILY.get(plain) ?? (plain.startsWith("water") ? "water" : undefined);
}

/** With a mask of its own, the glow leaves the base texture's alpha out of it. */
function isSelfIllumByAlpha(vmt: Vmt): boolean {
  return flagParam(vmt, "$selfillum") && !vmt.params.has("$selfillummask");
}

/** Whether the base texture's alpha is a mask for something else than how much covers. */
function isAlphaMask(vmt: Vmt): boolean {
  return isSelfIllumByAlpha(vmt) || flagParam(vmt, "$basealphaenvmapmask");
}

function passOf(vmt: Vmt, alpha: number): number {
  if (flagParam(vmt, "$additive")) return PASS_ADDITIVE;
  const masked = isAlphaMask(vmt);
  if (alpha < 1 || flagParam(vmt, "$vertexalpha")) return PASS_TRANSLUCENT;
  if (flagParam(vmt, "$translucent") && !masked) return PASS_TRANSLUCENT;
  return flagParam(vmt, "$alphatest") ? PASS_ALPHA_TEST : PASS_OPAQUE;
}

/** The tint of `$color` times `$color2`, linear. */
function tintOf(vmt: Vmt): [number, number, number] {
  const a = colorParam(vmt, "$color") ?? [1, 1, 1];
  const b = colorParam(vmt, "$color2") ?? [1, 1, 1];
  return [gammaToLinear(a[0] * b[0]), gammaToLinear(a[1] * b[1]), gammaToLinear(a[2] * b[2])];
}

function linear(color: readonly [number, number, number]): [number, number, number] {
  return [gammaToLinear(color[0]), gammaToLinear(color[1]), gammaToLinear(color[2])];
}

/** Reads what a material is drawn with. */
export function buildMaterialState(vmt: Vmt): MaterialState {
  const family = familyOf(vmt.shader);
  const alpha = Math.min(Math.max(numberParam(vmt, "$alpha") ?? 1, 0), 1);
  // A reference of 0 leaves the default in place.
  const reference = numberParam(vmt, "$alphatestreference") ?? 0;
  const state: MaterialState = {
    pass: passOf(vmt, alpha),
    flags: flagParam(vmt, "$nocull") ? MATERIAL_NO_CULL : 0,
    tint: tintOf(vmt),
    alpha,
    alphaTestReference: reference > 0 ? reference : DEFAULT_ALPHA_TEST_REFERENCE,
    textures: [textureParam(vmt, "$basetexture")],
    untextured: !vmt.params.has("$basetexture"),
    needsTextureAlpha: alpha === 1 && !flagParam(vmt, "$vertexalpha"),
    unsupported: family === undefined,
  };
  if ([...vmt.params.keys()].some((key) => isInvisibleKey(key) && flagParam(vmt, key))) {
    state.pass = PASS_NONE;
  }
  switch (family) {
    case "none":
      state.pass = PASS_NONE;
      break;
    case "unlit":
      state.flags |= MATERIAL_UNLIT;
      if (vmt.shader === "black") state.tint = [0, 0, 0];
      break;
    case "water":
      state.flags |= MATERIAL_WATER;
      state.tint = linear(colorParam(vmt, "$fogcolor") ?? WATER_COLOR);
      // A fog colour is what its maker saw there; a stand-in for one is lit as its place is.
      if (colorParam(vmt, "$fogcolor")) state.flags |= MATERIAL_UNLIT;
      state.alpha = alpha < 1 ? alpha : WATER_ALPHA;
      // The base texture of a water material is for the editor.
      state.textures = [];
      state.untextured = true;
      if (state.pass !== PASS_NONE) state.pass = PASS_TRANSLUCENT;
      state.needsTextureAlpha = false;
      break;
    case "refract":
      state.flags |= MATERIAL_UNLIT;
      state.tint = linear(colorParam(vmt, "$refracttint") ?? [1, 1, 1]);
      state.alpha = alpha < 1 ? alpha : REFRACT_ALPHA;
      if (state.pass !== PASS_NONE) state.pass = PASS_TRANSLUCENT;
      state.needsTextureAlpha = false;
      break;
    case "blend":
      state.textures[ROLE_BASE2] = textureParam(vmt, "$basetexture2");
      if (state.textures[ROLE_BASE2] !== undefined) state.flags |= MATERIAL_BLEND;
      break;
    default:
  }
  if (family !== "unlit" && family !== "water") {
    if (isSelfIllumByAlpha(vmt)) state.flags |= MATERIAL_SELF_ILLUM;
    if (isAlphaMask(vmt) && state.pass !== PASS_ALPHA_TEST) state.flags |= MATERIAL_ALPHA_MASK;
  }
  return state;
}
