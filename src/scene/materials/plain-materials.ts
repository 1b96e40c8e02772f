/** Reduces materials to their base texture for low quality. */

import { FAMILY, familyOf, hasTrait, MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { LEVEL_PLAIN, ROLE_BASE2, ROLE_COUNT } from "../../map/texture-roles.ts";
import type { MaterialState } from "./families/family-reader.ts";

/**
 * Reduces a material, in place, to its family's low-quality substitute, and removes textures above
 * the plain level: cubemaps, normal maps, details. Refracting water and glass stay unchanged,
 * because nothing would be left of them.
 */
export function makePlain(state: MaterialState): void {
  state.sway = null;
  if (hasTrait(state.family, "refracting")) return;
  state.family = familyOf(state.family, "plain") ?? state.family;
  if (state.family === FAMILY.blend && state.textures[ROLE_BASE2] === undefined) {
    state.family = FAMILY.lit;
  }
  const { slots, slotRoles } = MATERIAL_FAMILIES[state.family];
  for (let slot = 0; slot < ROLE_COUNT; slot++) {
    const role = slotRoles[slots.indexOf(slot)];
    if (role === undefined || role.level > LEVEL_PLAIN) state.textures[slot] = undefined;
  }
}
