/** Sprites and glows: pictures at a point that face the camera, as rows that shaders read. */

import type { MaterialSet } from "../material.ts";
import type { Chunks } from "../world.ts";

/** Byte offsets in a row of `SpriteSet.rows`: the struct `Sprite` of `shaders/common/geometry/sprite.wgsl`. */
export const SPRITE_ROW = {
  /** float32x3, inches. */
  origin: 0,
  /** uint32: row of `materials`. */
  material: 12,
  /** float32x3: factor of the texture's colour, linear. */
  color: 16,
  /** float32: factor of the texture's alpha. */
  alpha: 28,
  /**
   * float32x4: left, right, down and up from the origin, inches. For glows of fixed size at 200
   * inches, for `SPRITE_LIGHT_GLOW` at 100.
   */
  extents: 32,
  /**
   * float32x3: right axis of a `SPRITE_ORIENTED` picture. For `SPRITE_PARALLEL` its roll as cos,
   * sin; for `SPRITE_HALO` the half width of its beam. For `SPRITE_LIGHT_GLOW` the distances in
   * inches where it begins to be visible, where it is full, and, if farther, where it ends.
   */
  right: 48,
  /** uint32: `SPRITE_*` orientation, and above it `SPRITE_*` flags. */
  flags: 60,
  /**
   * float32x3: up axis. For `SPRITE_BEAM` the vector to its end; for `SPRITE_HALO` and
   * `SPRITE_LIGHT_GLOW` their direction; for `SPRITE_SUN` the direction to it.
   */
  up: 64,
  /** float32: radius of a glow's visibility proxy, inches. */
  proxySize: 76,
  /** float32x2: margin left out at the picture's edges, as a fraction of the picture. */
  inset: 80,
  /** float32: width of a glow's visibility proxy divided by its height. */
  proxyAspect: 88,
  /** uint32: row of the glow's measured visibility; `NO_GLOW` if it is not a glow. */
  glow: 92,
  strideBytes: 96,
} as const;

/** Upright, with the view's right axis seen from above. */
export const SPRITE_UPRIGHT = 0;
/** Parallel to the picture plane, rolled in it. */
export const SPRITE_PARALLEL = 1;
/** Oriented by its own axes. */
export const SPRITE_ORIENTED = 2;
export const SPRITE_ORIENTATION_MASK = 3;
/** Additive: adds light and hides nothing. */
export const SPRITE_ADDS = 1 << 2;
/** Alpha only covers the background; the colour is added without being multiplied by it. */
export const SPRITE_FULL = 1 << 3;
/** Opaque, whatever its alpha. */
export const SPRITE_SOLID = 1 << 4;
/** Alpha multiplies the stored (gamma-encoded) colour, not the light. */
export const SPRITE_STORED = 1 << 5;
/** Constant size on screen, whatever the distance. */
export const SPRITE_FIXED_SIZE = 1 << 6;
/** Does not dim with distance. */
export const SPRITE_NO_FADE = 1 << 7;
/** Glow that is hidden per pixel by the geometry in front of it. */
export const SPRITE_DEPTH_TESTED = 1 << 8;

/**
 * Runs from its origin to another point, half as wide as the right extent. It fades out over its
 * length.
 */
export const SPRITE_BEAM = 1 << 9;
/** At the start of a beam: brighter the more directly the viewer looks into it. */
export const SPRITE_HALO = 1 << 10;
/** Faces the eye with constant size on screen, visible between its own distances. */
export const SPRITE_LIGHT_GLOW = 1 << 11;
/** Light glow that is not visible from behind. */
export const SPRITE_ONE_SIDED = 1 << 12;
/**
 * Light glow in a fixed direction from the viewer; its proxy size is for a distance of one inch.
 */
export const SPRITE_SUN = 1 << 13;
/** Sun that is brighter the more directly the viewer looks at it. */
export const SPRITE_LOOKED_AT = 1 << 14;

export const NO_GLOW = 0xffffffff;

export interface SpriteSet {
  readonly count: number;
  /** A row a sprite: `SPRITE_ROW`. Blended sprites come before additive ones. */
  readonly rows: Uint32Array;
  /** Factor of the colour of each row in HDR light. */
  readonly hdrScale: Float32Array;
  /** Whether HDR light is shown at first. */
  readonly isHdr: boolean;
  /** Rows of the sprites that are glows. */
  readonly glows: Uint32Array;
  /**
   * 6 a sprite, for vertices that are computed from their index: four times the row, plus the
   * corner.
   */
  readonly indices: Uint32Array;
  /** One a sprite. */
  readonly chunks: Chunks;
  readonly materials: MaterialSet;
}
