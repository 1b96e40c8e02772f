/**
 * Converts a VTF to an image for a GPU: BC blocks are kept if the device accepts them, and decoded
 * otherwise.
 */

import {
  type GpuImage,
  type GpuImageFormat,
  layersOf,
  mipByteLength,
  type TextureDimension,
} from "../../core/image.ts";
import { bcKind, decodeVtfImage, isHdrFormat } from "./decode-vtf-image.ts";
import type { Vtf } from "./types.ts";

export interface GpuImageOptions {
  /** Whether the device supports BC blocks (`texture-compression-bc`). */
  readonly bc: boolean;
  /**
   * Whether the texels are colours, so that the format gets `-srgb`. Half floats are always linear.
   */
  readonly srgb: boolean;
  /** Maximum edge length of a mip. Larger mips are left out; the smallest mip is always kept. */
  readonly maxDimension: number;
  /** Number of largest mips of the planned image to leave out; 0 if undefined. */
  readonly skipMips?: number;
  readonly frame?: number;
  /** Number of frames, from `frame` on, limited to those of the texture; 1 if undefined. */
  readonly frames?: number;
  /** Face, for a 2D image. */
  readonly face?: number;
  /** 2D if undefined. */
  readonly dimension?: TextureDimension;
}

/** Properties of the image, known before any texel is read. */
export interface GpuImagePlan {
  readonly dimension: TextureDimension;
  readonly format: GpuImageFormat;
  readonly width: number;
  readonly height: number;
  readonly mipCount: number;
  readonly frames: number;
  /** Mip of the texture that becomes mip 0. */
  readonly firstMip: number;
  /** Whether BC blocks are kept. */
  readonly keepsBlocks: boolean;
}

/**
 * Returns format and size of the image that `buildGpuImage` makes of a texture, from its header
 * alone.
 */
export function planGpuImage(vtf: Vtf, options: GpuImageOptions): GpuImagePlan {
  const edge = Math.max(vtf.width, vtf.height);
  let firstMip = vtf.lostMips ?? 0;
  while (firstMip < vtf.mipCount - 1 && edge >>> firstMip > options.maxDimension) firstMip++;
  const width = Math.max(1, vtf.width >>> firstMip);
  const height = Math.max(1, vtf.height >>> firstMip);
  // The mip chain of a volume includes its depth, so it may be longer than WebGPU allows for one
  // slice.
  const fullChain = 32 - Math.clz32(Math.max(width, height));
  const mipCount = Math.min(vtf.mipCount - firstMip, fullChain);
  const kind = bcKind(vtf);
  // WebGPU requires the base size of a block-compressed texture to be a multiple of the block size.
  const keepsBlocks = options.bc && kind !== null && width % 4 === 0 && height % 4 === 0;
  const format = gpuFormat(keepsBlocks ? kind : null, isHdrFormat(vtf), options.srgb);
  const { dimension = "2d", frame = 0 } = options;
  const frames = Math.max(1, Math.min(options.frames ?? 1, vtf.frameCount - frame));
  return { dimension, format, width, height, mipCount, frames, firstMip, keepsBlocks };
}

/**
 * Returns all mips of some frames, of one face or a cube's six, largest first; for a volume the
 * first slice. BC1 keeps its one-bit alpha whatever the flags, like Direct3D 9. Throws FormatError
 * `unsupported` for formats without a decoder, RangeError for a missing frame or face.
 */
export function buildGpuImage(vtf: Vtf, options: GpuImageOptions): GpuImage {
  const { frame = 0, face = 0, skipMips = 0 } = options;
  const plan = planGpuImage(vtf, options);
  const { dimension, format, frames, keepsBlocks } = plan;
  const width = Math.max(1, plan.width >>> skipMips);
  const height = Math.max(1, plan.height >>> skipMips);
  const mipCount = plan.mipCount - skipMips;
  const firstMip = plan.firstMip + skipMips;
  const faces = layersOf(dimension);
  const layerCount = faces * frames;
  const mipOffset = new Uint32Array(mipCount);
  let byteLength = 0;
  for (let mip = 0; mip < mipCount; mip++) {
    mipOffset[mip] = byteLength;
    byteLength +=
      mipByteLength(format, Math.max(1, width >>> mip), Math.max(1, height >>> mip)) * layerCount;
  }
  const data = new Uint8Array(byteLength);
  for (let mip = 0; mip < mipCount; mip++) {
    const end = mip + 1 < mipCount ? mipOffset[mip + 1] : byteLength;
    const layerBytes = (end - mipOffset[mip]) / layerCount;
    for (let layer = 0; layer < layerCount; layer++) {
      const [atFrame, atFace] = [frame + Math.floor(layer / faces), face + (layer % faces)];
      const image = keepsBlocks
        ? vtf.image(firstMip + mip, atFrame, atFace)
        : decodeVtfImage(vtf, firstMip + mip, atFrame, atFace);
      // For a volume, `image` continues with the other slices.
      data.set(image.subarray(0, layerBytes), mipOffset[mip] + layer * layerBytes);
    }
  }
  const image = { dimension, format, width, height, mipCount, mipOffset, data };
  return frames === 1 ? image : { ...image, frames };
}

function gpuFormat(kind: 1 | 2 | 3 | null, hdr: boolean, srgb: boolean): GpuImageFormat {
  if (hdr) return "rgba16float";
  if (kind === null) return srgb ? "rgba8unorm-srgb" : "rgba8unorm";
  return `bc${kind}-rgba-unorm${srgb ? "-srgb" : ""}`;
}
