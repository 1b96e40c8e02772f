/**
 * Shadows of animated models: geometry for drawing each silhouette into its square of one shared
 * picture.
 */

import type { PropMotion } from "./prop-motion.ts";

/** Byte offsets in a vertex of a shadow caster. */
export const CAST_VERTEX = {
  /** float32x3: model space, in the bind pose, inches. */
  position: 0,
  /** uint8x4: three bones of the model's palette. */
  boneIndex: 12,
  /** unorm16x4: their weights; w is 0. */
  boneWeight: 16,
  strideBytes: 24,
} as const;

/**
 * A row a caster: the instances that `motion` poses, in its order, with a palette that begins with
 * them.
 */
export interface MovingShadows {
  readonly motion: PropMotion;
  /**
   * Row of the set's textures: the shared picture, which at first shows all casters in their
   * initial pose.
   */
  readonly texture: number;
  /** `CAST_VERTEX.strideBytes` a vertex. */
  readonly vertices: Uint8Array;
  readonly indices: Uint32Array;
  /** Run of `indices` of each caster. */
  readonly firstIndex: Uint32Array;
  readonly indexCount: Uint32Array;
  /** 3 a caster, texels: left edge, top edge and size of its square. */
  readonly cell: Uint16Array;
  /**
   * 8 a caster: dot products of (x, y, z, 1) with the first and last four give the position across
   * and down its square, 0 to 1.
   */
  readonly cellFromModel: Float32Array;
  /** First of the set's chunks that the caster's shadow lies on. */
  readonly chunk: Uint32Array;
}

/** Empty texels around a silhouette in its square, so that filtering reads no neighbour. */
export const CELL_GUTTER = 1;
