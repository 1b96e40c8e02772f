/**
 * Beams between two points: strips that face the eye. The vertex shader computes their points from
 * vertex indices.
 */

import type { MaterialSet } from "../material.ts";
import type { Chunks } from "../world.ts";

/** Byte offsets in a row of `BeamSet.rows`: the struct `Beam` of `shaders/common/geometry/bolt.wgsl`. */
export const BEAM_ROW = {
  /** float32x3, inches. */
  start: 0,
  /** uint32: row of `materials`. */
  material: 12,
  /** float32x3: from start to end, inches; for a ring its diameter. */
  delta: 16,
  /**
   * uint32: `BEAM_*` and the blend mode: `SPRITE_ADDS`, `SPRITE_FULL`, `SPRITE_SOLID`,
   * `SPRITE_STORED`.
   */
  flags: 28,
  /** float32x3: factor of the texture's colour, linear. */
  color: 32,
  /** float32: factor of the texture's alpha. */
  alpha: 44,
  /** float32x2: half widths at the start and at the end, inches. */
  widths: 48,
  /** float32: sideways displacement in inches for a noise of 1. */
  noise: 56,
  /** uint32: number of points along the beam. */
  points: 60,
  /** float32: texture coordinate from point to point. */
  texStep: 64,
  /** float32: a tenth of `TextureScroll`. */
  speed: 68,
  /**
   * float32 each, seconds: how long the beam is visible and then hidden. A life of 0 is endless.
   */
  life: 72,
  pause: 76,
  strideBytes: 80,
} as const;

/** Bits above the `SPRITE_*` blend flags. */
export const BEAM_SHADE_IN = 1 << 16;
export const BEAM_SHADE_OUT = 1 << 17;
/** A circle through the start and the end. */
export const BEAM_RING = 1 << 18;

/** A vertex index packs the side, then the point, then the row. */
export const BEAM_POINT_SHIFT = 1;
export const BEAM_ROW_SHIFT = 12;

export interface BeamSet {
  readonly count: number;
  /** A value a row, `BEAM_ROW` each. */
  readonly rows: Uint32Array;
  /** Factor of the colour of each row in HDR light. */
  readonly hdrScale: Float32Array;
  /** Whether HDR light is shown at first. */
  readonly isHdr: boolean;
  /** Indices of vertices that are computed from their index. */
  readonly indices: Uint32Array;
  /** Runs of indices of one beam. */
  readonly chunks: Chunks;
  readonly materials: MaterialSet;
}
