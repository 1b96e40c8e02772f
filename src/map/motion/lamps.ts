/**
 * Lights that are added to the baked light: textures that lamps project. A simulation, the map's
 * entities and a viewer's flashlight write the same rows.
 */

/** Bits of `LAMP.flags`. */
export const LAMP_ON = 1;
/** Surfaces in the light cast shadows. */
export const LAMP_SHADOWS = 2;
/** Lights the world and brush entities; models are always lit. */
export const LAMP_WORLD = 4;

/** State of all lamps of a map at a moment. */
export interface LampRows {
  /** Increases with every change of the fields below. */
  readonly version: number;
  readonly count: number;
  /** `LAMP.strideFloats` numbers a lamp. */
  readonly rows: Float32Array;
  /** Texture of each lamp, named as in `LampSet.names`. */
  readonly textures: readonly string[];
}

/** Lamps of a map as it starts, with the textures that they may ever show. */
export interface LampSet {
  readonly start: LampRows;
  /** Row of the entity lump of each lamp, ascending. */
  readonly entity: Int32Array;
  /** Names of the textures: lower case, without `materials/` and `.vtf`; `@N` is frame N. */
  readonly names: readonly string[];
  /**
   * Texels of each texture: RGBA, sRGB, all mips, largest first. An empty array stands for a soft
   * round spot.
   */
  readonly texels: readonly Uint8Array[];
}
