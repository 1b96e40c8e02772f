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
  /** The name in `imageformat.h` without its prefix: `DXT5`. */
  readonly formatName: string;
  readonly reflectivity: readonly [number, number, number];
  readonly bumpScale: number;
  /** The thumbnail, at most 255 texels on an edge; null where there is none. */
  readonly lowRes: VtfLowResImage | null;
  /** Of the resource table (7.3 and later), in its order. */
  readonly resources: readonly VtfResource[];
  /** The format, with its decoder, where it is one that few games know; see `openVtf`. */
  readonly rareFormat?: RareFormat;
  /** What a console's file says besides; it is big-endian, and its version is another. */
  readonly console?: VtfConsole;
  readonly byteLength: number;
  /**
   * The stored bytes of one image, a view; of a volume, all its slices one after another.
   * Mip 0 is the largest. Throws RangeError out of range.
   */
  image(mip: number, frame?: number, face?: number): Uint8Array;
}

export interface VtfLowResImage {
  readonly width: number;
  readonly height: number;
  /** `IMAGE_FORMAT_*` number; DXT1 in nearly every file. */
  readonly format: number;
  /** The stored bytes, a view. */
  readonly data: Uint8Array;
}

export interface VtfResource {
  /** Three letters or a small number, and in the highest byte its flags. */
  readonly tag: number;
  /** Its bytes, a view; null of the image and the thumbnail, and where they are not in the file. */
  readonly data: Uint8Array | null;
}

/** `VTFFileHeaderX360_t`. */
export interface VtfConsole {
  /** Mips that were left off the top when the file was made. */
  readonly mipSkipCount: number;
  /** Bytes that the game holds from its start; they may reach into the image. */
  readonly preloadByteLength: number;
  /** One texel for the whole picture, in the place of a thumbnail. */
  readonly lowResSample: readonly number[];
}

/** A pixel format that is fetched with the first file that has it. */
export interface RareFormat extends ImageFormatInfo {
  /** Decodes to half floats, not to RGBA8. */
  readonly isHdr: boolean;
  /** One image: rows packed, four channels a texel. Throws FormatError `unsupported` if nothing decodes it. */
  decode(stored: Uint8Array, width: number, height: number): Uint8Array;
}

/** What reads the files that few games have; see `openVtf`. */
export interface RareVtfs {
  /** undefined where the number is a common format's, or nobody's. */
  formatOf(format: number, minorVersion: number): RareFormat | undefined;
  /** Checks the table, and returns what unpacks an image: `index` counts frames and faces of a mip. */
  openImages(packed: PackedImages): (mip: number, index: number) => Uint8Array;
}

/** Images that are compressed once more, one by one. */
export interface PackedImages {
  readonly bytes: Uint8Array;
  readonly imageOffset: number;
  /** The resource `AXC`: strength and method, 16 bits each, then the byte length of every image. */
  readonly table: Uint8Array;
  /** Of one image unpacked, by mip. */
  readonly mipBytes: readonly number[];
  /** Frames times faces. */
  readonly perMip: number;
}
