/**
 * Bounds of a draw set's refracting surfaces: few boxes, so that the CPU can test each frame
 * whether a view may see any. The picture behind them is only copied then.
 */

import { createBitSet, setBit } from "../../core/bit-set.ts";
import { isBoxInFrustum } from "../../math/frustum.ts";
import type { DrawEncoder } from "../draws/shading.ts";
import type { View } from "../views/view.ts";

/** Greatest number of boxes of a set. Materials beyond that share the last box. */
const MAX_BOXES = 32;

export interface RefractingBounds {
  readonly count: number;
  /** Six numbers per box: mins, maxs. */
  readonly box: Float32Array;
  /**
   * Bit set of the clusters that each box's surfaces are in, or `null` if they are visible from
   * everywhere, as brush models that move are.
   */
  readonly clusters: (Uint32Array | null)[];
}

export interface RefractingDraws {
  /** Bounds of all refracting surfaces of the set. */
  readonly bounds: RefractingBounds;
  /**
   * Encodes the draws of a phase. They are few, so they are encoded each frame instead of recorded:
   * what they read changes with the targets.
   */
  readonly encode: (pass: DrawEncoder, phase: number) => void;
}

/** Columns about the rows' places, like those of `Chunks`. */
interface Rows {
  readonly box: Float32Array;
  readonly clusters: Uint32Array;
  readonly firstCluster: Uint32Array;
  readonly clusterCount: Uint32Array;
}

/**
 * Returns a box per material, or `null` if there are no rows.
 * @param rows rows that refract
 */
export function boundRefracting(
  rows: Uint32Array,
  materialOf: (row: number) => number,
  { box: boxes, clusters: lists, firstCluster, clusterCount }: Rows,
): RefractingBounds | null {
  if (rows.length === 0) return null;
  let clusterEnd = 0;
  for (const row of rows) {
    for (let i = 0; i < clusterCount[row]; i++) {
      clusterEnd = Math.max(clusterEnd, lists[firstCluster[row] + i] + 1);
    }
  }
  const boxOf = new Map<number, number>();
  const box: number[] = [];
  const clusters: (Uint32Array | null)[] = [];
  for (const row of rows) {
    const material = materialOf(row);
    const place = boxOf.get(material) ?? Math.min(boxOf.size, MAX_BOXES - 1);
    boxOf.set(material, place);
    if (place === clusters.length) {
      for (let k = 0; k < 6; k++) box.push(boxes[row * 6 + k]);
      clusters.push(createBitSet(clusterEnd));
    }
    for (let k = 0; k < 3; k++) {
      box[place * 6 + k] = Math.min(box[place * 6 + k], boxes[row * 6 + k]);
      box[place * 6 + 3 + k] = Math.max(box[place * 6 + 3 + k], boxes[row * 6 + 3 + k]);
    }
    const bits = clusters[place];
    if (clusterCount[row] === 0) clusters[place] = null;
    else if (bits !== null) {
      for (let i = 0; i < clusterCount[row]; i++) setBit(bits, lists[firstCluster[row] + i]);
    }
  }
  return { count: clusters.length, box: Float32Array.from(box), clusters };
}

export function refractingDraws(
  bounds: RefractingBounds | null,
  encode: RefractingDraws["encode"],
): RefractingDraws | null {
  return bounds === null ? null : { bounds, encode };
}

/** Returns true if a view may see anything in the boxes. */
export function isInView(bounds: RefractingBounds, view: View): boolean {
  for (let i = 0; i < bounds.count; i++) if (isBoxInView(bounds, i, view)) return true;
  return false;
}

export function isBoxInView({ box, clusters }: RefractingBounds, i: number, view: View): boolean {
  if (!isBoxInFrustum(view.frustum, box, i * 6)) return false;
  const bits = clusters[i];
  return bits === null || view.visible === null || haveCommon(bits, view.visible);
}

function haveCommon(a: Uint32Array, b: Uint32Array): boolean {
  const words = Math.min(a.length, b.length);
  for (let word = 0; word < words; word++) if ((a[word] & b[word]) !== 0) return true;
  return false;
}
