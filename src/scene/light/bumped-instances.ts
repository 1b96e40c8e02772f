import { MATERIAL_VERTEX_LIT, type MaterialSet } from "../../map/material.ts";
import { hasTrait, OWN_PARAM } from "../../map/material-families.ts";
import { PARAM_NUMBERS } from "../../map/material-params.ts";
import type { PropSet } from "../../map/props.ts";
import { ROLE_BUMP, ROLE_COUNT } from "../../map/texture-roles.ts";

type Draws = Pick<PropSet, "variantFirstDraw" | "variantDrawCount" | "drawMaterial">;

/** Returns 1 for each instance with a material that the engine lights per fragment, else 0. */
export function findBumped(
  { variantFirstDraw, variantDrawCount, drawMaterial }: Draws,
  instanceVariant: Uint32Array,
  materials: MaterialSet,
): Uint8Array {
  const isBumped = Uint8Array.from(variantFirstDraw, (first, variant) => {
    const own = drawMaterial.subarray(first, first + variantDrawCount[variant]);
    return own.some((material) => isLitByFragments(materials, material)) ? 1 : 0;
  });
  return Uint8Array.from(instanceVariant, (variant) => isBumped[variant]);
}

/** Whether the engine lights a model's material per fragment. */
export function isLitByFragments(set: MaterialSet, material: number): boolean {
  const family = set.family[material];
  if (hasTrait(family, "litByFragments")) return true;
  if (hasTrait(family, "litAsFlagged")) {
    const isAmbientAlone =
      hasTrait(family, "mayBeAmbient") &&
      set.params[material * PARAM_NUMBERS + OWN_PARAM.MODEL_LIGHT * 4] < 0;
    return (set.flags[material] & MATERIAL_VERTEX_LIT) === 0 && !isAmbientAlone;
  }
  const hasBump = set.roleTexture[material * ROLE_COUNT + ROLE_BUMP] >= 0;
  return hasTrait(family, "litIfBumped") && hasBump;
}
