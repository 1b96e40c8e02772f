/** Detail sprites: the grass that the map's compiler has scattered over the ground, as plain quads. */

import type { MaterialSet } from "./material.ts";
import type { Chunks } from "./world.ts";

/** Byte offsets in a vertex of a detail sprite. */
export const DETAIL_VERTEX = {
  /** float32x3: where the sprite stands, inches. */
  origin: 0,
  /** float32x3: from there to this corner; of a turned one right, 0, up. */
  offset: 12,
  /** float32x2. */
  texCoord: 24,
  /** float32x3: linear, 1 is fully lit; the same at all corners. */
  light: 32,
  /** float32: 1 where the sprite is turned to the camera about the vertical axis, else 0. */
  turned: 44,
  strideBytes: 48,
} as const;

export interface DetailSet {
  readonly quadCount: number;
  /** 4 vertices a quad. */
  readonly vertices: Float32Array;
  /** 6 a quad. */
  readonly indices: Uint32Array;
  /** Runs of quads of one leaf, of material 0. */
  readonly chunks: Chunks;
  /** One, which has holes and no back. */
  readonly materials: MaterialSet;
}
