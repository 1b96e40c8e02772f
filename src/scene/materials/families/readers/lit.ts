import type { Vmt } from "../../../../formats/vmt/types.ts";
import { MATERIAL_ALPHA_MASK, MATERIAL_SELF_ILLUM } from "../../../../map/material.ts";
import { FAMILY } from "../../../../map/material-families.ts";
import { isAlphaMask, isSelfIllumByAlpha } from "../../opacity.ts";
import { readBump } from "../bump.ts";
import { readDetail } from "../detail.ts";
import type { FamilyReader, MaterialState } from "../family-reader.ts";
import { readReflection } from "../reflection.ts";
import { readSeamless } from "../seamless.ts";
import { readWall } from "../wall.ts";

/** Reads the use of the base texture's alpha, for families that support self-illumination. */
export function readBaseAlpha(vmt: Vmt, state: MaterialState): void {
  if (isSelfIllumByAlpha(vmt)) state.flags |= MATERIAL_SELF_ILLUM;
  if (isAlphaMask(vmt) && state.opacity !== "cut-out") state.flags |= MATERIAL_ALPHA_MASK;
}

/** One texture lit by lightmaps or vertex light: most materials. */
export const reader: FamilyReader = {
  family: FAMILY.lit,
  shaders: new RegExp(
    `^(${[
      ...["lightmappedreflective", "lightmappedpaint"],
      ...["lightmappedtwotexture", "vertexlittwotexture"],
      ...["worldvertexalpha", "worldtwotextureblend", "customcharacter"],
      ...["customweapon", "phong", "treeleaf"],
      ...["shatteredglass"],
    ].join("|")})$`,
  ),
  read(vmt, state, driven) {
    readBaseAlpha(vmt, state);
    readBump(vmt, state);
    readDetail(vmt, state, driven);
    readReflection(vmt, state, driven);
    readSeamless(vmt, state);
    readWall(vmt, state, driven);
  },
};
