/** Detail sprites: the grass that the map's compiler has scattered over the ground, as plain quads. */

import type { LightSideName } from "./lightmap.ts";
import type { MaterialSet } from "./material.ts";
import type { Chunks } from "./world.ts";

/** In `DETAIL_VERTEX.facing`: which way a sprite looks. */
export const DETAIL_FACING_FIXED = 0;
/** To the camera, also up and down. */
export const DETAIL_FACING_EYE = 1;
/** To the camera, about the vertical axis. */
export const DETAIL_FACING_UPRIGHT = 2;

/** Byte offsets in a vertex of a detail sprite. */
export const DETAIL_VERTEX = {
  /** float32x3: where the sprite stands, inches. */
  origin: 0,
  /**
   * float32x3: from there to this corner. Of one that faces the camera in the picture's axes: to the right
   * as the camera sees it, away, up.
   */
  offset: 12,
  /** float32x2. */
  texCoord: 24,
  /** float32x3: linear, 1 is fully lit; the same at all corners. */
  light: 32,
  /** uint8x4: `DETAIL_FACING_*`, how many rows of light it has besides, radians by which it sways later, 0. */
  facing: 44,
  /** uint32: the first of these rows. */
  firstLight: 48,
  /** snorm16x4: how far the corner sways, 1 is farthest, in the axes of `offset`; 0. */
  sway: 52,
  strideBytes: 60,
} as const;

/** Light of styles on detail sprites: what of it changes when the map is lit anew is where its rows begin. */
export interface DetailStyles {
  /** 2 words a row: red, green, blue and the exponent's byte, lowest first; the style. */
  readonly rows: Uint32Array;
  /** Where each side's rows begin. */
  readonly firstRow: Readonly<Record<LightSideName, number>>;
  /** The side that the map is shown in. */
  readonly side: LightSideName;
}

export interface DetailSet {
  readonly quadCount: number;
  /** 4 vertices a quad. */
  readonly vertices: Uint8Array;
  /** 6 a quad. */
  readonly indices: Uint32Array;
  /** Runs of quads of one leaf, of material 0. */
  readonly chunks: Chunks;
  /** One, which has holes and no back. */
  readonly materials: MaterialSet;
  readonly styles: DetailStyles;
  readonly fade: DetailFade;
}

/** Inches at which detail props are gone if nothing says less, and across which they fade: `cl_detaildist`, `cl_detailfade`. */
export const DETAIL_FADE_MAX = 1200;
export const DETAIL_FADE_WIDTH = 400;

/** Inches that the upper edges of sprites sway at most, whatever the settings say. */
export const DETAIL_SWAY_MAX = 16;

/** Inches from which sprites fade, and at which they are gone. */
export interface DetailFade {
  readonly start: number;
  readonly end: number;
}
