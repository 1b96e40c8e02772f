/**
 * Which pipeline draws a surface, as a number of 32 bits: a material gives the lower part, a draw source adds the upper.
 * Draws are sorted by it, and kinds are above families: opaque surfaces are drawn before cut-out ones, and hide some of
 * them.
 */

import { assert } from "../../core/errors.ts";
import { MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { SHARED_ROLE_COUNT } from "../../map/texture-roles.ts";

/** Hides what lies behind it; drawn in any order. */
export const KIND_OPAQUE = 0;
/** With holes, or two-sided: fragments may be discarded. */
export const KIND_CUTOUT = 1;
/** Translucent and additive, back to front. */
export const KIND_TRANSLUCENT = 2;
/** As opaque, for props that fade with distance. */
export const KIND_FADING = 3;
/** Multiplies what is behind, back to front among translucent surfaces. */
export const KIND_MODULATE = 4;
/** Reads what was drawn behind it: the last kind that is drawn in any order. */
export const KIND_REFRACTING = 5;

/** Forms: how vertices come to the shader. */
export const FORM_WORLD = 0;
export const FORM_PROPS = 1;
/** Props whose vertices the shader pulls itself. */
export const FORM_PULLED_PROPS = 2;
export const FORM_DETAILS = 3;
/** Corners that the shader makes from rows. */
export const FORM_SPRITES = 4;
/** The world's vertices, of decals: drawn over surfaces, and fading with distance. */
export const FORM_DECALS = 5;
/** Sides of a rope, that the shader makes from its points. */
export const FORM_ROPES = 6;
/** Sides of a beam, that the shader makes from its ends. */
export const FORM_BEAMS = 7;

interface KeyField {
  readonly shift: number;
  readonly bits: number;
}

/** Lowest first; nothing overlaps, and all of it fits. */
export const KEY_FIELDS = {
  /** Texture slots that the shader chooses from; 0: a texture a role. */
  slots: { shift: 0, bits: 4 },
  family: { shift: 4, bits: 8 },
  /**
   * A bit for each shared role above the plain level that it reads, which choose its shader's level; 0 of rare families,
   * but the pattern of patterned ones.
   */
  roles: { shift: 12, bits: SHARED_ROLE_COUNT },
  kind: { shift: 21, bits: 4 },
  form: { shift: 25, bits: 4 },
  /** Samples a pixel, as a power of two. */
  samples: { shift: 29, bits: 3 },
} as const satisfies Record<string, KeyField>;

/** In a key's `family`: all families, each material by its own. */
export const KEY_ANY_FAMILY = 2 ** KEY_FIELDS.family.bits - 1;

/** Returns the name of a family, given by a key's `family`. */
export function familyName(family: number): string {
  return family === KEY_ANY_FAMILY ? "any" : MATERIAL_FAMILIES[family].name;
}

export type KeyParts = Record<keyof typeof KEY_FIELDS, number>;

/** Packs parts; a part that is left out is 0, to be added later. */
export function pipelineKey(parts: Partial<KeyParts>): number {
  let key = 0;
  for (const name of Object.keys(parts) as (keyof KeyParts)[]) {
    const value = parts[name] ?? 0;
    const { shift, bits } = KEY_FIELDS[name];
    assert(value >= 0 && value < 2 ** bits, `${name} ${value} of a pipeline`);
    key += value * 2 ** shift;
  }
  return key;
}

export function keyPart(key: number, name: keyof KeyParts): number {
  const { shift, bits } = KEY_FIELDS[name];
  return (key >>> shift) & (2 ** bits - 1);
}

/** Replaces a part of a key. Runs in frames, so it allocates nothing. */
export function withKeyPart(key: number, name: keyof KeyParts, value: number): number {
  const { shift, bits } = KEY_FIELDS[name];
  assert(value >= 0 && value < 2 ** bits, "a part of a pipeline's key");
  return ((key & ~((2 ** bits - 1) << shift)) | (value << shift)) >>> 0;
}

/**
 * Returns the key of a prop's draw.
 * @param key of its material
 * @param isFading whether any of the draw's instances fades with distance
 */
export function propDrawKey(key: number, isFading: boolean): number {
  // The other kinds may discard fragments anyway, and always fade.
  const isOpaque = keyPart(key, "kind") === KIND_OPAQUE;
  return isFading && isOpaque ? withKeyPart(key, "kind", KIND_FADING) : key;
}
