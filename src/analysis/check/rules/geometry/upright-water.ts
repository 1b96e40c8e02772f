import { SURF_WARP } from "../../../../formats/bsp/layouts/surface-flags.ts";
import { placeOfFace } from "../../facts/face-place.ts";
import { countOf } from "../../facts/words.ts";
import type { Rule } from "../../rule.ts";

/** Smallest z of the normal of a surface that counts as level. */
const LEVEL = 0.7;

/**
 * Faces with the surface material of a body of water stand upright. (note)
 * Mend: Extend the water into the walls around it; use another material for a waterfall.
 */
export const uprightWater: Rule = {
  name: "upright-water",
  why: "The engine reflects in level water only, and an upright face shows the side of the volume.",
  check({ bsp }) {
    const { faces, texInfos, texDatas, planes, leafWaters } = bsp;
    // Only the surface material counts. The bottom material has faces all around the volume, behind
    // the terrain.
    const surfaces = new Set<number>();
    for (const texInfo of leafWaters.surfaceTexInfo) surfaces.add(texInfos.texdata[texInfo] ?? -1);
    let count = 0;
    let largest = -1;
    for (let face = 0; face < faces.count; face++) {
      if (((texInfos.flags[faces.texinfo[face]] ?? 0) & SURF_WARP) === 0) continue;
      if (!surfaces.has(texInfos.texdata[faces.texinfo[face]])) continue;
      if (Math.abs(planes.normal[faces.plane[face] * 3 + 2]) >= LEVEL) continue;
      if (largest < 0 || faces.area[face] > faces.area[largest]) largest = face;
      count++;
    }
    if (largest < 0) return [];
    const name = texDatas.name[texInfos.texdata[faces.texinfo[largest]]];
    const stands = count === 1 ? "stands" : "stand";
    const message = `${countOf(count, "face")} of water (${name}) ${stands} upright.`;
    return [{ severity: "note", message, ...placeOfFace(bsp, largest) }];
  },
};
