import type { Vmt } from "../../../formats/vmt/types.ts";
import {
  MATERIAL_BOX_MIRROR,
  MATERIAL_BUMP_MASK,
  MATERIAL_ENV_MASK,
  MATERIAL_TEXTURE_MASK,
} from "../../../map/material.ts";
import {
  PARAM_ENV_BOX_X,
  PARAM_ENV_CONTRAST,
  PARAM_ENV_LIGHT,
  PARAM_ENV_ORIGIN,
  PARAM_ENV_SATURATION,
  PARAM_ENV_TINT,
  PARAM_MASK_S,
  PARAM_MASK_T,
} from "../../../map/material-params.ts";
import { ROLE_BUMP, ROLE_ENV, ROLE_MASK } from "../../../map/texture-roles.ts";
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

/** Smallest difference of two light thresholds. */
const LEAST_SPAN = 1e-6;

/** Texture name that selects the map's nearest cubemap. Materials without a position have none. */
export const NEAREST_CUBEMAP = "env_cubemap";

/** Whether a shader is lightmapped: its tints are linear. */
export function isLightmapped({ shader }: Vmt): boolean {
  return /^(sdk_|bms_)?(lightmapped|world)/.test(shader);
}

/** Reads `$envmap` and related parameters. The normal map must have been read before. */
export function readReflection(
  vmt: Vmt,
  state: MaterialState,
  driven: DrivenMaterial | null,
): void {
  const isOfWorld = isLightmapped(vmt);
  const texture = textureParam(vmt, "$envmap") ?? (isOfWorld ? undefined : nearestOf(vmt));
  const mask = texture === undefined ? null : readMask(vmt, state, driven);
  if (texture === undefined || mask === null) return;
  state.textures[ROLE_ENV] = texture;
  state.flags |= mask;
  readEnvLight(vmt, state);
  let contrast = colorParam(vmt, "$envmapcontrast") ?? [0, 0, 0];
  let saturation = colorParam(vmt, "$envmapsaturation") ?? [1, 1, 1];
  const headOn = isOfWorld ? (numberParam(vmt, "$fresnelreflection") ?? 1) : 1;
  // The engine's fast path for lightmapped surfaces: contrast is 0 or 1, and saturation full.
  const isContrastPart = contrast[0] !== 0 && contrast[0] !== 1 && saturation[0] !== 1;
  if (isOfWorld && headOn === 1 && !isContrastPart) {
    contrast = contrast[0] === 1 ? [1, 1, 1] : [0, 0, 0];
    saturation = [1, 1, 1];
  }
  const tint = colorParam(vmt, "$envmaptint") ?? [1, 1, 1];
  state.params[PARAM_ENV_TINT] = [...(isOfWorld ? tint : linearColor(tint)), headOn];
  state.params[PARAM_ENV_CONTRAST] = [...contrast, 0];
  state.params[PARAM_ENV_SATURATION] = [...saturation, 0];
  readBox(vmt, state);
}

/**
 * Reads `$envmaplightscale` and `$envmaplightscaleminmax` of later engines: the share of the
 * reflection that follows the light on the surface, from none at the first threshold to all at the
 * second. An approximation: no SDK has the shaders, and Valve's wiki ("Character (shader)") only
 * describes the two.
 */
export function readEnvLight(vmt: Vmt, state: MaterialState): void {
  const share = Math.min(Math.max(numberParam(vmt, "$envmaplightscale") ?? 0, 0), 1);
  if (share === 0) return;
  const [min, max] = pairParam(vmt, "$envmaplightscaleminmax") ?? [0, 1];
  state.params[PARAM_ENV_LIGHT] = [share, min, 1 / Math.max(max - min, LEAST_SPAN), 0];
}

/**
 * Reads the parallax box of a cubemap, as compilers of the community and of later games write it
 * into materials ("Parallax Corrected Cubemaps" of Valve's wiki).
 */
function readBox(vmt: Vmt, state: MaterialState): void {
  const sides = [1, 2, 3].map((side) => numbersOf(vmt, `$envmapparallaxobb${side}`));
  if (sides.some((side) => side.length < 4)) return;
  if (vmt.params.has("$envmapparallax") && !flagParam(vmt, "$envmapparallax")) return;
  state.flags |= MATERIAL_BOX_MIRROR;
  for (const [axis, [x, y, z, w]] of sides.entries()) {
    state.params[PARAM_ENV_BOX_X + axis] = [x, y, z, w];
  }
  const [x = 0, y = 0, z = 0] = numbersOf(vmt, "$envmaporigin");
  state.params[PARAM_ENV_ORIGIN] = [x, y, z, 0];
}

function numbersOf(vmt: Vmt, name: string): number[] {
  const numbers = (vmt.params.get(name) ?? "").match(/[-+.\d][-+.\deE]*/g) ?? [];
  return numbers.map(Number.parseFloat).filter(Number.isFinite);
}

/**
 * Returns `NEAREST_CUBEMAP` if the material requests it. For world materials the compiler writes
 * the cubemap's name instead.
 */
export function nearestOf(vmt: Vmt): string | undefined {
  return vmt.params.get("$envmap")?.toLowerCase() === NEAREST_CUBEMAP ? NEAREST_CUBEMAP : undefined;
}

/**
 * Reads the reflection mask, chosen among several as in the engine
 * (`InitParamsLightmappedGeneric_DX9`, `InitParamsVertexLitGeneric_DX9`).
 * @returns the flag of the mask, 0 without a mask; `null` if the surface does not reflect
 */
function readMask(vmt: Vmt, state: MaterialState, driven: DrivenMaterial | null): number | null {
  const isOfWorld = isLightmapped(vmt);
  const hasBump = vmt.params.has("$bumpmap");
  const isBaseMask = flagParam(vmt, "$basealphaenvmapmask") && !state.untextured;
  if (flagParam(vmt, "$normalmapalphaenvmapmask") && (hasBump || isOfWorld)) {
    // Without its mask, a floor with puddles would be a mirror.
    return state.textures[ROLE_BUMP] === undefined ? null : MATERIAL_BUMP_MASK;
  }
  if (hasBump) {
    // Models with a normal map accept only the normal map's mask. On other surfaces `$bumpmap`
    // disables the other masks.
    if (!isOfWorld && (isBaseMask || vmt.params.has("$envmapmask"))) return null;
  } else if (vmt.params.has("$envmapmask")) {
    state.textures[ROLE_MASK] = textureParam(vmt, "$envmapmask");
    if (state.textures[ROLE_MASK] === undefined) return null;
    // Other shaders sample the mask with the base texture's coordinates.
    const transform = isOfWorld ? "$envmapmasktransform" : "$basetexturetransform";
    const rows = [PARAM_MASK_S, PARAM_MASK_T] as const;
    readTransform({ vmt, name: transform, rows, state, driven });
    return MATERIAL_TEXTURE_MASK;
  }
  return isBaseMask ? MATERIAL_ENV_MASK : 0;
}
