/**
 * Enlarges the small mips of a texture whose large ones cannot be read. Its array needs all mips of
 * all its textures, so that the others can be shown in full.
 */

import { blockSize, type GpuImage, layersOf, mipByteLength } from "../../core/image.ts";

/** Bits of each texel in the parts of a block, and the bits before them, by format. */
interface BlockPart {
  /** Bits before the texels, which all parts of an enlarged block share. */
  readonly endBits: number;
  readonly texelBits: number;
}

const COLORS: BlockPart = { endBits: 32, texelBits: 2 };
const BLOCK_PARTS: Readonly<Record<string, readonly BlockPart[]>> = {
  bc1: [COLORS],
  bc2: [{ endBits: 0, texelBits: 4 }, COLORS],
  bc3: [{ endBits: 16, texelBits: 3 }, COLORS],
};

/**
 * Returns an image of the planned size whose last mips are those of `small`, and whose larger ones
 * repeat their texels.
 */
export function enlargeImage(
  small: GpuImage,
  plan: Pick<GpuImage, "width" | "height" | "mipCount">,
): GpuImage {
  const { format, dimension, frames = 1 } = small;
  const layers = layersOf(dimension) * frames;
  const skipped = plan.mipCount - small.mipCount;
  const sizeOf = (mip: number) => ({
    width: Math.max(1, plan.width >>> mip),
    height: Math.max(1, plan.height >>> mip),
  });
  const layerBytes = Array.from({ length: plan.mipCount }, (_, mip) => {
    const { width, height } = sizeOf(mip);
    return mipByteLength(format, width, height);
  });
  const mipOffset = new Uint32Array(plan.mipCount);
  for (let mip = 1; mip < plan.mipCount; mip++) {
    mipOffset[mip] = mipOffset[mip - 1] + layerBytes[mip - 1] * layers;
  }
  const smallOffset = mipOffset[skipped];
  const data = new Uint8Array(smallOffset + small.data.length);
  data.set(small.data, smallOffset);
  const parts = BLOCK_PARTS[format.slice(0, 3)];
  for (let mip = skipped - 1; mip >= 0; mip--) {
    for (let layer = 0; layer < layers; layer++) {
      const from = mipOffset[mip + 1] + layer * layerBytes[mip + 1];
      const to = mipOffset[mip] + layer * layerBytes[mip];
      const source = data.subarray(from, from + layerBytes[mip + 1]);
      const out = data.subarray(to, to + layerBytes[mip]);
      if (parts === undefined) {
        const { bytes } = blockSize(format);
        doubleTexels({ source, out, bytes }, sizeOf(mip + 1), sizeOf(mip));
      } else doubleBlocks({ source, out, parts }, sizeOf(mip + 1), sizeOf(mip));
    }
  }
  return {
    ...small,
    width: plan.width,
    height: plan.height,
    mipCount: plan.mipCount,
    mipOffset,
    data,
  };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Doubled {
  readonly source: Uint8Array;
  readonly out: Uint8Array;
}

function doubleTexels(
  { source, out, bytes }: Doubled & { readonly bytes: number },
  from: Size,
  to: Size,
): void {
  for (let y = 0, at = 0; y < to.height; y++) {
    const row = Math.min(y >> 1, from.height - 1) * from.width;
    for (let x = 0; x < to.width; x++, at += bytes) {
      const texel = (row + Math.min(x >> 1, from.width - 1)) * bytes;
      out.set(source.subarray(texel, texel + bytes), at);
    }
  }
}

/** Makes four blocks of each: a quarter of its texels each, with the same colours. */
function doubleBlocks(
  { source, out, parts }: Doubled & { readonly parts: readonly BlockPart[] },
  from: Size,
  to: Size,
): void {
  const columns = Math.ceil(from.width / 4);
  const rows = Math.ceil(from.height / 4);
  const bytes = parts.length * 8;
  for (let y = 0, at = 0; y < Math.ceil(to.height / 4); y++) {
    const row = Math.min(y >> 1, rows - 1) * columns;
    for (let x = 0; x < Math.ceil(to.width / 4); x++, at += bytes) {
      const block = (row + Math.min(x >> 1, columns - 1)) * bytes;
      for (const [i, part] of parts.entries()) {
        const start = block + i * 8;
        doublePart(source.subarray(start, start + 8), out.subarray(at + i * 8), part, {
          x: (x & 1) * 2,
          y: (y & 1) * 2,
        });
      }
    }
  }
}

/** Writes the 2x2 texels of a block's part from `corner` on as 4x4 texels. */
function doublePart(
  source: Uint8Array,
  out: Uint8Array,
  { endBits, texelBits }: BlockPart,
  corner: { readonly x: number; readonly y: number },
): void {
  out.set(source.subarray(0, endBits / 8));
  for (let texel = 0; texel < 16; texel++) {
    const x = corner.x + ((texel & 3) >> 1);
    const y = corner.y + (texel >> 3);
    for (let bit = 0; bit < texelBits; bit++) {
      const from = endBits + (y * 4 + x) * texelBits + bit;
      const to = endBits + texel * texelBits + bit;
      const value = (source[from >> 3] >> (from & 7)) & 1;
      out[to >> 3] |= value << (to & 7);
    }
  }
}
