/**
 * The map's lamps and its sun for shaders: the struct `WorldLight` of `common/light/lights.wgsl`.
 */

/** Byte offsets in a light's row. */
export const WORLD_LIGHT_ROW = {
  /** float32x3, inches. */
  origin: 0,
  /** uint32: the style in the low byte, then `WORLD_LIGHT_*` bits. */
  flags: 12,
  /** float32x3, linear: intensity at attenuation 1, where 1 is full light. */
  intensity: 16,
  /** Exponent of a spot light's penumbra. */
  exponent: 28,
  /** float32x3, unit length: direction of the light. */
  normal: 32,
  /**
   * Cosine of the inner cone, within which the light is brightest. Below −1 for omnidirectional
   * lights.
   */
  innerCosine: 44,
  /** Attenuation is constant + linear d + quadratic d^2, d in inches. */
  constant: 48,
  linear: 52,
  quadratic: 56,
  /** Cosine of the outer cone, outside of which the light is dark. */
  outerCosine: 60,
  strideBytes: 64,
} as const;

/** Bits of the style in a light's flags. */
export const WORLD_LIGHT_STYLE_MASK = 0xff;
/** Directional light along its normal. */
export const WORLD_LIGHT_SUN = 0x100;

/** Maximum number of lights that light a prop directly, as in the engine. */
export const LIGHTS_PER_PROP = 4;
/** Value of `PropLight.lights` for an unused slot. */
export const NO_WORLD_LIGHT = 0xffffffff;

/**
 * Bits of `PropLight.flags`. This one ignores normals: lit equally from all sides
 * (`STATIC_PROP_IGNORE_NORMALS`).
 */
export const PROP_IGNORE_NORMALS = 1;
/**
 * The prop's baked light has no bump directions. Fragment lighting uses the ambient cube and the
 * lamps, because the engine's shaders for these props read nothing else; vertex lighting leaves out
 * baked lamps.
 */
export const PROP_BUMPS_UNBAKED = 2;
/** Cosine used for `PROP_IGNORE_NORMALS`: `CONSTANT_DOT` of vrad's public `lightmap.cpp`. */
export const CONSTANT_DOT = 0.35;
