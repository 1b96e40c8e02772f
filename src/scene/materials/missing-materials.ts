/** Draws missing materials by the surface flags of the map. */

import { SURF_TRANS, SURF_WARP } from "../../formats/bsp/layouts/surface-flags.ts";
import {
  MATERIAL_MISSING,
  MATERIAL_SEE_THROUGH,
  type MaterialSet,
  PASS_OPAQUE,
  PASS_REFRACTING,
  PASS_TRANSLUCENT,
} from "../../map/material.ts";
import { FAMILY, OWN_PARAM, restOwnParams } from "../../map/material-families.ts";
import { PARAM_NUMBERS } from "../../map/material-params.ts";

/**
 * Linear reflectivity that vbsp writes for textures that it did not find, and for water. Missing
 * water with this grey gets a dark green-blue instead.
 */
const UNKNOWN_REFLECTIVITY = 0.2;
const MISSING_WATER_COLOR: readonly [number, number, number] = [0.1, 0.17, 0.19];
/** Transparent enough to show what is behind, opaque enough to be noticed. */
const MISSING_WATER_ALPHA = 0.6;
const MISSING_GLASS_ALPHA = 0.4;

/**
 * Makes missing materials of water and of translucent surfaces translucent: vbsp stores the kind in
 * each surface's flags. Changes the set in place.
 * @param surfaceFlags `SURF_*` bits that all faces of a material have, by material
 */
export function passMissingBySurface(materials: MaterialSet, surfaceFlags: Uint32Array): void {
  for (let material = 0; material < materials.count; material++) {
    const isMissing = (materials.flags[material] & MATERIAL_MISSING) !== 0;
    const isOpen =
      materials.pass[material] === PASS_OPAQUE || materials.pass[material] === PASS_REFRACTING;
    if (!isMissing || !isOpen) continue;
    const flags = surfaceFlags[material];
    if ((flags & SURF_WARP) !== 0) {
      materials.pass[material] = PASS_REFRACTING;
      materials.family[material] = FAMILY.water;
      restOwnParams(materials.params, material, FAMILY.water);
      materials.flags[material] |= MATERIAL_SEE_THROUGH;
      materials.alpha[material] = MISSING_WATER_ALPHA;
      const mean = materials.fallbackColor.subarray(material * 3, material * 3 + 3);
      const isKnown = mean.some((value) => Math.abs(value - UNKNOWN_REFLECTIVITY) > 1e-3);
      const color = isKnown ? mean : MISSING_WATER_COLOR;
      materials.tint.set(color, material * 3);
      materials.params.set(color, material * PARAM_NUMBERS + OWN_PARAM.WATER_FOG * 4);
    } else if ((flags & SURF_TRANS) !== 0) {
      materials.pass[material] = PASS_TRANSLUCENT;
      materials.alpha[material] = MISSING_GLASS_ALPHA;
    }
  }
}
