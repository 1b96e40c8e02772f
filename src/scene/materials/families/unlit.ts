import { MATERIAL_UNLIT } from "../../../map/material.ts";
import { FAMILY_UNLIT } from "../../../map/material-families.ts";
import { readDetail } from "./detail.ts";
import type { FamilyReader } from "./family-reader.ts";
import { readDistanceAlpha } from "./rare/distance.ts";
import { readReflection } from "./reflection.ts";

/** The texture as it is, which no light changes. */
export const unlitFamily: FamilyReader = {
  family: FAMILY_UNLIT,
  shaders: new RegExp(
    `^(${[
      ...["unlitgeneric", "windowimposter", "black"],
      ...["cable", "splinerope", "sprite", "spritecard"],
    ].join("|")})$`,
  ),
  read(vmt, state, driven) {
    // For what stands in for it, too.
    state.flags |= MATERIAL_UNLIT;
    if (vmt.shader === "black") state.tint = [0, 0, 0];
    readDetail(vmt, state, driven);
    if (!readDistanceAlpha(vmt, state)) readReflection(vmt, state, driven);
  },
};
