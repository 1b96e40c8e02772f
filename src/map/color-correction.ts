/**
 * Colour correction: lookup tables for the picture's colours, and the places that each applies to.
 */

/** Texels along each edge of a lookup table. */
export const LOOKUP_EDGE = 32;

/** Bytes of a table: RGBA, red fastest, then green, then blue. */
export const LOOKUP_BYTES = LOOKUP_EDGE ** 3 * 4;

/** Kinds of places: a sphere around a point, or a box. */
export const CORRECTION_SPHERE = 0;
export const CORRECTION_BOX = 1;

export interface ColorCorrections {
  /** Number of places, in the map's order. */
  readonly count: number;
  /** Row of the entity lump. */
  readonly entity: Int32Array;
  readonly kind: Uint8Array;
  /** Row of the lookup table. */
  readonly lookup: Uint8Array;
  /** Weight at full strength, 0 to 1; 0 for entities that are off. A simulation changes it. */
  readonly weight: Float32Array;
  /** 6 a row, inches: the point and the distances between which the weight fades, or the box. */
  readonly bounds: Float32Array;
  readonly lookupCount: number;
  /** Lookup tables from displayed colour to corrected colour, `LOOKUP_BYTES` each. */
  readonly texels: Uint8Array;
}
