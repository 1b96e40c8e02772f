import type { Vmt } from "../../../formats/vmt/types.ts";
import { MATERIAL_BUMP_MASK, MATERIAL_TEXTURE_MASK } from "../../../map/material.ts";
import { FAMILY_SEAMLESS } from "../../../map/material-families.ts";
import { PARAM_SEAMLESS } from "../../../map/material-params.ts";
import { ROLE_BASE, ROLE_BASE2, ROLE_ENV } from "../../../map/texture-roles.ts";
import { numberParam } from "../vmt-values.ts";
import type { MaterialState } from "./family-reader.ts";
import { isLightmapped } from "./reflection.ts";

/**
 * `$seamless_scale` of lightmapped surfaces, whatever is read of them besides: textures lie by the world's axes.
 * Normal maps are not laid so; and what only these say is mirrored, is not.
 */
export function readSeamless(vmt: Vmt, state: MaterialState): void {
  const scale = numberParam(vmt, "$seamless_scale") ?? 0;
  if (scale === 0 || !isLightmapped(vmt) || state.textures[ROLE_BASE] === undefined) return;
  state.family = FAMILY_SEAMLESS;
  const isMasked = (state.flags & (MATERIAL_BUMP_MASK | MATERIAL_TEXTURE_MASK)) !== 0;
  const { textures } = state;
  state.textures = [];
  for (const role of isMasked ? [ROLE_BASE, ROLE_BASE2] : [ROLE_BASE, ROLE_BASE2, ROLE_ENV]) {
    state.textures[role] = textures[role];
  }
  state.params[PARAM_SEAMLESS] = [scale, 0, 0, 0];
}
