/** Decodes RGBS, the engine's compressed HDR colours: linear light is rgb times alpha times 8. */

import type { GpuImage } from "../../core/image.ts";
import { halfFromFloat } from "../../formats/vtf/half-float.ts";

/** Factor of an RGBS texel's colour times its alpha. */
const RGBS_SCALE = 8;

/** Returns the image in half floats; one that has half floats as it is. */
export function decodeRgbs(image: GpuImage): GpuImage {
  if (image.format === "rgba16float") return image;
  const { data } = image;
  const texels = new Uint16Array(data.length);
  for (let i = 0; i < data.length; i += 4) {
    const scale = (data[i + 3] / 255 / 255) * RGBS_SCALE;
    for (let k = 0; k < 3; k++) texels[i + k] = halfFromFloat(data[i + k] * scale);
    texels[i + 3] = halfFromFloat(1);
  }
  const mipOffset = image.mipOffset.map((offset) => offset * 2);
  const bytes = new Uint8Array(texels.buffer);
  return { ...image, format: "rgba16float", mipOffset, data: bytes };
}
