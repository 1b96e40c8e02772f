import { MATERIAL_ALPHA_MASK, MATERIAL_MOD2X, MATERIAL_UNLIT } from "../../../../map/material.ts";
import { FAMILY } from "../../../../map/material-families.ts";
import { ROLE_BASE } from "../../../../map/texture-roles.ts";
import { flagParam } from "../../vmt-values.ts";
import type { FamilyReader } from "../family-reader.ts";

/**
 * Modulate multiplies the background by its texture, or by twice its texture. DecalModulate always
 * does the latter, and skips transparent texels (`modulate_dx9.cpp`, `DecalModulate_dx9.cpp`).
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
    // A fallback colour would be a grey rectangle.
    if (state.textures[ROLE_BASE] === undefined) state.isUnseen = true;
  },
};
