/** Which materials of props show light that is finer than a colour a vertex. */

import { MATERIAL_VERTEX_LIT, type MaterialSet } from "../../../map/material.ts";
import { FAMILY_BAKED, FAMILY_LIT, FAMILY_MODEL } from "../../../map/material-families.ts";
import { PARAM_GLOW, PARAM_MODEL_LIGHT, PARAM_NUMBERS } from "../../../map/material-params.ts";
import { FINE_WORDS, NO_BAKED_LIGHT, type PropLight, type PropSet } from "../../../map/props.ts";
import { isLitByFragments } from "../../light/bumped-instances.ts";
import { MODEL_BY_FRAGMENTS, PLAIN_MODEL } from "../../materials/families/plain-model.ts";

/** What light a variant's instances have. */
const BY_DIRECTION = 1;
const FOR_TEXELS = 2;

type Draws = Pick<PropSet, "variantFirstDraw" | "variantDrawCount" | "drawMaterial">;

/**
 * Has materials drawn by the family that reads such light, of props that have any: what is lit by its fragments takes
 * light by direction, and what is lit by its vertices that for texels, as in the engine.
 * @param instanceVariant of each instance that light may be baked for
 */
export function lightFinely(
  { variantFirstDraw, variantDrawCount, drawMaterial }: Draws,
  instanceVariant: Uint32Array,
  materials: MaterialSet,
  { fineBase }: PropLight,
): void {
  if (fineBase === undefined) return;
  // By variant, which few instances differ in.
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
  if (family === FAMILY_LIT) {
    const row = material * PARAM_NUMBERS;
    PLAIN_MODEL.forEach((numbers, i) => {
      set.params.set(numbers, row + (PARAM_GLOW + i) * 4);
    });
    if (byFragments) set.params[row + PARAM_MODEL_LIGHT * 4] = MODEL_BY_FRAGMENTS;
    else set.flags[material] |= MATERIAL_VERTEX_LIT;
  } else if (family !== FAMILY_MODEL) return;
  set.family[material] = FAMILY_BAKED;
}
