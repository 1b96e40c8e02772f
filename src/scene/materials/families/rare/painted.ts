import type { Vmt } from "../../../../formats/vmt/types.ts";
import {
  DECAL_ADDS,
  PARAM_DECAL,
  ROLE_DECAL,
  ROLE_TINT_MASK,
} from "../../../../map/families/painted.ts";
import { numberParam, textureParam } from "../../vmt-values.ts";
import type { MaterialState } from "../family-reader.ts";

/**
 * Reads `$tintmasktexture` and `$decaltexture` of models (CS:GO). A decal is drawn only if `$decalblendmode` is written,
 * as Valve's wiki ("$decaltexture") says.
 * @returns whether there is either
 */
export function readPainted(vmt: Vmt, { textures, spaces, params }: MaterialState): boolean {
  const mask = textureParam(vmt, "$tintmasktexture");
  const mode = numberParam(vmt, "$decalblendmode");
  const isKnown = mode !== undefined && mode >= 0 && Math.trunc(mode) <= DECAL_ADDS;
  const decal = isKnown ? textureParam(vmt, "$decaltexture") : undefined;
  if (mask === undefined && decal === undefined) return false;
  textures[ROLE_TINT_MASK] = mask;
  textures[ROLE_DECAL] = decal;
  spaces[ROLE_DECAL] = "srgb";
  params[PARAM_DECAL] = [Math.trunc(mode ?? 0), 0, 0, 0];
  return true;
}
