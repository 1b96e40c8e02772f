import { MATERIAL_UNLIT } from "../../../../map/material.ts";
import { FAMILY } from "../../../../map/material-families.ts";
import { readDetail } from "../detail.ts";
import type { FamilyReader } from "../family-reader.ts";
import { readDistanceAlpha } from "../rare/distance.ts";
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
    if (!readDistanceAlpha(vmt, state)) readReflection(vmt, state, driven);
  },
};
