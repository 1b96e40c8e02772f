/**
 * Decals: pictures on the map's surfaces, clipped to them. Both overlays from the map's compiler
 * and decal entities.
 */

import type { MaterialSet } from "./material.ts";
import type { MovingShadows } from "./motion/moving-shadows.ts";
import { type Chunks, WORLD_VERTEX } from "./world.ts";

/** Byte offsets in a decal vertex: the world's, followed by its fade distances. */
export const DECAL_VERTEX = {
  world: WORLD_VERTEX,
  /** float32x3: point that the fade distance is measured from, inches. */
  fadeOrigin: WORLD_VERTEX.strideBytes,
  /** float32x2: squared distances where the fade begins and ends, square inches; 0 for no fade. */
  fadeRange: WORLD_VERTEX.strideBytes + 12,
  strideBytes: WORLD_VERTEX.strideBytes + 20,
} as const;

export interface DecalSet {
  /** Number of decals with at least one triangle. */
  readonly decalCount: number;
  readonly vertexCount: number;
  /**
   * `DECAL_VERTEX.strideBytes` a vertex, without lighting: that is taken from the surface below and
   * changes with the side (LDR or HDR).
   */
  readonly vertices: Uint8Array;
  /** 3 a vertex: the world vertices, all of one surface, that the decal vertex lies between. */
  readonly corners: Uint32Array;
  /** 2 a vertex: weights of the second and third of `corners`. The first has the remainder. */
  readonly weights: Float32Array;
  /** Triangle lists, counter-clockwise seen from the front. */
  readonly indices: Uint32Array;
  /** At least one a decal, in drawing order. */
  readonly chunks: Chunks;
  /** Value of each chunk, ascending: chunks with a higher value are drawn after all lower ones. */
  readonly chunkOrder: Uint8Array;
  readonly materials: MaterialSet;
  /**
   * Shadows only, 8 a chunk: s and t of two opposite corners of its picture, and the same of the
   * blob shadow that may replace it. Undefined for other decals.
   */
  readonly squares?: Float32Array;
  /** Shadows only: shadows of animated models. Undefined or `null` without any. */
  readonly moving?: MovingShadows | null;
}
