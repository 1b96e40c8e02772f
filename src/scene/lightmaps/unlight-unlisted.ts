/** The two lights of a map list one set of faces; this makes sure of it. */

import type { BspWorld } from "../../formats/bsp/types.ts";
import type { LightSideName } from "../../map/types.ts";
import { isFaceDrawn, type WorldMaterials } from "../materials/material-names.ts";

/**
 * A side that was read after the materials were listed may, in a map that no compiler made, use
 * others. Such faces get the texinfo that they have under the first light, and no light: it was
 * laid out for another.
 */
export function unlightUnlisted(
  bsp: BspWorld,
  side: LightSideName,
  listed: WorldMaterials,
): BspWorld {
  const light = bsp[side];
  const first = bsp[side === "hdr" ? "ldr" : "hdr"]?.faces;
  if (light === null || first === undefined) return bsp;
  const { faces } = light;
  for (let face = 0; face < faces.count; face++) {
    if (!isFaceDrawn(bsp, faces, face)) continue;
    if (listed.materialOfTexData[bsp.texInfos.texdata[faces.texinfo[face]]] >= 0) continue;
    faces.texinfo[face] = first.texinfo[face];
    faces.lightOffset[face] = -1;
  }
  return bsp;
}
