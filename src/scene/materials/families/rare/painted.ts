import type { Vmt } from "../../../../formats/vmt/types.ts";
import { FAMILY_CONSTANT, OWN_PARAM, OWN_ROLE } from "../../../../map/material-families.ts";
import { numberParam, textureParam } from "../../vmt-values.ts";
import type { MaterialState } from "../family-reader.ts";

/**
 * Reads `$tintmasktexture` and `$decaltexture` of models (CS:GO). A decal is drawn only if
 * `$decalblendmode` is set, as Valve's wiki ("$decaltexture") says.
 * @returns whether the material has either
 */
export function readPainted(vmt: Vmt, { textures, params }: MaterialState): boolean {
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
