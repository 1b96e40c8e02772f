/** Shadows of models that play a sequence: what their silhouettes are drawn of anew, each into a square of one picture. */

import type { PropMotion } from "./prop-motion.ts";

/** Byte offsets in a vertex of what casts a shadow. */
export const CAST_VERTEX = {
  /** float32x3: model space, in the bind pose, inches. */
  position: 0,
  /** uint8x4: three bones of the model's palette. */
  boneIndex: 12,
  /** unorm16x4: their weights; w is 0. */
  boneWeight: 16,
  strideBytes: 24,
} as const;

/** A row a caster: the instances that `motion` poses, in its order, in a palette that begins with them. */
export interface MovingShadows {
  readonly motion: PropMotion;
  /** Row of the set's textures: the picture, which is there as all of them stand at first. */
  readonly texture: number;
  /** `CAST_VERTEX.strideBytes` a vertex. */
  readonly vertices: Uint8Array;
  readonly indices: Uint32Array;
  /** Of `indices`: what of a model casts its shadow. */
  readonly firstIndex: Uint32Array;
  readonly indexCount: Uint32Array;
  /** 3 a caster, texels: left and top edge of its square, and how wide and high that is. */
  readonly cell: Uint16Array;
  /** 8 a caster: a vertex lies at (x, y, z, 1) . 4 of these across its square, and . 4 down, 0 to 1. */
  readonly cellFromModel: Float32Array;
  /** Of the set's chunks: the first that its shadow is seen on. */
  readonly chunk: Uint32Array;
}

/** Texels around a silhouette in its square that stay empty, so that no neighbour's is read with it. */
export const CELL_GUTTER = 1;
