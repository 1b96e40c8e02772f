import type { Vmt } from "../../../formats/vmt/types.ts";
import { MATERIAL_ENV_MASK } from "../../../map/material.ts";
import {
  PARAM_ENV_CONTRAST,
  PARAM_ENV_SATURATION,
  PARAM_ENV_TINT,
} from "../../../map/material-params.ts";
import { ROLE_ENV } from "../../../map/texture-roles.ts";
import { colorParam, flagParam, linearColor, numberParam, textureParam } from "../vmt-values.ts";
import type { MaterialState } from "./family-reader.ts";

/** For these the engine takes the tint as it is written. */
export function isLightmapped({ shader }: Vmt): boolean {
  return /^(sdk_)?(lightmapped|world)/.test(shader);
}

/**
 * `$envmap`: the cubemap that a surface mirrors, and how. A mask that is not read leaves it out: nothing is
 * better than a mirror where a few puddles should be.
 */
export function readReflection(vmt: Vmt, state: MaterialState): void {
  const isOfWorld = isLightmapped(vmt);
  const isMasked = flagParam(vmt, "$basealphaenvmapmask") && !state.untextured;
  const isMaskUnread = vmt.params.has("$envmapmask") || flagParam(vmt, "$normalmapalphaenvmapmask");
  // The engine leaves it out of models whose normal map says how they mirror.
  const isLeftOut = isMasked && !isOfWorld && vmt.params.has("$bumpmap");
  const texture = textureParam(vmt, "$envmap");
  if (texture === undefined || isMaskUnread || isLeftOut) return;
  state.textures[ROLE_ENV] = texture;
  if (isMasked) state.flags |= MATERIAL_ENV_MASK;
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
}
