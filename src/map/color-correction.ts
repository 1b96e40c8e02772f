/** What of a map's colours is replaced by others, and where. */

/** Texels along each edge of a lookup table. */
export const LOOKUP_EDGE = 32;

/** Bytes of a table: RGBA, red fastest, then green, then blue. */
export const LOOKUP_BYTES = LOOKUP_EDGE ** 3 * 4;

/** Of a place's kinds: around a point, or in a box. */
export const CORRECTION_SPHERE = 0;
export const CORRECTION_BOX = 1;

export interface ColorCorrections {
  /** How many places have one, in the map's order. */
  readonly count: number;
  readonly kind: Uint8Array;
  /** Which table. */
  readonly lookup: Uint8Array;
  /** 0 to 1, where it counts most. */
  readonly weight: Float32Array;
  /** Six a row, inches: the point and between which distances from it it fades; or the box. */
  readonly bounds: Float32Array;
  readonly lookupCount: number;
  /** Of all tables: what a colour as it is on the screen becomes. */
  readonly texels: Uint8Array;
}
