/** Where vertices hold what MultiBlend reads. It takes no lightmap, so these fields have no other use there. */

import { WORLD_VERTEX } from "../world.ts";

/** Byte offsets in a world vertex. */
export const MULTIBLEND_VERTEX = {
  /** float32x2: second and third colour, a number each: r + g 256 + b 65536. */
  colors: WORLD_VERTEX.lightmapCoord,
  /** uint8x4: first colour; red of the fourth. */
  firstColor: WORLD_VERTEX.styles,
  /** unorm8x4: weights of the first three textures; green of the fourth colour. */
  weights: WORLD_VERTEX.blend,
  /** snorm8x4: alphas of the first three textures; blue of the fourth colour. 0..1 is -127..127. */
  alphas: WORLD_VERTEX.tangent,
  /** snorm8: 127 if the vertex has colours; else the first texture covers it. */
  isColored: WORLD_VERTEX.normal + 3,
} as const;
