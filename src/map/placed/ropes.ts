/** Ropes at rest: lines of points. The vertex shader makes strips that face the eye. */

import type { MaterialSet } from "../material.ts";
import type { Chunks } from "../world.ts";

/** Byte offsets in a row of `RopeSet.points`: the struct `RopePoint` of `shaders/surfaces/ropes.wgsl`. */
export const ROPE_POINT = {
  /** float32x3, inches. */
  position: 0,
  /** float32: texture coordinate along the rope. */
  texCoord: 12,
  /** float32x3: linear, 1 is fully lit. */
  light: 16,
  /** float32: inches. */
  halfWidth: 28,
  /** uint32: row of `materials`. */
  material: 32,
  /** uint32: `ROPE_*`. */
  flags: 36,
  strideBytes: 48,
} as const;

/** First and last point of a rope. */
export const ROPE_FIRST = 1;
export const ROPE_LAST = 2;
/** The texture's alpha is the rope's opacity. */
export const ROPE_BLENDED = 4;

export interface RopeSet {
  /** Number of ropes. */
  readonly count: number;
  /** A row a point, rope by rope: `ROPE_POINT`. */
  readonly points: Uint32Array;
  /**
   * Indices of vertices that are computed from their index: twice the point, plus one for the other
   * side.
   */
  readonly indices: Uint32Array;
  /** Runs of indices of one rope. */
  readonly chunks: Chunks;
  readonly materials: MaterialSet;
}
