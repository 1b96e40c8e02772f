/**
 * Key of a surface's pipeline, a number of 32 bits. The material gives the lower part, the draw
 * source adds the upper. Draws are sorted by key. The kind is above the family, so opaque surfaces
 * are drawn before cut-out ones and can hide them.
 */

import { assert } from "../../core/errors.ts";
import { hasTrait, MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { SHARED_ROLE_COUNT } from "../../map/texture-roles.ts";

/** Opaque surfaces, drawn in any order. */
export const KIND_OPAQUE = 0;
/** Alpha-tested or two-sided surfaces, whose fragments may be discarded. */
export const KIND_CUTOUT = 1;
/** Translucent and additive surfaces, drawn back to front. */
export const KIND_TRANSLUCENT = 2;
/** Opaque props that fade with distance. */
export const KIND_FADING = 3;
/** Surfaces that multiply the picture behind them, drawn back to front with translucent ones. */
export const KIND_MODULATE = 4;
/** Surfaces that read the picture behind them, drawn last among the kinds without an order. */
export const KIND_REFRACTING = 5;

/** Vertex forms: how the shader gets its vertices. */
export const FORM_WORLD = 0;
export const FORM_PROPS = 1;
/** Props whose vertices are pulled by the shader. */
export const FORM_PULLED_PROPS = 2;
export const FORM_DETAILS = 3;
/** Corners that the shader builds from sprite rows. */
export const FORM_SPRITES = 4;
/** World vertices of decals, which are drawn over surfaces and fade with distance. */
export const FORM_DECALS = 5;
/** Sides of a rope, which the shader builds from its points. */
export const FORM_ROPES = 6;
/** Sides of a beam, which the shader builds from its ends. */
export const FORM_BEAMS = 7;
/** Corners of particles, which the shader evaluates from emitters. */
export const FORM_EMITTERS = 8;
/** Corners of particles whose rows the CPU writes. */
export const FORM_PARTICLES = 9;

interface KeyField {
  readonly shift: number;
  readonly bits: number;
}

/** Bit fields of a key, lowest first, without overlap. */
export const KEY_FIELDS = {
  /** Number of texture slots that the shader chooses from, or 0 if each role has a binding. */
  slots: { shift: 0, bits: 4 },
  family: { shift: 4, bits: 8 },
  /**
   * A bit for each shared role above the plain level that is read; they determine the shader's
   * level. 0 for rare families, or 1 for the tufts of patterned ones.
   */
  roles: { shift: 12, bits: SHARED_ROLE_COUNT },
  kind: { shift: 21, bits: 4 },
  form: { shift: 25, bits: 4 },
  /** Samples per pixel, as a power of two. */
  samples: { shift: 29, bits: 3 },
} as const satisfies Record<string, KeyField>;

/** Value of `family` for the shader of all families, which chooses by material. */
export const KEY_ANY_FAMILY = 2 ** KEY_FIELDS.family.bits - 1;

/** Returns the name of a family, given by a key's `family`. */
export function familyName(family: number): string {
  return family === KEY_ANY_FAMILY ? "any" : MATERIAL_FAMILIES[family].name;
}

export type KeyParts = Record<keyof typeof KEY_FIELDS, number>;

/** Packs a key. Missing parts are 0 and can be added later. */
export function pipelineKey(parts: Partial<KeyParts>): number {
  let key = 0;
  for (const name of Object.keys(parts) as (keyof KeyParts)[]) {
    const value = parts[name] ?? 0;
    const { shift, bits } = KEY_FIELDS[name];
    assert(value >= 0 && value < 2 ** bits, `pipeline key part ${name} is out of range: ${value}`);
    key += value * 2 ** shift;
  }
  return key;
}

export function keyPart(key: number, name: keyof KeyParts): number {
  const { shift, bits } = KEY_FIELDS[name];
  return (key >>> shift) & (2 ** bits - 1);
}

/** Replaces a part of a key. Runs each frame, so it does not allocate. */
export function withKeyPart(key: number, name: keyof KeyParts, value: number): number {
  const { shift, bits } = KEY_FIELDS[name];
  assert(value >= 0 && value < 2 ** bits, "a pipeline key part is out of range");
  return ((key & ~((2 ** bits - 1) << shift)) | (value << shift)) >>> 0;
}

/** Returns true if back-to-front draws with the key read the depth behind them. */
export function isSoftKey(key: number): boolean {
  return keyPart(key, "kind") === KIND_TRANSLUCENT && hasTrait(keyPart(key, "family"), "soft");
}

/**
 * Returns the key of a prop's draw.
 * @param key key of its material
 * @param isFading whether any of the draw's instances fades with distance
 */
export function propDrawKey(key: number, isFading: boolean): number {
  // All other kinds may discard fragments anyway and include fading.
  const isOpaque = keyPart(key, "kind") === KIND_OPAQUE;
  return isFading && isOpaque ? withKeyPart(key, "kind", KIND_FADING) : key;
}
