/**
 * Blend modes of detail textures: values of `$detailblendmode`, after `TextureCombine` and
 * `TextureCombinePostLighting` in `common_ps_fxc.h`.
 */
export const DETAIL_MODE = {
  /** Multiplies by twice the detail colour, so that mid-grey changes nothing. */
  TWICE: 0,
  /** Adds the detail colour. */
  ADD: 1,
  /** Blends over the base by the detail alpha. */
  COVER: 2,
  /** Replaces colour and alpha of the base, by the blend factor. */
  FADE: 3,
  /** Visible where the base alpha is 0. The result takes the detail alpha. */
  UNDER: 4,
  /** Adds the detail colour after lighting. */
  GLOW: 5,
  /**
   * Adds the brighter part of the detail colour after lighting. A larger blend factor lowers the
   * threshold.
   */
  GLOW_BAND: 6,
  /**
   * Multiplies by twice the detail's red where the base alpha is 0 and by twice its alpha where it
   * is 1.
   */
  TWO_PATTERNS: 7,
  MULTIPLY: 8,
  /** Multiplies the base alpha by the detail alpha. */
  MASK: 9,
  /** Self-shadowed bump map that weighs the light of each basis direction. */
  BUMP: 10,
  /** Self-shadowed bump map on a surface without a normal map: a plain shade. */
  SHADE: 11,
  /**
   * WorldTwoTextureBlend: multiplies by the detail colour, and by twice the base colour by the
   * detail alpha.
   */
  BASE: 12,
} as const;
