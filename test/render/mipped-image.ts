/** Builds textures whose mips differ in colour. */

import type { GpuImage } from "../../src/core/image.ts";

/** Colour of each mip. */
export const MIP_COLORS = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
  [255, 0, 255],
  [0, 255, 255],
] as const;

/**
 * Builds an image with one colour per mip.
 * @param firstMip leaves out the mips before it
 */
export function mippedImage(
  fullWidth: number,
  fullHeight: number,
  fullMipCount: number,
  firstMip = 0,
): GpuImage {
  const width = Math.max(1, fullWidth >> firstMip);
  const height = Math.max(1, fullHeight >> firstMip);
  const mipCount = fullMipCount - firstMip;
  const mips = Array.from({ length: mipCount }, (_, mip) => {
    const texels = Math.max(1, width >> mip) * Math.max(1, height >> mip);
    return Array.from({ length: texels }, () => [...MIP_COLORS[firstMip + mip], 255]).flat();
  });
  const mipOffset = new Uint32Array(mipCount);
  for (let mip = 1; mip < mipCount; mip++) {
    mipOffset[mip] = mipOffset[mip - 1] + mips[mip - 1].length;
  }
  const format = "rgba8unorm-srgb";
  const data = Uint8Array.from(mips.flat());
  return { dimension: "2d", format, width, height, mipCount, mipOffset, data };
}
