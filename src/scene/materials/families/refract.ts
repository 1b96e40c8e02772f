import { MATERIAL_UNLIT } from "../../../map/material.ts";
import { FAMILY_REFRACT } from "../../../map/material-families.ts";
import { colorParam, linearColor } from "../vmt-values.ts";
import type { FamilyReader } from "./family-reader.ts";
import { readBaseAlpha } from "./lit.ts";

/** Opacity of glass that only bends what is behind it, which is not drawn. */
const REFRACT_ALPHA = 0.25;

export const refractFamily: FamilyReader = {
  family: FAMILY_REFRACT,
  shaders: /^refract$/,
  read(vmt, state) {
    state.flags |= MATERIAL_UNLIT;
    state.tint = linearColor(colorParam(vmt, "$refracttint") ?? [1, 1, 1]);
    if (state.alpha === 1) state.alpha = REFRACT_ALPHA;
    state.opacity = "blended";
    readBaseAlpha(vmt, state);
  },
};
