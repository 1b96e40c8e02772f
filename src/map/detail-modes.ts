/**
 * What a detail texture does to the surface that it is laid over: values of `$detailblendmode`, as
 * `TextureCombine` and `TextureCombinePostLighting` of `common_ps_fxc.h` have them.
 */
export const DETAIL_MODE = {
  /** Multiplies by twice its colour: grey changes nothing. */
  TWICE: 0,
  /** Is added. */
  ADD: 1,
  /** Covers as far as its alpha says. */
  COVER: 2,
  /** Takes the surface's place, alpha and all. */
  FADE: 3,
  /** Is seen where the surface's alpha is none; the alpha is its own then. */
  UNDER: 4,
  /** Is added to what is lit. */
  GLOW: 5,
  /** The same of its brighter part, the more of it the more it counts. */
  GLOW_BAND: 6,
  /** Multiplies by twice its red where the surface's alpha is none, by twice its alpha where that is full. */
  TWO_PATTERNS: 7,
  MULTIPLY: 8,
  /** Its alpha multiplies the surface's. */
  MASK: 9,
  /** Is a self-shadowed bump map that weighs the light of each direction. */
  BUMP: 10,
  /** The same of a surface without a normal map: a shade. */
  SHADE: 11,
  /** Of WorldTwoTextureBlend: multiplies by its colour, and by twice the surface's as far as its alpha says. */
  BASE: 12,
} as const;
