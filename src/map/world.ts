/**
 * The world's triangles: one vertex buffer, one index buffer, and the chunks that index it.
 *
 * Everything in `map/` is plain columns in typed arrays. `scene/` builds them in a worker and
 * transfers them, `visibility/` tests them and `render/` uploads them unchanged. World space is
 * Source's: inches, Z up.
 */

import { assert } from "../core/errors.ts";

/**
 * Byte offsets in a world vertex. The pipelines' vertex layout is built from this table. Surfaces
 * without a lightmap may reuse its fields: see `MULTIBLEND_VERTEX`.
 */
export const WORLD_VERTEX = {
  /** float32x3: inches. */
  position: 0,
  /** float32x2: repeats of the base texture. */
  texCoord: 12,
  /** float32x2: texels of the lightmap page, of the face's first block (style 0, flat). */
  lightmapCoord: 20,
  /** snorm8x4: xyz. */
  normal: 28,
  /** snorm8x4: direction of increasing s; w is the sign of the binormal. */
  tangent: 32,
  /**
   * unorm8x4: x is a displacement's blend between two textures. yzw are for four textures: coverage
   * of the second, third and fourth over the ones before.
   */
  blend: 36,
  /** uint32: see `packSurface`. */
  surface: 40,
  /** uint8x4: light styles of the face's blocks, padded with `NO_STYLE`. */
  styles: 44,
  strideBytes: 48,
} as const;

/** Number of light styles; the last one is `NO_STYLE`. */
export const STYLE_COUNT = 256;
export const NO_STYLE = 255;

/**
 * Bits of a vertex's surface word: material 0-15, block width 16-24, page 25-29, then flags. Map
 * readers reject lightmaps wider than 511 luxels.
 */
export const SURFACE = {
  materialBits: 16,
  blockWidthShift: 16,
  pageShift: 25,
  pageBits: 5,
  /**
   * The face is drawn with its lightmap blocks. A face with a block width but without this bit has
   * only black blocks.
   */
  lit: 1 << 30,
  /** Each style has four blocks: flat, then one for each bump basis vector. */
  bumped: 1 << 31,
} as const;

const MAX_BLOCK_WIDTH = 2 ** (SURFACE.pageShift - SURFACE.blockWidthShift) - 1;

/**
 * Packs properties shared by a whole face. `blockWidth` is the luxels from one block to the next, 0
 * without blocks.
 */
export function packSurface(
  material: number,
  blockWidth: number,
  page: number,
  lit: boolean,
  bumped: boolean,
): number {
  assert(blockWidth <= MAX_BLOCK_WIDTH && page < 2 ** SURFACE.pageBits, "a surface fits its word");
  return (
    (material |
      (blockWidth << SURFACE.blockWidthShift) |
      (page << SURFACE.pageShift) |
      (lit ? SURFACE.lit : 0) |
      (bumped ? SURFACE.bumped : 0)) >>>
    0
  );
}

export interface WorldMesh {
  readonly vertexCount: number;
  /** `vertexCount * WORLD_VERTEX.strideBytes` bytes. */
  readonly vertices: Uint8Array;
  /** Triangle lists, counter-clockwise seen from the front. */
  readonly indices: Uint32Array;
}

export const CHUNK_FACE = 0;
export const CHUNK_DISPLACEMENT = 1;
export const CHUNK_BRUSH_MODEL = 2;
/** A brush model that is not drawn. */
export const CHUNK_HIDDEN = 3;

/** Maximum number of triangles of a chunk, so that a mask of them fits one word. */
export const MAX_CHUNK_TRIANGLES = 32;

/**
 * Runs of triangles of one material that are visible together: the faces of one material with the
 * same set of leafs, a block of a displacement, or the faces of one material of a brush entity's
 * model. At most `MAX_CHUNK_TRIANGLES` each. Sorted by material, then first cluster.
 */
export interface Chunks {
  /**
   * Number of chunks. The columns go on with those of models that are hidden at the start, which
   * count from when a simulation moves or shows models.
   */
  readonly count: number;
  readonly material: Uint16Array;
  /** `CHUNK_*`. */
  readonly kind: Uint8Array;
  readonly firstIndex: Uint32Array;
  readonly indexCount: Uint32Array;
  /** 6 a chunk: mins, maxs. */
  readonly box: Float32Array;
  /**
   * Run of `clusters`: the chunk is potentially visible if any of them is. Empty if visible from
   * everywhere.
   */
  readonly firstCluster: Uint32Array;
  readonly clusterCount: Uint32Array;
  readonly clusters: Uint32Array;
  /** One leaf that contains it, for back-to-front order. */
  readonly leaf: Uint32Array;
}
