/** Tests whether an upright box overlaps a placed brush model. Allocates nothing. */

import type { ModelVolumes } from "./model-volumes.ts";

/** A box with sides along the axes: mins and maxs in world space, inches. */
export interface UprightBox {
  readonly mins: Float64Array;
  readonly maxs: Float64Array;
}

/**
 * Returns true if a box overlaps a model that a 3x4 row-major matrix places. Each brush is widened
 * by the box, as the engine's `CM_TestBoxInBrush` does. Bevels hold only while the model is not
 * turned; a turned brush may reach a little beyond its sharp edges.
 */
export function overlapsModel(
  volumes: ModelVolumes,
  model: number,
  matrix: Float32Array,
  { mins, maxs }: UprightBox,
): boolean {
  const { firstVolume, firstPlane, planes, isBevel } = volumes;
  const isTurned = matrix[0] !== 1 || matrix[5] !== 1 || matrix[10] !== 1;
  const centerX = (mins[0] + maxs[0]) / 2;
  const centerY = (mins[1] + maxs[1]) / 2;
  const centerZ = (mins[2] + maxs[2]) / 2;
  const halfX = maxs[0] - centerX;
  const halfY = maxs[1] - centerY;
  const halfZ = maxs[2] - centerZ;
  for (let volume = firstVolume[model]; volume < firstVolume[model + 1]; volume++) {
    let isOutside = false;
    const end = firstPlane[volume + 1];
    for (let plane = firstPlane[volume]; plane < end && !isOutside; plane++) {
      if (isTurned && isBevel[plane] !== 0) continue;
      const p = plane * 4;
      const x = planes[p];
      const y = planes[p + 1];
      const z = planes[p + 2];
      const nx = matrix[0] * x + matrix[1] * y + matrix[2] * z;
      const ny = matrix[4] * x + matrix[5] * y + matrix[6] * z;
      const nz = matrix[8] * x + matrix[9] * y + matrix[10] * z;
      const distance = planes[p + 3] + nx * matrix[3] + ny * matrix[7] + nz * matrix[11];
      const reach = Math.abs(nx) * halfX + Math.abs(ny) * halfY + Math.abs(nz) * halfZ;
      isOutside = nx * centerX + ny * centerY + nz * centerZ - distance > reach;
    }
    if (!isOutside) return true;
  }
  return false;
}
