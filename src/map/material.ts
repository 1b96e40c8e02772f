/** Materials and their textures as columns. */

import type { GpuImage, GpuImageFormat, TextureDimension } from "../core/image.ts";
import type { MaterialMotion } from "./motion/material-motion.ts";

/** What pass draws a material. */
export const PASS_NONE = 0;
export const PASS_OPAQUE = 1;
export const PASS_ALPHA_TEST = 2;
/** Blended over what is behind: sorted back to front. */
export const PASS_TRANSLUCENT = 3;
/** Added to what is behind: sorted back to front. */
export const PASS_ADDITIVE = 4;
/** Multiplies what is behind: sorted back to front. */
export const PASS_MODULATE = 5;
/** Shows what is behind it, bent: drawn after all else that hides, with depth writes, before what blends. */
export const PASS_REFRACTING = 6;

export const MATERIAL_NO_CULL = 1;
/** Not lit: the texture as it is. */
export const MATERIAL_UNLIT = 2;
/** The base texture's alpha says how much of it glows by itself. */
export const MATERIAL_SELF_ILLUM = 4;
/** The material or its base texture is missing: drawn in `fallbackColor`. */
export const MATERIAL_MISSING = 8;
/** The base texture's alpha says nothing of how much the surface covers. */
export const MATERIAL_ALPHA_MASK = 32;
/** Its base textures lie elsewhere than its vertices say: by `PARAM_BASE_S` and `PARAM_BASE_T`. */
export const MATERIAL_TRANSFORMED = 64;
/** Where the base texture is opaque nothing is mirrored. */
export const MATERIAL_ENV_MASK = 128;
/** How much is mirrored is the normal map's alpha. */
export const MATERIAL_BUMP_MASK = 256;
/** The normal map says how much light it gets of each direction of the bump basis. */
export const MATERIAL_SSBUMP = 512;
/** How much is mirrored is a texture of its own. */
export const MATERIAL_TEXTURE_MASK = 1024;
/** What it mirrors is the inside of a box: `PARAM_ENV_BOX_X` and after it. */
export const MATERIAL_BOX_MIRROR = 1 << 14;
/** Lamps light it by its vertices, though its family is lit by fragments. */
export const MATERIAL_VERTEX_LIT = 1 << 18;
/** Lamps wrap around it: `$halflambert`. */
export const MATERIAL_HALF_LAMBERT = 1 << 19;
/** What modulates does so by twice its texture: grey changes nothing. */
export const MATERIAL_MOD2X = 1 << 20;
/** Fog does not hide it. */
export const MATERIAL_NO_FOG = 1 << 21;
/** Of what refracts: it shows what is behind it; without, water is as opaque as the engine's cheapest. */
export const MATERIAL_SEE_THROUGH = 1 << 24;
/** What is behind it is blurred. */
export const MATERIAL_BLURRED = 1 << 25;
/** Its effect fades where the surface turns away. */
export const MATERIAL_RIM_FADES = 1 << 26;
/** Of water: three sheets of waves, two of which scroll by themselves. */
export const MATERIAL_SHEETS = 1 << 27;
/** Of what sways: it hangs, and does so below where it is held. */
export const MATERIAL_HANGS = MATERIAL_SHEETS;
/** Of water: seen from below. */
export const MATERIAL_FROM_BELOW = 1 << 28;
/** Of water: mirrors as much head on as at its rim. */
export const MATERIAL_NO_FRESNEL = 1 << 30;

/** Which material set a texture belongs to: each kind of geometry has its own. */
export type TextureOwner =
  | "world"
  | "props"
  | "details"
  | "decals"
  | "ropes"
  | "sprites"
  | "beams"
  | "shadows";

export interface MaterialSet {
  readonly count: number;
  /** As the map or model names it: lower case, no `materials/`, no `.vmt`. */
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
  /** Below this the texel is not drawn, in the alpha-test pass. */
  readonly alphaTestReference: Float32Array;
  /** 3 a material, linear: stands in for the base texture until it is there, or if it is missing. */
  readonly fallbackColor: Float32Array;
  /** What is drawn in place of a missing base texture: see `families/missing.ts`. Not for what is drawn in order. */
  readonly standIn: Uint32Array;
  /** `MATERIAL_PARAMS`: `PARAM_NUMBERS` a material. */
  readonly params: Float32Array;
  /** What a second adds to each of them, of which only the part after the point counts. */
  readonly paramRates: Float32Array;
  /** What else changes with time; null: nothing. */
  readonly motion: MaterialMotion | null;
  /** Row of `textures` for each of `TEXTURE_ROLES`, `ROLE_COUNT` a material; -1: none. */
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
  /** Frames of textures in it: layers, or cubes. */
  readonly layerCount: number;
}

export interface TextureTable {
  readonly count: number;
  /** Content path of each. */
  readonly name: readonly string[];
  /** Row of `arrays`. */
  readonly array: Uint16Array;
  /** The first, of those of its frames, which lie one after the other. */
  readonly layer: Uint16Array;
  readonly frames: Uint16Array;
  /** `TEXTURE_CLAMP_*` bits. */
  readonly clamp: Uint8Array;
  readonly arrays: readonly TextureArray[];
}

export const TEXTURE_CLAMP_S = 1;
export const TEXTURE_CLAMP_T = 2;

/** The six sides of a 2D skybox, in `SKY_SIDES` order; null where one is missing. */
export interface Sky {
  readonly name: string;
  readonly sides: readonly (GpuImage | null)[];
  /** `SKY_TRANSFORM_NUMBERS` a side: two rows, what (s, t, 1) of the side is multiplied with. */
  readonly transform: Float32Array;
  /** 3 a side, linear: multiplies the picture. */
  readonly tint: Float32Array;
  /** Whether it is another one under the map's other light. */
  readonly isOfLight: boolean;
}

export const SKY_TRANSFORM_NUMBERS = 6;

/** Suffixes of the sky's materials: right, left, back, front, up, down. */
export const SKY_SIDES = ["rt", "lf", "bk", "ft", "up", "dn"] as const;
