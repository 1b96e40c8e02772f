import { MATERIAL_UNLIT } from "../../../map/material.ts";
import { FAMILY_WATER } from "../../../map/material-families.ts";
import { colorParam, linearColor } from "../vmt-values.ts";
import type { FamilyReader } from "./family-reader.ts";

/** Opacity of water without `$alpha`: the depth fog that would say it is not drawn. */
const WATER_ALPHA = 0.8;
/** Gamma-space stand-in for a water material that has no `$fogcolor`. */
const WATER_COLOR: readonly [number, number, number] = [0.2, 0.28, 0.3];

export const waterFamily: FamilyReader = {
  family: FAMILY_WATER,
  shaders: /^(water|lightmappedwater$)/,
  read(vmt, state) {
    const fog = colorParam(vmt, "$fogcolor");
    state.tint = linearColor(fog ?? WATER_COLOR);
    // A fog colour is what its maker saw there; a stand-in for one is lit as its place is.
    if (fog) state.flags |= MATERIAL_UNLIT;
    if (state.alpha === 1) state.alpha = WATER_ALPHA;
    state.opacity = "blended";
    // The base texture of a water material is for the editor.
    state.textures = [];
    state.untextured = true;
  },
};
