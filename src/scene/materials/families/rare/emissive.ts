import type { Vmt } from "../../../../formats/vmt/types.ts";
import { OWN_PARAM, OWN_ROLE } from "../../../../map/material-families.ts";
import { colorParam, flagParam, numberParam, pairParam, textureParam } from "../../vmt-values.ts";
import type { MaterialState } from "../family-reader.ts";

/**
 * Reads `$emissiveblendenabled` and related parameters (`emissive_scroll_blended_pass_helper.cpp`,
 * whose defaults are used). Games set the strength at run time; here it is the material's value, 0
 * by default.
 * @returns whether the material glows
 */
export function readEmissive(vmt: Vmt, state: MaterialState): boolean {
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
