import { MATERIAL_VERTEX_LIT, type MaterialSet } from "../../map/material.ts";
import {
  FAMILY_DRAPED,
  FAMILY_EYES,
  FAMILY_LIT,
  FAMILY_MODEL,
  FAMILY_TEETH,
} from "../../map/material-families.ts";
import { PARAM_MODEL_LIGHT, PARAM_NUMBERS } from "../../map/material-params.ts";
import type { PropSet } from "../../map/props.ts";
import { ROLE_BUMP, ROLE_COUNT } from "../../map/texture-roles.ts";

type Draws = Pick<PropSet, "variantFirstDraw" | "variantDrawCount" | "drawMaterial">;

/** Of each instance, given by its variant: 1 where the engine lights any of its materials by fragments. */
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

/** Whether the engine lights a material of a model by its fragments. */
export function isLitByFragments(set: MaterialSet, material: number): boolean {
  const family = set.family[material];
  if (family === FAMILY_MODEL || family === FAMILY_DRAPED || family === FAMILY_TEETH) {
    const isAmbientAlone = set.params[material * PARAM_NUMBERS + PARAM_MODEL_LIGHT * 4] < 0;
    return (set.flags[material] & MATERIAL_VERTEX_LIT) === 0 && !isAmbientAlone;
  }
  if (family === FAMILY_EYES) return true;
  const hasBump = set.roleTexture[material * ROLE_COUNT + ROLE_BUMP] >= 0;
  return family === FAMILY_LIT && hasBump;
}
