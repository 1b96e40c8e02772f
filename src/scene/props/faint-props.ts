/**
 * Makes props translucent whose opacity is below 1 (`renderamt`, or an alpha by the compiler): the
 * engine then blends their opaque materials too. Their materials are copied, because other props
 * use the originals.
 */

import type { FoundMaterial } from "../materials/materials.ts";
import type { ContentAccess } from "../open/read-content.ts";
import type { Draws, ListedVariants } from "./prop-variants.ts";

/**
 * Changes `draws.material` in place.
 * @param found by material of the draws
 * @returns the materials, including the added ones
 */
export function blendFaint(
  { isFaint }: Pick<ListedVariants, "isFaint">,
  draws: Draws,
  found: readonly FoundMaterial[],
  { ledger, diagnostics }: Pick<ContentAccess, "ledger" | "diagnostics">,
): readonly FoundMaterial[] {
  if (!isFaint.includes(true)) return found;
  const blended = [...found];
  const rows = new Map<number, number>();
  let isFull = false;
  for (const [draw, material] of draws.material.entries()) {
    const { state, ...rest } = found[material];
    if (!isFaint[draws.variant[draw]] || state === null) continue;
    const { opacity } = state;
    if (opacity !== "opaque" && opacity !== "cut-out" && opacity !== "blended by its texture")
      continue;
    let row = rows.get(material);
    if (row === undefined) {
      isFull ||= !ledger.tryTake("materials", 1);
      row = isFull
        ? material
        : blended.push({ ...rest, state: { ...state, opacity: "blended" } }) - 1;
      rows.set(material, row);
    }
    draws.material[draw] = row;
  }
  if (isFull) {
    const message = "Translucent props are drawn opaque: they need too many materials.";
    diagnostics.warn("over-budget", "renderamt", message);
  }
  return blended;
}
