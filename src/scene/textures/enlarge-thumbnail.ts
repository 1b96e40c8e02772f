/** Enlarges the thumbnail of a VTF, to be shown until the mips of a texture without small ones are read. */

import { blockSize, type GpuImage, mipByteLength } from "../../core/image.ts";
import type { GpuImagePlan } from "../../formats/vtf/build-gpu-image.ts";
import { decodeBc } from "../../formats/vtf/decode-bc.ts";
import type { VtfLowResImage } from "../../formats/vtf/types.ts";

const IMAGE_FORMAT_DXT1 = 13;
/** Bytes of an enlarged thumbnail at most: it is uploaded in vain when the texture comes. */
const MOST_BYTES = 1 << 21;
/** Bytes before the colours of a block, which make it opaque. */
const OPAQUE: Readonly<Record<string, readonly number[]>> = {
  bc1: [],
  bc2: [255, 255, 255, 255, 255, 255, 255, 255],
  bc3: [255, 255, 0, 0, 0, 0, 0, 0],
};

/**
 * Returns the smallest mip of a planned image, opaque and in the colours of the thumbnail; `null` if
 * the formats do not allow it or it would be too large. A block has one colour.
 */
export function enlargeThumbnail(small: VtfLowResImage, plan: GpuImagePlan): GpuImage | null {
  const { format, dimension, mipCount, frames } = plan;
  const width = Math.max(1, plan.width >>> (mipCount - 1));
  const height = Math.max(1, plan.height >>> (mipCount - 1));
  const byteLength = mipByteLength(format, width, height);
  const opaque = OPAQUE[format.slice(0, 3)];
  const isKnown = opaque !== undefined || format.startsWith("rgba8unorm");
  if (!isKnown || small.format !== IMAGE_FORMAT_DXT1 || byteLength > MOST_BYTES) return null;
  if (dimension !== "2d" || frames > 1) return null;
  const colors = decodeBc(1, small.data, small.width, small.height);
  const data = new Uint8Array(byteLength);
  const { texels, bytes } = blockSize(format);
  const columns = Math.ceil(width / texels);
  const rows = Math.ceil(height / texels);
  for (let y = 0, at = 0; y < rows; y++) {
    const row = Math.floor(((y + 0.5) / rows) * small.height) * small.width;
    for (let x = 0; x < columns; x++, at += bytes) {
      const texel = (row + Math.floor(((x + 0.5) / columns) * small.width)) * 4;
      const [r, g, b] = colors.subarray(texel, texel + 3);
      if (opaque === undefined) data.set([r, g, b, 255], at);
      else {
        const color = ((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3);
        const colorAt = at + opaque.length;
        data.set(opaque, at);
        data[colorAt] = data[colorAt + 2] = color & 255;
        data[colorAt + 1] = data[colorAt + 3] = color >> 8;
      }
    }
  }
  return { dimension, format, width, height, mipCount: 1, mipOffset: new Uint32Array(1), data };
}
