/** Detail sprites: grass that the map's compiler scattered over the ground, as plain quads. */

import type { LightSideName } from "./lightmap.ts";
import type { MaterialSet } from "./material.ts";
import type { Chunks } from "./world.ts";

/** Values of `DETAIL_VERTEX.facing`: the direction a sprite faces. */
export const DETAIL_FACING_FIXED = 0;
/** Faces the camera, including pitch. */
export const DETAIL_FACING_EYE = 1;
/** Faces the camera by turning about the vertical axis only. */
export const DETAIL_FACING_UPRIGHT = 2;

/** Byte offsets in a vertex of a detail sprite. */
export const DETAIL_VERTEX = {
  /** float32x3: position of the sprite, inches. */
  origin: 0,
  /**
   * float32x3: from the origin to this corner. For sprites that face the camera the axes are the
   * picture's: right as the camera sees it, away, up.
   */
  offset: 12,
  /** float32x2. */
  texCoord: 24,
  /** float32x3: linear, 1 is fully lit. The same at all corners. */
  light: 32,
  /** uint8x4: `DETAIL_FACING_*`, number of styled light rows, phase of the sway in radians, 0. */
  facing: 44,
  /** uint32: first styled light row. */
  firstLight: 48,
  /**
   * snorm16x4: amplitude of the corner's sway in the axes of `offset`, where 1 is the maximum; w is
   * 0.
   */
  sway: 52,
  strideBytes: 60,
} as const;

/** Styled light on detail sprites. Switching between LDR and HDR changes only the first row. */
export interface DetailStyles {
  /** 2 words a row: red, green, blue and the exponent's byte, lowest first; then the style. */
  readonly rows: Uint32Array;
  /** First row of each side. */
  readonly firstRow: Readonly<Record<LightSideName, number>>;
  /** Side that the map is shown with. */
  readonly side: LightSideName;
}

export interface DetailSet {
  readonly quadCount: number;
  /** 4 vertices a quad. */
  readonly vertices: Uint8Array;
  /** 6 a quad. */
  readonly indices: Uint32Array;
  /** Runs of quads of one leaf, all with material 0. */
  readonly chunks: Chunks;
  /** A single material, alpha-tested and two-sided. */
  readonly materials: MaterialSet;
  readonly styles: DetailStyles;
  readonly fade: DetailFade;
}

/**
 * Default `cl_detaildist` and `cl_detailfade` in inches: where detail props are gone, and the width
 * of the fade.
 */
export const DETAIL_FADE_MAX = 1200;
export const DETAIL_FADE_WIDTH = 400;

/** Upper limit of the sway of a sprite's top edge, in inches, whatever the settings are. */
export const DETAIL_SWAY_MAX = 16;

/** Distances in inches where detail sprites begin to fade and where they are gone. */
export interface DetailFade {
  readonly start: number;
  readonly end: number;
}
