/** Materials and their textures as columns. */

import type { GpuImage, GpuImageFormat, TextureDimension } from "../core/image.ts";
import type { MaterialMotion } from "./motion/material-motion.ts";

/** Render pass of a material. */
export const PASS_NONE = 0;
export const PASS_OPAQUE = 1;
export const PASS_ALPHA_TEST = 2;
/** Blended over the background: sorted back to front. */
export const PASS_TRANSLUCENT = 3;
/** Added to the background: sorted back to front. */
export const PASS_ADDITIVE = 4;
/** Multiplies the background: sorted back to front. */
export const PASS_MODULATE = 5;
/**
 * Shows the background refracted: drawn with depth writes, after opaque and before translucent
 * surfaces.
 */
export const PASS_REFRACTING = 6;

export const MATERIAL_NO_CULL = 1;
/** Unlit: the texture is shown unchanged. */
export const MATERIAL_UNLIT = 2;
/** The base texture's alpha is the share of self-illumination. */
export const MATERIAL_SELF_ILLUM = 4;
/** The material or its base texture is missing: drawn in `fallbackColor`. */
export const MATERIAL_MISSING = 8;
/** The base texture's alpha does not affect coverage. */
export const MATERIAL_ALPHA_MASK = 32;
/** Base texture coordinates are transformed by `PARAM_BASE_S` and `PARAM_BASE_T`. */
export const MATERIAL_TRANSFORMED = 64;
/** The base texture's alpha masks reflections: none where it is opaque. */
export const MATERIAL_ENV_MASK = 128;
/** The normal map's alpha masks reflections. */
export const MATERIAL_BUMP_MASK = 256;
/** The normal map is self-shadowed: it weighs the light of each bump basis direction. */
export const MATERIAL_SSBUMP = 512;
/** A separate texture masks reflections. */
export const MATERIAL_TEXTURE_MASK = 1024;
/** Box-projected cubemap: see `PARAM_ENV_BOX_X` and the rows after it. */
export const MATERIAL_BOX_MIRROR = 1 << 14;
/** Lamps light the model per vertex, although its family is lit per fragment. */
export const MATERIAL_VERTEX_LIT = 1 << 18;
/** Lamp light wraps around the surface: `$halflambert`. */
export const MATERIAL_HALF_LAMBERT = 1 << 19;
/** Modulates by twice the texture: mid-grey changes nothing. */
export const MATERIAL_MOD2X = 1 << 20;
/** Ignores fog. */
export const MATERIAL_NO_FOG = 1 << 21;
/**
 * Refracting materials: shows the background. Without it, water is opaque, like the engine's
 * cheapest.
 */
export const MATERIAL_SEE_THROUGH = 1 << 24;
/** Blurs the refracted background. */
export const MATERIAL_BLURRED = 1 << 25;
/** The refraction fades at grazing angles. */
export const MATERIAL_RIM_FADES = 1 << 26;
/** Water: three layers of waves, two of which scroll by themselves. */
export const MATERIAL_SHEETS = 1 << 27;
/** Swaying models: hangs from above, and sways below the point where it is held. */
export const MATERIAL_HANGS = MATERIAL_SHEETS;
/** Water: seen from below. */
export const MATERIAL_FROM_BELOW = 1 << 28;
/** Water: reflects as much head on as at grazing angles. */
export const MATERIAL_NO_FRESNEL = 1 << 30;

/**
 * Geometry that a material set belongs to: each kind has its own set. The sky has no set; its
 * textures are its sides.
 */
export type TextureOwner =
  | "world"
  | "props"
  | "details"
  | "decals"
  | "ropes"
  | "sprites"
  | "beams"
  | "shadows"
  | "sky"
  | "emitters"
  | "particles";

export interface MaterialSet {
  readonly count: number;
  /** Name in the map or model: lower case, without `materials/` and `.vmt`. */
  readonly name: readonly string[];
  /** Row of `MATERIAL_FAMILIES`. */
  readonly family: Uint8Array;
  /** `PASS_*`. */
  readonly pass: Uint8Array;
  /** `MATERIAL_*`. */
  readonly flags: Uint32Array;
  /** 3 a material, linear: multiplies the base texture. */
  readonly tint: Float32Array;
  readonly alpha: Float32Array;
  /** Alpha below which the alpha-test pass discards a texel. */
  readonly alphaTestReference: Float32Array;
  /** 3 a material, linear: placeholder colour while the base texture loads or if it is missing. */
  readonly fallbackColor: Float32Array;
  /**
   * Pattern in place of a missing base texture: see `families/missing.ts`. Not used in sorted
   * passes.
   */
  readonly standIn: Uint32Array;
  /** `MATERIAL_PARAMS`: `PARAM_NUMBERS` a material. */
  readonly params: Float32Array;
  /** Change of each parameter a second. Shaders add the fractional part only. */
  readonly paramRates: Float32Array;
  /** Animations of materials other than `paramRates`; `null` if there are none. */
  readonly motion: MaterialMotion | null;
  /** Row of `textures` for each of `TEXTURE_ROLES`, `ROLE_COUNT` a material; −1 if none. */
  readonly roleTexture: Int32Array;
  readonly textures: TextureTable;
}

/** Textures of one dimension, size, format and mip count share an array texture. */
export interface TextureArray {
  readonly dimension: TextureDimension;
  readonly format: GpuImageFormat;
  readonly width: number;
  readonly height: number;
  readonly mipCount: number;
  /** Number of layers or cubes: one for each frame of each texture. */
  readonly layerCount: number;
}

export interface TextureTable {
  readonly count: number;
  /** Content path of each. */
  readonly name: readonly string[];
  /** Row of `arrays`. */
  readonly array: Uint16Array;
  /** Layer of the first frame; the other frames follow it. */
  readonly layer: Uint16Array;
  readonly frames: Uint16Array;
  /** `TEXTURE_CLAMP_*` bits. */
  readonly clamp: Uint8Array;
  readonly arrays: readonly TextureArray[];
}

export const TEXTURE_CLAMP_S = 1;
export const TEXTURE_CLAMP_T = 2;

/**
 * The six sides of a 2D skybox, in `SKY_SIDES` order; `null` for a side that is missing, or not yet
 * there.
 */
export interface Sky {
  readonly name: string;
  readonly sides: readonly (GpuImage | null)[];
  /** `SKY_TRANSFORM_NUMBERS` a side: two rows that (s, t, 1) of the side is multiplied by. */
  readonly transform: Float32Array;
  /** 3 a side, linear: multiplies the picture. */
  readonly tint: Float32Array;
  /** True if LDR and HDR light have different skies. */
  readonly isOfLight: boolean;
}

export const SKY_TRANSFORM_NUMBERS = 6;

/** Suffixes of the sky's materials: right, left, back, front, up, down. */
export const SKY_SIDES = ["rt", "lf", "bk", "ft", "up", "dn"] as const;
