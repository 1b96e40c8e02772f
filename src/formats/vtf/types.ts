/** A Valve texture. Sources: Valve's public `vtf.h` and `imageformat.h`. */

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
  /** Tags of the resource table (7.3 and later), as numbers. */
  readonly resources: readonly number[];
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
