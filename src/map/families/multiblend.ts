/**
 * Vertex fields that MultiBlend reads. Its surfaces have no lightmap, so the lightmap fields are
 * free.
 */

import { WORLD_VERTEX } from "../world.ts";

/** Byte offsets in a world vertex. */
export const MULTIBLEND_VERTEX = {
  /** float32x2: second and third colour, each as one number: r + g 256 + b 65536. */
  colors: WORLD_VERTEX.lightmapCoord,
  /** uint8x4: first colour; w is red of the fourth. */
  firstColor: WORLD_VERTEX.styles,
  /** unorm8x4: weights of the first three textures; w is green of the fourth colour. */
  weights: WORLD_VERTEX.blend,
  /**
   * snorm8x4: alphas of the first three textures; w is blue of the fourth colour. −127..127 is
   * 0..1.
   */
  alphas: WORLD_VERTEX.tangent,
  /** snorm8: 127 if the vertex has colours; otherwise only the first texture is visible. */
  isColored: WORLD_VERTEX.normal + 3,
} as const;
