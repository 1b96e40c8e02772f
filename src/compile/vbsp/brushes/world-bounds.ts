/** Bounds of the world, without the 3D skybox. */

import { CONTENTS_SOLID } from "../../../formats/bsp/layouts/contents-flags.ts";
import { SURF_SKY } from "../../../formats/bsp/layouts/surface-flags.ts";
import type { VmfEntity } from "../../../formats/vmf/types.ts";
import { emptyMaxs, emptyMins, growBox } from "../../../math/winding.ts";
import { findSkyAreas } from "../tree/areas.ts";
import { findLeaf, leafsOf, type TreeNode } from "../tree/tree.ts";
import type { PlaneTable } from "./plane-table.ts";

export interface Bounds {
  readonly mins: Float64Array;
  readonly maxs: Float64Array;
}

/**
 * Returns the values of the world's keys `world_mins` and `world_maxs`: the box of all written
 * faces except sky, without the 3D skybox, which is the areas that contain a `sky_camera`.
 * @param displaced 6 a displacement: mins, maxs
 */
export function findWorldBounds(
  root: TreeNode,
  entities: readonly VmfEntity[],
  displaced: ArrayLike<number>,
  planes: PlaneTable,
): Bounds {
  const areaAt = (x: number, y: number, z: number) => findLeaf(root, x, y, z, planes).area;
  const skyAreas = findSkyAreas(root, entities, planes);
  const mins = emptyMins();
  const maxs = emptyMaxs();
  for (const leaf of leafsOf(root)) {
    if ((leaf.contents & CONTENTS_SOLID) !== 0 || skyAreas.has(leaf.area)) continue;
    for (const face of leaf.leafFaces) {
      if (face.row >= 0 && (face.side.surf & SURF_SKY) === 0) growBox(face.winding, mins, maxs);
    }
  }
  for (let i = 0; i < displaced.length; i += 6) {
    const middle = (axis: number) => (displaced[i + axis] + displaced[i + 3 + axis]) / 2;
    if (skyAreas.has(areaAt(middle(0), middle(1), middle(2)))) continue;
    growBox(
      Float64Array.from({ length: 6 }, (_, k) => displaced[i + k]),
      mins,
      maxs,
    );
  }
  return mins[0] <= maxs[0] ? { mins, maxs } : { mins: mins.fill(0), maxs: maxs.fill(0) };
}
