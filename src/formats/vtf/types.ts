/** A Valve texture. Sources: Valve's public `vtf.h` and `imageformat.h`. */

import type { ImageFormatInfo } from "./image-format.ts";

export interface Vtf {
  /** Minor version: 7.x. */
  readonly minorVersion: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly frameCount: number;
  readonly firstFrame: number;
  /** 1, 6, or 7 (a cubemap with a spheremap). */
  readonly faceCount: number;
  readonly mipCount: number;
  /** `TEXTUREFLAGS_*`. */
  readonly flags: number;
  /** `IMAGE_FORMAT_*` number. */
  readonly format: number;
  /** Name in `imageformat.h` without its prefix: `DXT5`. */
  readonly formatName: string;
  readonly reflectivity: readonly [number, number, number];
  readonly bumpScale: number;
  /** Thumbnail, at most 255 texels on an edge; `null` if there is none. */
  readonly lowRes: VtfLowResImage | null;
  /** Resources in the order of the table (7.3 and later). */
  readonly resources: readonly VtfResource[];
  /** Rare formats only: the format with its decoder; see `openVtf`. */
  readonly rareFormat?: RareFormat;
  /** Console files only: extra header fields. These files are big-endian with another version. */
  readonly console?: VtfConsole;
  readonly byteLength: number;
  /** Number of largest mips that a file cut short lacks; left out for 0. */
  readonly lostMips?: number;
  /** First mip whose bytes are in memory, if only the file's head is; left out for 0. */
  readonly firstHeldMip?: number;
  /**
   * Returns the stored bytes of one image, as a view; for a volume all its slices. Mip 0 is the
   * largest. Throws RangeError if it does not exist.
   */
  image(mip: number, frame?: number, face?: number): Uint8Array;
}

export interface VtfLowResImage {
  readonly width: number;
  readonly height: number;
  /** `IMAGE_FORMAT_*` number; DXT1 in nearly every file. */
  readonly format: number;
  /** Stored bytes, as a view. */
  readonly data: Uint8Array;
}

export interface VtfResource {
  /** Three letters or a small number, with flags in the highest byte. */
  readonly tag: number;
  /**
   * Bytes of the resource, as a view; `null` for the image and the thumbnail, and if they are not
   * in the file.
   */
  readonly data: Uint8Array | null;
}

/** `VTFFileHeaderX360_t`. */
export interface VtfConsole {
  /** Number of top mips that were left out when the file was made. */
  readonly mipSkipCount: number;
  /** Number of bytes from its start that the game preloads; may include part of the image. */
  readonly preloadByteLength: number;
  /** One texel for the whole picture, instead of a thumbnail. */
  readonly lowResSample: readonly number[];
}

/** A pixel format whose decoder is loaded with the first file that uses it. */
export interface RareFormat extends ImageFormatInfo {
  /** Whether it decodes to half floats instead of RGBA8. */
  readonly isHdr: boolean;
  /**
   * Decodes one image: rows without padding, four channels a texel. Throws FormatError
   * `unsupported` if there is no decoder.
   */
  decode(stored: Uint8Array, width: number, height: number): Uint8Array;
}

/** Readers of rare files; see `openVtf`. */
export interface RareVtfs {
  /** Returns the format; `undefined` for a common or unknown number. */
  formatOf(format: number, minorVersion: number): RareFormat | undefined;
  /**
   * Checks the table, and returns a function that decompresses an image: `index` counts frames and
   * faces of a mip.
   */
  openImages(packed: PackedImages): (mip: number, index: number) => Uint8Array;
}

/** Additionally compressed images, one by one. */
export interface PackedImages {
  readonly bytes: Uint8Array;
  readonly imageOffset: number;
  /**
   * The resource `AXC`: compression level and method, 16 bits each, then the byte length of every
   * image.
   */
  readonly table: Uint8Array;
  /** Decompressed size of one image, by mip. */
  readonly mipBytes: readonly number[];
  /** Number of frames times faces. */
  readonly perMip: number;
}
