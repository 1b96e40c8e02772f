import { MATERIAL_ALPHA_MASK, MATERIAL_MOD2X, MATERIAL_UNLIT } from "../../../../map/material.ts";
import { FAMILY } from "../../../../map/material-families.ts";
import { ROLE_BASE } from "../../../../map/texture-roles.ts";
import { flagParam } from "../../vmt-values.ts";
import type { FamilyReader } from "../family-reader.ts";

/**
 * Multiplies what is behind it with its texture, or with twice that: decals always do the latter, and leave
 * out what is transparent (`modulate_dx9.cpp`, `DecalModulate_dx9.cpp`).
 */
export const reader: FamilyReader = {
  family: FAMILY.modulate,
  shaders: /^(modulate|decalmodulate)$/,
  read(vmt, state) {
    const isDecal = vmt.shader.includes("decal");
    state.flags |= MATERIAL_UNLIT;
    if (isDecal || flagParam(vmt, "$mod2x")) state.flags |= MATERIAL_MOD2X;
    if (isDecal) state.flags |= MATERIAL_ALPHA_MASK;
    state.opacity = "modulating";
    // A placeholder would be a grey plate.
    if (state.textures[ROLE_BASE] === undefined) state.isUnseen = true;
  },
};
