import type { Vmt } from "../../../../formats/vmt/types.ts";
import { OWN_PARAM, OWN_ROLE } from "../../../../map/material-families.ts";
import { colorParam, flagParam, numberParam, pairParam, textureParam } from "../../vmt-values.ts";
import type { MaterialState } from "../family-reader.ts";

/**
 * Reads `$emissiveblendenabled` and what goes with it (`emissive_scroll_blended_pass_helper.cpp`, whose defaults count). Games
 * set the strength as they run; here it is what the material says, 0 where it says nothing.
 * @returns whether something glows
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
