/**
 * The culling reference: what is drawn is what lies in a visible cluster and in the frustum.
 * The GPU's culling is held to this, box for box.
 */

import { isBoxInFrustum } from "../math/frustum.ts";

/** Boxes with the clusters they lie in: chunks, prop instances. */
export interface Cullable {
  readonly count: number;
  /** 6 a row: mins, maxs. */
  readonly box: Float32Array;
  /** Run of `clusters`; an empty one is seen from everywhere. */
  readonly firstCluster: Uint32Array;
  readonly clusterCount: Uint32Array;
  readonly clusters: Uint32Array;
}

/** Some rows of a set, as a set of their own. */
export function pickRows(set: Cullable, rows: Uint32Array): Cullable {
  const box = new Float32Array(rows.length * 6);
  rows.forEach((row, i) => {
    box.set(set.box.subarray(row * 6, row * 6 + 6), i * 6);
  });
  return {
    count: rows.length,
    box,
    firstCluster: rows.map((row) => set.firstCluster[row]),
    clusterCount: rows.map((row) => set.clusterCount[row]),
    clusters: set.clusters,
  };
}

/** Whether a row lies in any visible cluster, or in none and is seen from everywhere. */
export function isAnyClusterVisible(
  set: Omit<Cullable, "box">,
  row: number,
  visible: Uint32Array,
): boolean {
  const first = set.firstCluster[row];
  const end = first + set.clusterCount[row];
  if (first === end) return true;
  for (let i = first; i < end; i++) {
    const cluster = set.clusters[i];
    if ((visible[cluster >>> 5] & (1 << (cluster & 31))) !== 0) return true;
  }
  return false;
}

/**
 * Writes the rows that may be seen, in order, and returns how many.
 * @param visible bit set of visible clusters; null: all are
 * @param frustum planes of `writeFrustum`; null: everything is inside
 * @param out at least `set.count` long
 */
export function cullBoxes(
  set: Cullable,
  visible: Uint32Array | null,
  frustum: Float32Array | null,
  out: Uint32Array,
): number {
  let count = 0;
  for (let row = 0; row < set.count; row++) {
    if (visible !== null && !isAnyClusterVisible(set, row, visible)) continue;
    if (frustum !== null && !isBoxInFrustum(frustum, set.box, row * 6)) continue;
    out[count++] = row;
  }
  return count;
}
