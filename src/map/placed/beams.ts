/** Beams between two places: strips that face the eye, of which the vertex shader makes points by their numbers. */

import type { MaterialSet } from "../material.ts";
import type { Chunks } from "../world.ts";

/** Byte offsets in a row of `BeamSet.rows`: the struct `Beam` of `shaders/common/geometry/bolt.wgsl`. */
export const BEAM_ROW = {
  /** float32x3, inches. */
  start: 0,
  /** uint32: row of `materials`. */
  material: 12,
  /** float32x3: to its end, inches; of a ring its diameter. */
  delta: 16,
  /** uint32: `BEAM_*`, and how it blends: `SPRITE_ADDS`, `SPRITE_FULL`, `SPRITE_SOLID`, `SPRITE_STORED`. */
  flags: 28,
  /** float32x3: multiplies the texture's colour, linear. */
  color: 32,
  /** float32: multiplies its alpha. */
  alpha: 44,
  /** float32x2: half of it at the start and at the end, inches. */
  widths: 48,
  /** float32: inches that noise of 1 moves it aside. */
  noise: 56,
  /** uint32: points along it. */
  points: 60,
  /** float32: of its texture, from point to point. */
  texStep: 64,
  /** float32: `TextureScroll`, a tenth of it. */
  speed: 68,
  /** float32x2, seconds: how long it is seen, and then not; a life of 0 has no end. */
  life: 72,
  pause: 76,
  strideBytes: 80,
} as const;

/** Above the `SPRITE_*` flags that say how it blends. */
export const BEAM_SHADE_IN = 1 << 16;
export const BEAM_SHADE_OUT = 1 << 17;
/** A circle through its start and its end. */
export const BEAM_RING = 1 << 18;

/** A vertex's number: its side, its point above that, and above these its row. */
export const BEAM_POINT_SHIFT = 1;
export const BEAM_ROW_SHIFT = 12;

export interface BeamSet {
  readonly count: number;
  /** A row a beam: `BEAM_ROW`. */
  readonly rows: Uint32Array;
  /** A value a row: what its colour is multiplied by where the map is lit by HDR light. */
  readonly hdrScale: Float32Array;
  /** Whether it is, at first. */
  readonly isHdr: boolean;
  /** Of vertices that are told by their numbers. */
  readonly indices: Uint32Array;
  /** Runs of a beam. */
  readonly chunks: Chunks;
  readonly materials: MaterialSet;
}
