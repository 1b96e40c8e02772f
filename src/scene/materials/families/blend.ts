import { FAMILY_BLEND, FAMILY_LIT } from "../../../map/material-families.ts";
import { ROLE_BASE2 } from "../../../map/texture-roles.ts";
import { textureParam } from "../vmt-values.ts";
import { readBump, readSecondBump } from "./bump.ts";
import { readDetail } from "./detail.ts";
import type { FamilyReader } from "./family-reader.ts";
import { readBaseAlpha } from "./lit.ts";
import { readReflection } from "./reflection.ts";

/** Two base textures, mixed by the vertices' blend. */
export const blendFamily: FamilyReader = {
  family: FAMILY_BLEND,
  shaders: /^(worldvertextransition|lightmapped_4wayblend|worldtexturetransition)$/,
  read(vmt, state, driven) {
    state.textures[ROLE_BASE2] = textureParam(vmt, "$basetexture2");
    if (state.textures[ROLE_BASE2] === undefined) state.family = FAMILY_LIT;
    readBaseAlpha(vmt, state);
    readBump(vmt, state);
    if (state.family === FAMILY_BLEND) readSecondBump(vmt, state);
    readDetail(vmt, state, driven);
    readReflection(vmt, state, driven);
  },
};
