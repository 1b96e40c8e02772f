/** Measures the size of a texture repeat in the world, which scales placeholder patterns. */

import type { BspWorld, Faces } from "../../formats/bsp/types.ts";

/**
 * Returns inches per repeat along s and t, 2 numbers a material: the geometric mean of its faces by
 * area, because mappers scale by factors of two. 0 if unknown.
 * @param materialOfFace −1 for faces that are not drawn
 */
export function measureTiles(
  { texInfos, texDatas }: BspWorld,
  faces: Faces,
  count: number,
  materialOfFace: (face: number) => number,
): Float32Array {
  const sum = new Float64Array(count * 2);
  const weight = new Float64Array(count * 2);
  for (let face = 0; face < faces.count; face++) {
    const material = materialOfFace(face);
    const area = faces.area[face];
    if (material < 0 || !(area > 0 && area < Number.POSITIVE_INFINITY)) continue;
    const texinfo = faces.texinfo[face];
    const texData = texInfos.texdata[texinfo];
    for (let axis = 0; axis < 2; axis++) {
      const texels = axis === 0 ? texDatas.width[texData] : texDatas.height[texData];
      const tile = texels / texelsPerInch(texInfos.textureVecs, texinfo * 8 + axis * 4);
      if (!(tile > 0 && tile < Number.POSITIVE_INFINITY)) continue;
      sum[material * 2 + axis] += Math.log(tile) * area;
      weight[material * 2 + axis] += area;
    }
  }
  return Float32Array.from(sum, (value, i) => (weight[i] > 0 ? Math.exp(value / weight[i]) : 0));
}

function texelsPerInch(vecs: Float32Array, at: number): number {
  return Math.hypot(vecs[at], vecs[at + 1], vecs[at + 2]);
}
