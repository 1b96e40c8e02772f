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

/** Least difference of two thresholds of light. */
const LEAST_SPAN = 1e-6;

/** In `MaterialState.textures`: the nearest cubemap of the map. Materials without a place have none. */
export const NEAREST_CUBEMAP = "env_cubemap";

/** Whether a shader is lightmapped: its tints are linear. */
export function isLightmapped({ shader }: Vmt): boolean {
  return /^(sdk_|bms_)?(lightmapped|world)/.test(shader);
}

/** `$envmap`: the cubemap that a surface mirrors, and how. A normal map's material has been read before. */
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
  // The engine's fast way for lightmapped surfaces: contrast all or nothing, and full saturation.
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
 * Reads `$envmaplightscale` and `$envmaplightscaleminmax` of later engines: how much of what is mirrored follows the light
 * on the surface, from none of it at the first threshold to all of it at the second. An approximation: no SDK has the
 * shaders, and Valve's wiki ("Character (shader)") only describes the two.
 */
export function readEnvLight(vmt: Vmt, state: MaterialState): void {
  const share = Math.min(Math.max(numberParam(vmt, "$envmaplightscale") ?? 0, 0), 1);
  if (share === 0) return;
  const [min, max] = pairParam(vmt, "$envmaplightscaleminmax") ?? [0, 1];
  state.params[PARAM_ENV_LIGHT] = [share, min, 1 / Math.max(max - min, LEAST_SPAN), 0];
}

/**
 * The box that a cubemap was made in, as compilers of the community and of later games write it into the materials of
 * its place ("Parallax Corrected Cubemaps" of Valve's wiki).
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

/** Returns the nearest cubemap if the material asks for it. The compiler writes cubemaps into the world's materials. */
export function nearestOf(vmt: Vmt): string | undefined {
  return vmt.params.get("$envmap")?.toLowerCase() === NEAREST_CUBEMAP ? NEAREST_CUBEMAP : undefined;
}

/**
 * Reads the mask of what is mirrored, which the engine chooses of several (`InitParamsLightmappedGeneric_DX9`,
 * `InitParamsVertexLitGeneric_DX9`).
 * @returns its flag, 0 if there is none; null if the surface mirrors nothing
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
    // Models with a normal map are masked by it or not at all; of other surfaces it takes a mask's place.
    if (!isOfWorld && (isBaseMask || vmt.params.has("$envmapmask"))) return null;
  } else if (vmt.params.has("$envmapmask")) {
    state.textures[ROLE_MASK] = textureParam(vmt, "$envmapmask");
    if (state.textures[ROLE_MASK] === undefined) return null;
    // Other shaders read a mask where the base texture lies.
    const transform = isOfWorld ? "$envmapmasktransform" : "$basetexturetransform";
    const rows = [PARAM_MASK_S, PARAM_MASK_T] as const;
    readTransform({ vmt, name: transform, rows, state, driven });
    return MATERIAL_TEXTURE_MASK;
  }
  return isBaseMask ? MATERIAL_ENV_MASK : 0;
}
