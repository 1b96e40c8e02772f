/** Finds how materials of props are lit, and switches them to the family that shows fine light. */

import { MATERIAL_VERTEX_LIT, type MaterialSet } from "../../map/material.ts";
import { familyOf, hasTrait, OWN_PARAM } from "../../map/material-families.ts";
import { PARAM_NUMBERS } from "../../map/material-params.ts";
import { FINE_WORDS, NO_BAKED_LIGHT, type PropLight, type PropSet } from "../../map/props.ts";
import { ROLE_BUMP, ROLE_COUNT } from "../../map/texture-roles.ts";
import { MODEL_BY_FRAGMENTS, PLAIN_MODEL } from "../materials/families/plain-model.ts";

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

/** Kinds of fine light that a variant's instances have, as bits. */
const BY_DIRECTION = 1;
const FOR_TEXELS = 2;

/**
 * Switches the materials of props with fine light. As in the engine, materials lit per fragment use
 * directional light, and those lit per vertex use texel light.
 * @param instanceVariant variant of each instance that may have baked light
 */
export function lightFinely(
  { variantFirstDraw, variantDrawCount, drawMaterial }: Draws,
  instanceVariant: Uint32Array,
  materials: MaterialSet,
  { fineBase }: PropLight,
): void {
  if (fineBase === undefined) return;
  // Collected per variant, because instances of a variant rarely differ.
  const fine = new Uint8Array(variantFirstDraw.length);
  for (let i = 0; i < instanceVariant.length; i++) {
    const at = i * FINE_WORDS;
    if (fineBase[at] !== NO_BAKED_LIGHT) fine[instanceVariant[i]] |= BY_DIRECTION;
    if (fineBase[at + 1] !== NO_BAKED_LIGHT) fine[instanceVariant[i]] |= FOR_TEXELS;
  }
  for (const [variant, light] of fine.entries()) {
    if (light === 0) continue;
    const first = variantFirstDraw[variant];
    for (const material of drawMaterial.subarray(first, first + variantDrawCount[variant])) {
      const byFragments = isLitByFragments(materials, material);
      const isShown = (light & (byFragments ? BY_DIRECTION : FOR_TEXELS)) !== 0;
      if (isShown) switchFamily(materials, material, byFragments);
    }
  }
}

function switchFamily(set: MaterialSet, material: number, byFragments: boolean): void {
  const family = set.family[material];
  const finely = familyOf(family, "finely");
  if (finely === undefined) return;
  set.family[material] = finely;
  if (!hasTrait(family, "modeled")) {
    const row = material * PARAM_NUMBERS;
    PLAIN_MODEL.forEach((numbers, i) => {
      set.params.set(numbers, row + (OWN_PARAM.GLOW + i) * 4);
    });
    if (byFragments) set.params[row + OWN_PARAM.MODEL_LIGHT * 4] = MODEL_BY_FRAGMENTS;
    else set.flags[material] |= MATERIAL_VERTEX_LIT;
  }
}
