/** The map's lamps and its sun as shaders read them: the struct `WorldLight` of `common/light/lights.wgsl`. */

/** Byte offsets in a light's row. */
export const WORLD_LIGHT_ROW = {
  /** float32x3, inches. */
  origin: 0,
  /** uint32: the style in the low byte, then `WORLD_LIGHT_*` bits. */
  flags: 12,
  /** float32x3, linear: where attenuation is 1, 1 is full light. */
  intensity: 16,
  /** Of a spot's penumbra. */
  exponent: 28,
  /** float32x3, unit length: where it shines. */
  normal: 32,
  /** Cosine: within this cone it is brightest. Below -1 where it shines everywhere. */
  innerCosine: 44,
  /** Attenuation is constant + linear d + quadratic d^2, d in inches. */
  constant: 48,
  linear: 52,
  quadratic: 56,
  /** Cosine: outside of this cone it is dark. */
  outerCosine: 60,
  strideBytes: 64,
} as const;

/** The style of a light, in its flags. */
export const WORLD_LIGHT_STYLE_MASK = 0xff;
/** Shines from everywhere along its normal. */
export const WORLD_LIGHT_SUN = 0x100;

/** Most lights that light a prop by themselves, as in the engine. */
export const LIGHTS_PER_PROP = 4;
/** In `PropLight.lights`: none. */
export const NO_WORLD_LIGHT = 0xffffffff;

/** Bits of `PropLight.flags`: lit the same from all sides (`STATIC_PROP_IGNORE_NORMALS`). */
export const PROP_IGNORE_NORMALS = 1;
/**
 * Its light is baked, but not for bumps: what is lit by its fragments has the ambient cube and the lamps, as the
 * engine's shaders for these take no other; what is lit by vertices has no lamps that are baked.
 */
export const PROP_BUMPS_UNBAKED = 2;
/** What stands for the cosine then: `CONSTANT_DOT` of vrad's public `lightmap.cpp`. */
export const CONSTANT_DOT = 0.35;
