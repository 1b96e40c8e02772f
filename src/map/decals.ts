/**
 * Decals: pictures that lie on the map's surfaces, clipped to them. Overlays of the map's compiler and the
 * decals of entities alike.
 */

import type { MaterialSet } from "./material.ts";
import type { MovingShadows } from "./motion/moving-shadows.ts";
import { type Chunks, WORLD_VERTEX } from "./world.ts";

/** Byte offsets in a vertex of a decal: those of the world's, and behind them how it fades. */
export const DECAL_VERTEX = {
  world: WORLD_VERTEX,
  /** float32x3: from where its distance is measured, inches. */
  fadeOrigin: WORLD_VERTEX.strideBytes,
  /** float32x2: squared inches at which it begins to fade and at which it is gone; 0 there: never. */
  fadeRange: WORLD_VERTEX.strideBytes + 12,
  strideBytes: WORLD_VERTEX.strideBytes + 20,
} as const;

export interface DecalSet {
  /** Decals of which anything is drawn. */
  readonly decalCount: number;
  readonly vertexCount: number;
  /**
   * `DECAL_VERTEX.strideBytes` a vertex, without what lights it: that is of the surface that it lies on, and
   * changes with the map's light.
   */
  readonly vertices: Uint8Array;
  /** 3 a vertex: vertices of the world's mesh, of one surface, between which it lies. */
  readonly corners: Uint32Array;
  /** 2 a vertex: how much it has of the second and the third; of the first it has the rest. */
  readonly weights: Float32Array;
  /** Triangle lists, counter-clockwise seen from the front. */
  readonly indices: Uint32Array;
  /** At least one a decal, in the order in which they are drawn. */
  readonly chunks: Chunks;
  /** A value a chunk, rising: what has a higher one is drawn after all of the lower. */
  readonly chunkOrder: Uint8Array;
  readonly materials: MaterialSet;
  /**
   * Of shadows, 8 a chunk: s and t of one corner of its picture and of the other, and of the blob that may be shown
   * instead. Left out: there are none.
   */
  readonly squares?: Float32Array;
  /** Of shadows: those whose pictures change with time; left out, or null: none do. */
  readonly moving?: MovingShadows | null;
}
