import type { Vmt } from "../../../../formats/vmt/types.ts";
import { MATERIAL_UNLIT } from "../../../../map/material.ts";
import { FAMILY, OWN_PARAM } from "../../../../map/material-families.ts";
import { flagParam, numberParam } from "../../vmt-values.ts";
import { readDetail } from "../detail.ts";
import { readDistanceAlpha } from "../distance.ts";
import type { FamilyReader, MaterialState } from "../family-reader.ts";
import { readReflection } from "../reflection.ts";

/** Surfaces that are not affected by light. */
export const reader: FamilyReader = {
  family: FAMILY.unlit,
  shaders: new RegExp(
    `^(${[
      ...["unlitgeneric", "windowimposter", "black"],
      ...["cable", "splinerope", "sprite", "spritecard"],
    ].join("|")})$`,
  ),
  read(vmt, state, driven) {
    // Fallback colours are unlit as well.
    state.flags |= MATERIAL_UNLIT;
    if (vmt.shader === "black") state.tint = [0, 0, 0];
    readDetail(vmt, state, driven);
    if (readDistanceAlpha(vmt, state)) return;
    readReflection(vmt, state, driven);
    // The shader of particles always blends, and softly unless told otherwise (`spritecard.cpp`).
    const isCard = vmt.shader === "spritecard";
    if (isCard && state.opacity !== "additive") state.opacity = "blended";
    readDepthBlend(vmt, state, isCard);
  },
};

/** Inches, if a material does not set `$depthblendscale` (`unlitgeneric.cpp`). */
const DEPTH_BLEND_SCALE = 50;

/** Reads `$depthblend`: a translucent surface fades near the surface behind it. */
function readDepthBlend(vmt: Vmt, state: MaterialState, isDefault: boolean): void {
  const inches = numberParam(vmt, "$depthblendscale") ?? DEPTH_BLEND_SCALE;
  const isTranslucent = state.opacity === "additive" || state.opacity.startsWith("blended");
  const isSoft = vmt.params.has("$depthblend") ? flagParam(vmt, "$depthblend") : isDefault;
  if (!isSoft || !isTranslucent || !(inches > 0)) return;
  state.family = FAMILY.soft;
  state.params[OWN_PARAM.SOFT] = [1 / inches, 0, 0, 0];
}
