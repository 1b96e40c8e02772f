import type { Vmt } from "../../../formats/vmt/types.ts";
import { DETAIL_MODE } from "../../../map/families/detail-modes.ts";
import { MATERIAL_SSBUMP } from "../../../map/material.ts";
import {
  PARAM_DETAIL_S,
  PARAM_DETAIL_T,
  PARAM_DETAIL_TINT,
  type ParamRow,
} from "../../../map/material-params.ts";
import { ROLE_BUMP, ROLE_DETAIL } from "../../../map/texture-roles.ts";
import { readTransform } from "../base-transform.ts";
import type { DrivenMaterial } from "../proxies/run-proxies.ts";
import {
  colorParam,
  flagParam,
  linearColor,
  numberParam,
  pairParam,
  textureParam,
} from "../vmt-values.ts";
import type { MaterialState } from "./family-reader.ts";
import { isLightmapped } from "./reflection.ts";

/** Shaders with detail textures. Other shaders drawn by the same families have none. */
const DETAILED =
  /^(\w+_)?(lightmappedgeneric|lightmapped_4wayblend|worldtwotextureblend|worldvertextransition|vertexlitgeneric|unlitgeneric)/;
/** Default repeats of a detail texture per repeat of the base texture. */
const DEFAULT_SCALE = 4;

/**
 * Reads `$detail` and related parameters, as `lightmappedgeneric_dx9_helper.cpp` and
 * `vertexlitgeneric_dx9_helper.cpp` do. The normal map must have been read before.
 */
export function readDetail(vmt: Vmt, state: MaterialState, driven: DrivenMaterial | null): void {
  const texture = textureParam(vmt, "$detail");
  if (texture === undefined || !DETAILED.test(vmt.shader) || flagParam(vmt, "$treesway")) return;
  const isOfWorld = isLightmapped(vmt);
  const mode = modeOf(vmt);
  state.textures[ROLE_DETAIL] = texture;
  // A detail texture that multiplies is not sRGB. On lightmapped surfaces only an additive one is.
  const isColor = isOfWorld ? mode === DETAIL_MODE.ADD : mode !== DETAIL_MODE.TWICE;
  if (isColor) state.spaces[ROLE_DETAIL] = "srgb";
  const own = !isOfWorld && vmt.params.has("$detailtexturetransform");
  const transform = own ? "$detailtexturetransform" : "$basetexturetransform";
  const rows = [PARAM_DETAIL_S, PARAM_DETAIL_T] as const;
  const scale = pairParam(vmt, "$detailscale") ?? [DEFAULT_SCALE, DEFAULT_SCALE];
  if (!readTransform({ vmt, name: transform, rows, state, driven, scale })) {
    state.params[PARAM_DETAIL_S] = [scale[0], 0, 0, 0];
    state.params[PARAM_DETAIL_T] = [0, scale[1], 0, 0];
  }
  setLast(state.params, PARAM_DETAIL_S, mode);
  setLast(state.params, PARAM_DETAIL_T, isOfWorld ? 1 : 0);
  state.params[PARAM_DETAIL_TINT] = [
    ...tintOf(vmt, isOfWorld),
    numberParam(vmt, "$detailblendfactor") ?? 1,
  ];
}

/**
 * Returns the linear tint: as written on lightmapped surfaces, white on models with a normal map.
 */
function tintOf(vmt: Vmt, isOfWorld: boolean): [number, number, number] {
  const tint = colorParam(vmt, "$detailtint") ?? [1, 1, 1];
  if (isOfWorld) return tint;
  return isSmoothModel(vmt) ? linearColor(tint) : [1, 1, 1];
}

function isSmoothModel(vmt: Vmt): boolean {
  return !vmt.params.has("$bumpmap") && !flagParam(vmt, "$phong");
}

/** Returns `$detailblendmode`, or −1 if unknown. */
function modeOf(vmt: Vmt): number {
  if (vmt.shader.includes("worldtwotexture")) {
    return flagParam(vmt, "$detail_alpha_mask_base_texture") ? DETAIL_MODE.BASE : DETAIL_MODE.COVER;
  }
  const mode = Math.trunc(numberParam(vmt, "$detailblendmode") ?? 0);
  return mode < DETAIL_MODE.BASE ? mode : -1;
}

function setLast(rows: ParamRow[], row: number, value: number): void {
  const [x, y, z] = rows[row];
  rows[row] = [x, y, z, value];
}

/**
 * Chooses the mode of a detail texture once its file is read: on lightmapped surfaces, the file's
 * flag marks self-shadowed normal maps.
 * @param textures by slot, −1 for none; the detail texture is removed if its mode does not apply
 * @returns the row `PARAM_DETAIL_S` with that mode
 */
export function settleDetail(
  state: MaterialState,
  textures: Int32Array,
  isSelfShadowed: boolean,
): ParamRow {
  const [x, y, z, written] = state.params[PARAM_DETAIL_S];
  const isOfWorld = state.params[PARAM_DETAIL_T][3] === 1;
  const hasBump = textures[ROLE_BUMP] >= 0;
  const mode =
    isOfWorld && isSelfShadowed ? (hasBump ? DETAIL_MODE.BUMP : DETAIL_MODE.SHADE) : written;
  const idle: number[] = isOfWorld ? [DETAIL_MODE.MASK] : [DETAIL_MODE.BUMP];
  // Only models without a normal map have additive glow.
  if (isOfWorld || hasBump) idle.push(DETAIL_MODE.GLOW, DETAIL_MODE.GLOW_BAND);
  if (!hasBump || (state.flags & MATERIAL_SSBUMP) !== 0) idle.push(DETAIL_MODE.BUMP);
  const isKnown = mode >= 0 && mode <= DETAIL_MODE.BASE;
  if (!isKnown || idle.includes(mode)) textures[ROLE_DETAIL] = -1;
  return [x, y, z, mode];
}

/**
 * Whether the detail texture's alpha contributes to a surface's opacity, besides the base
 * texture's.
 */
export function isDetailCovering({ params }: MaterialState): boolean {
  const mode = params[PARAM_DETAIL_S][3];
  const isOfWorld = params[PARAM_DETAIL_T][3] === 1;
  const covering: number[] = [DETAIL_MODE.FADE, DETAIL_MODE.MULTIPLY, DETAIL_MODE.MASK];
  return !isOfWorld && covering.includes(mode);
}
