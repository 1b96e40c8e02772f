/** Materials as a low quality has them: their base textures, and nothing that their shaders would do beside them. */

import {
  FAMILY_BLEND,
  FAMILY_ENERGY,
  FAMILY_LAYERS,
  FAMILY_LIT,
  FAMILY_MODEL,
  FAMILY_MULTIBLEND,
  FAMILY_PBR,
  FAMILY_SEAMLESS,
  FAMILY_SEAMLESS_BUMPED,
  FAMILY_TEETH,
  FAMILY_WALL,
  isRefractingFamily,
} from "../../map/material-families.ts";
import { LEVEL_PLAIN, ROLE_BASE2, ROLE_COUNT, TEXTURE_ROLES } from "../../map/texture-roles.ts";
import type { MaterialState } from "./families/family-reader.ts";

/**
 * Leaves out, in place, the textures that take shaders of a higher level than plain: what is mirrored, bumps,
 * details. Of water and glass that refracts nothing else would be left.
 */
export function makePlain(state: MaterialState): void {
  state.sway = null;
  if (isRefractingFamily(state.family)) return;
  if (
    [FAMILY_ENERGY, FAMILY_MODEL, FAMILY_MULTIBLEND, FAMILY_PBR, FAMILY_TEETH].includes(
      state.family,
    )
  ) {
    state.family = FAMILY_LIT;
    state.textures[ROLE_BASE2] = undefined;
  }
  if (state.family === FAMILY_SEAMLESS_BUMPED) state.family = FAMILY_SEAMLESS;
  if (state.family === FAMILY_LAYERS || state.family === FAMILY_WALL) {
    state.family = state.textures[ROLE_BASE2] === undefined ? FAMILY_LIT : FAMILY_BLEND;
  }
  for (let role = 0; role < ROLE_COUNT; role++) {
    if (TEXTURE_ROLES[role].level > LEVEL_PLAIN) state.textures[role] = undefined;
  }
}
