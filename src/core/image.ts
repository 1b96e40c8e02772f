/** Texels in a form that a GPU takes: shared by the texture formats, the map and the uploads. */

/** The subset of GPUTextureFormat that images come in; `-srgb` where the texels are colours. */
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

/** A picture, or the six faces of a cube: +x, -x, +y, -y, +z, -z. */
export type TextureDimension = "2d" | "cube";

/** Layers of an array texture that a texture takes. */
export function layersOf(dimension: TextureDimension): number {
  return dimension === "cube" ? 6 : 1;
}

/**
 * One image with its mips, largest first, rows tightly packed. A cube's faces are one after the other in each
 * mip, and so are frames.
 */
export interface GpuImage {
  readonly dimension: TextureDimension;
  readonly format: GpuImageFormat;
  readonly width: number;
  readonly height: number;
  readonly mipCount: number;
  /** Left out: one. */
  readonly frames?: number;
  /** Byte offset of each mip in `data`. */
  readonly mipOffset: Uint32Array;
  readonly data: Uint8Array;
}

/** Edge of a format's block in texels, and its bytes. */
export function blockSize(format: GpuImageFormat): { texels: 1 | 4; bytes: number } {
  if (format.startsWith("bc1")) return { texels: 4, bytes: 8 };
  if (format.startsWith("bc")) return { texels: 4, bytes: 16 };
  return { texels: 1, bytes: format === "rgba16float" ? 8 : 4 };
}

/** Bytes of one mip level of a format. */
export function mipByteLength(format: GpuImageFormat, width: number, height: number): number {
  const block = blockSize(format);
  return Math.ceil(width / block.texels) * Math.ceil(height / block.texels) * block.bytes;
}
