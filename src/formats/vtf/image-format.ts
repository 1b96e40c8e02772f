/**
 * Pixel formats with the same numbers in all games, and their sizes; `rare` has the later ones.
 * Source: `ImageFormat` in Valve's public `bitmap/imageformat.h`. The order of the list is the
 * numbering.
 */

export interface ImageFormatInfo {
  /** Name in `imageformat.h` without `IMAGE_FORMAT_`. */
  readonly name: string;
  /** Edge of a block in texels: 4 for block-compressed formats. */
  readonly blockTexels: 1 | 4;
  /** Bytes of a texel, or of a 4x4 block. */
  readonly blockBytes: number;
}

const TABLE: readonly (readonly [string, 1 | 4, number])[] = [
  ["RGBA8888", 1, 4],
  ["ABGR8888", 1, 4],
  ["RGB888", 1, 3],
  ["BGR888", 1, 3],
  ["RGB565", 1, 2],
  ["I8", 1, 1],
  ["IA88", 1, 2],
  ["P8", 1, 1],
  ["A8", 1, 1],
  ["RGB888_BLUESCREEN", 1, 3],
  ["BGR888_BLUESCREEN", 1, 3],
  ["ARGB8888", 1, 4],
  ["BGRA8888", 1, 4],
  ["DXT1", 4, 8],
  ["DXT3", 4, 16],
  ["DXT5", 4, 16],
  ["BGRX8888", 1, 4],
  ["BGR565", 1, 2],
  ["BGRX5551", 1, 2],
  ["BGRA4444", 1, 2],
  ["DXT1_ONEBITALPHA", 4, 8],
  ["BGRA5551", 1, 2],
  ["UV88", 1, 2],
  ["UVWQ8888", 1, 4],
  ["RGBA16161616F", 1, 8],
  ["RGBA16161616", 1, 8],
  ["UVLX8888", 1, 4],
  ["R32F", 1, 4],
  ["RGB323232F", 1, 12],
  ["RGBA32323232F", 1, 16],
];

export const IMAGE_FORMATS: readonly ImageFormatInfo[] = TABLE.map(
  ([name, blockTexels, blockBytes]) => ({ name, blockTexels, blockBytes }),
);

/**
 * Returns the size of one image in bytes; a volume has `depth` images. May exceed 2^32, so check it
 * before use.
 */
export function imageByteLength(format: ImageFormatInfo, width: number, height: number): number {
  const columns = Math.ceil(width / format.blockTexels);
  const rows = Math.ceil(height / format.blockTexels);
  return columns * rows * format.blockBytes;
}
