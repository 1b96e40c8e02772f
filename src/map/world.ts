/**
 * The world's triangles: one vertex buffer, one index buffer, and the chunks that index it.
 *
 * Everything in `map/` is plain columns in typed arrays: `scene/` builds them in a worker, they are
 * transferred, `visibility/` tests them and `render/` uploads them as they are. World space is
 * Source's own: inches, Z up.
 */

import { assert } from "../core/errors.ts";

/**
 * Byte offsets in a world vertex. The vertex layout of the pipelines is made from this table. What takes no lightmap may
 * say something else in place of it: see `MULTIBLEND_VERTEX`.
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
   * unorm8x4: x is a displacement's blend between two textures; yzw, between four, are how much of the second, the
   * third and the fourth lies on those before.
   */
  blend: 36,
  /** uint32: see `packSurface`. */
  surface: 40,
  /** uint8x4: light styles of the face's blocks, `NO_STYLE` where there is none. */
  styles: 44,
  strideBytes: 48,
} as const;

export const NO_STYLE = 255;

/**
 * Bits of a vertex's surface word. Material 0-15, block width 16-24, page 25-29, then flags. The widest
 * lightmap that a map's reader lets by has 511 luxels.
 */
export const SURFACE = {
  materialBits: 16,
  blockWidthShift: 16,
  pageShift: 25,
  pageBits: 5,
  /** The face is drawn by its lightmap blocks. A face with a block width and without it has black blocks alone. */
  lit: 1 << 30,
  /** Each style has four blocks: flat, then one for each bump basis vector. */
  bumped: 1 << 31,
} as const;

const MAX_BLOCK_WIDTH = 2 ** (SURFACE.pageShift - SURFACE.blockWidthShift) - 1;

/** Packs what a whole face has in common. `blockWidth` is luxels from one block to the next, 0 without blocks. */
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

/** Triangles of a chunk at most: a mask of them is one word. */
export const MAX_CHUNK_TRIANGLES = 32;

/**
 * Runs of triangles of one material that are seen together: the faces of one material with one set
 * of leaves, or a block of a displacement, or the faces of one material of a brush entity's model;
 * at most `MAX_CHUNK_TRIANGLES` of them. Sorted by material, then first cluster.
 */
export interface Chunks {
  readonly count: number;
  readonly material: Uint16Array;
  /** `CHUNK_*`. */
  readonly kind: Uint8Array;
  readonly firstIndex: Uint32Array;
  readonly indexCount: Uint32Array;
  /** 6 a chunk: mins, maxs. */
  readonly box: Float32Array;
  /** Run of `clusters`: the chunk may be seen if any of them is. Empty: seen from everywhere. */
  readonly firstCluster: Uint32Array;
  readonly clusterCount: Uint32Array;
  readonly clusters: Uint32Array;
  /** A leaf it lies in, for back-to-front order. */
  readonly leaf: Uint32Array;
}
