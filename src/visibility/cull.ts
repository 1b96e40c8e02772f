/**
 * Reference culling on the CPU: draws boxes that lie in a visible cluster and in the frustum. Tests
 * compare the GPU's culling with it box by box.
 */

import { isBoxInFrustum } from "../math/frustum.ts";

/** Boxes (chunks, prop instances) with the clusters they lie in. */
export interface Cullable {
  readonly count: number;
  /** 6 numbers a row: mins, maxs. */
  readonly box: Float32Array;
  /** First entry of each row in `clusters`; a row without clusters is visible from everywhere. */
  readonly firstCluster: Uint32Array;
  readonly clusterCount: Uint32Array;
  readonly clusters: Uint32Array;
}

/** Returns some rows of a set as a separate set. */
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

/** True if a row lies in a visible cluster, or in no cluster. */
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
 * Writes the rows that may be visible, in order, and returns their count.
 * @param visible bit set of visible clusters, or null if all are visible
 * @param frustum planes of `writeFrustum`, or null for no frustum test
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
