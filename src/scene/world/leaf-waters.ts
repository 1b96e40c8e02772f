/** Lists the bodies of water found by the map's compiler, for cameras under water. */

import type { BspDetails, BspWorld } from "../../formats/bsp/types.ts";
import type { LeafWaters } from "../../map/tree.ts";

/**
 * @param materialOfTexData see `WorldMaterials`
 * @returns `null` if no leaf is in water
 */
export function buildLeafWaters(
  { leafs, texInfos, leafWaters }: BspWorld & BspDetails,
  materialOfTexData: Int32Array,
): LeafWaters | null {
  const { count, surfaceZ, surfaceTexInfo } = leafWaters;
  const leafWater = leafs.leafWaterData
    .slice(0, leafs.count)
    .map((water) => (water >= 0 && water < count ? water : -1));
  if (leafWater.every((water) => water < 0)) return null;
  const material = surfaceTexInfo.map((texInfo) => {
    const texData = texInfos.texdata[texInfo] ?? -1;
    return texData < 0 ? -1 : materialOfTexData[texData];
  });
  return { leafWater, surfaceZ: surfaceZ.slice(), material };
}
