/** Sprites and glows: pictures at a point that turn to the camera, as rows that shaders read. */

import type { MaterialSet } from "../material.ts";
import type { Chunks } from "../world.ts";

/** Byte offsets in a row of `SpriteSet.rows`: the struct `Sprite` of `shaders/common/geometry/sprite.wgsl`. */
export const SPRITE_ROW = {
  /** float32x3, inches. */
  origin: 0,
  /** uint32: row of `materials`. */
  material: 12,
  /** float32x3: multiplies the texture's colour, linear. */
  color: 16,
  /** float32: multiplies its alpha. */
  alpha: 28,
  /**
   * float32x4: left, right, down and up of the origin, inches; of a glow of fixed size at 200 inches,
   * of `SPRITE_LIGHT_GLOW` at 100.
   */
  extents: 32,
  /**
   * float32x3: the picture's own axes, for `SPRITE_ORIENTED`; of `SPRITE_PARALLEL` its roll as cos, sin, and of
   * `SPRITE_HALO` its beam's half width; of `SPRITE_LIGHT_GLOW` from where it is seen, from where it is
   * whole, and, if that is farther, where it ends, inches.
   */
  right: 48,
  /** uint32: `SPRITE_*` orientation, and above it `SPRITE_*` flags. */
  flags: 60,
  /**
   * float32x3; of `SPRITE_BEAM` the way to its end; of `SPRITE_HALO` and `SPRITE_LIGHT_GLOW` where it shines, of
   * `SPRITE_SUN` where it is.
   */
  up: 64,
  /** float32: the radius of what has to be seen of a glow, inches. */
  proxySize: 76,
  /** float32x2: what is left out at the picture's edges, in parts of it. */
  inset: 80,
  /** float32: width of what has to be seen of a glow over its height. */
  proxyAspect: 88,
  /** uint32: row of how much of a glow is seen; `NO_GLOW`: it is no glow. */
  glow: 92,
  strideBytes: 96,
} as const;

/** Upright; its right is the view's, as seen from above. */
export const SPRITE_UPRIGHT = 0;
/** In the plane of the picture, rolled in it. */
export const SPRITE_PARALLEL = 1;
/** By axes of its own. */
export const SPRITE_ORIENTED = 2;
export const SPRITE_ORIENTATION_MASK = 3;
/** Adds its light and covers nothing. */
export const SPRITE_ADDS = 1 << 2;
/** As bright wherever its alpha is low: what covers, and adds besides. */
export const SPRITE_FULL = 1 << 3;
/** Covers all behind it, whatever its alpha. */
export const SPRITE_SOLID = 1 << 4;
/** Its alpha multiplies what is stored of its colour, not its light. */
export const SPRITE_STORED = 1 << 5;
/** As large in the picture however far it is. */
export const SPRITE_FIXED_SIZE = 1 << 6;
/** Not dimmed with distance. */
export const SPRITE_NO_FADE = 1 << 7;
/** Of a glow: hidden by what lies before it, part by part. */
export const SPRITE_DEPTH_TESTED = 1 << 8;

/** From its place to another, half as wide as `extents` say to its right. It fades out over its length. */
export const SPRITE_BEAM = 1 << 9;
/** At a beam's start: as bright as one looks into it. */
export const SPRITE_HALO = 1 << 10;
/** Faces the eye, as large in the picture however far it is, and seen by distances of its own. */
export const SPRITE_LIGHT_GLOW = 1 << 11;
/** Of one: not seen from behind. */
export const SPRITE_ONE_SIDED = 1 << 12;
/** A light glow at no place, but in a direction from wherever one looks; its proxy's size is of one inch away. */
export const SPRITE_SUN = 1 << 13;
/** Of one: brighter the more one looks at it. */
export const SPRITE_LOOKED_AT = 1 << 14;

export const NO_GLOW = 0xffffffff;

export interface SpriteSet {
  readonly count: number;
  /** A row a sprite: `SPRITE_ROW`. What covers comes before what adds. */
  readonly rows: Uint32Array;
  /** A value a row: what its colour is multiplied by where the map is lit by HDR light. */
  readonly hdrScale: Float32Array;
  /** Whether it is, at first. */
  readonly isHdr: boolean;
  /** Rows of those that are glows. */
  readonly glows: Uint32Array;
  /** 6 a sprite, of vertices that are told by their numbers: four times the row, and the corner. */
  readonly indices: Uint32Array;
  /** One a sprite. */
  readonly chunks: Chunks;
  readonly materials: MaterialSet;
}
