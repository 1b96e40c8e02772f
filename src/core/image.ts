/** Images in GPU texel formats, shared by the texture readers, the map and the uploads. */

/** Subset of GPUTextureFormat that images use; `-srgb` if the texels are colours. */
export type GpuImageFormat =
  | "rgba8unorm"
  | "rgba8unorm-srgb"
  | "bc1-rgba-unorm"
  | "bc1-rgba-unorm-srgb"
  | "bc2-rgba-unorm"
  | "bc2-rgba-unorm-srgb"
  | "bc3-rgba-unorm"
  | "bc3-rgba-unorm-srgb"
  | "rgba16float";

/** One picture, or six cube faces in the order +x, -x, +y, -y, +z, -z. */
export type TextureDimension = "2d" | "cube";

/** Returns how many array layers a texture of this dimension takes. */
export function layersOf(dimension: TextureDimension): number {
  return dimension === "cube" ? 6 : 1;
}

/**
 * One image with its mips, largest first, rows tightly packed. Each mip holds the faces of a cube,
 * and the frames of an animation, one after the other.
 */
export interface GpuImage {
  readonly dimension: TextureDimension;
  readonly format: GpuImageFormat;
  readonly width: number;
  readonly height: number;
  readonly mipCount: number;
  /** Number of frames; 1 if left out. */
  readonly frames?: number;
  /** Byte offset of each mip in `data`. */
  readonly mipOffset: Uint32Array;
  readonly data: Uint8Array;
}

/** Returns the edge of a format's block in texels, and the bytes of a block. */
export function blockSize(format: GpuImageFormat): { texels: 1 | 4; bytes: number } {
  if (format.startsWith("bc1")) return { texels: 4, bytes: 8 };
  if (format.startsWith("bc")) return { texels: 4, bytes: 16 };
  return { texels: 1, bytes: format === "rgba16float" ? 8 : 4 };
}

/** Returns the bytes of one mip level. */
export function mipByteLength(format: GpuImageFormat, width: number, height: number): number {
  const block = blockSize(format);
  return Math.ceil(width / block.texels) * Math.ceil(height / block.texels) * block.bytes;
}
