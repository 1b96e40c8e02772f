/** Ensures that both lights (LDR and HDR) of a map use one set of materials. */

import type { BspWorld } from "../../formats/bsp/types.ts";
import type { LightSideName } from "../../map/types.ts";
import { isFaceDrawn, type WorldMaterials } from "../materials/material-names.ts";

/**
 * Fixes faces of a side that was read after the materials were listed. In a damaged or edited map
 * they may use other materials. Such faces get the texinfo that they have under the first light,
 * and no light, because theirs was laid out for another texinfo.
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
