/** Lists the clusters that boxes overlap, in the form of `Chunks`. */

import type { Ledger } from "../../core/ledger.ts";
import type { LeafTree } from "../../map/tree.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";

export interface BoxClusters {
  readonly firstCluster: Uint32Array;
  readonly clusterCount: Uint32Array;
  /** Clusters of each box, box after box. */
  readonly clusters: Uint32Array;
}

/**
 * @param boxes 6 numbers each: mins, maxs
 * @throws FormatError (too-large) if the boxes overlap more leaves than the budget allows
 */
export function listBoxClusters(
  tree: LeafTree,
  boxes: Float32Array,
  ledger: Ledger,
  where: string,
): BoxClusters {
  const count = boxes.length / 6;
  const firstCluster = new Uint32Array(count);
  const clusterCount = new Uint32Array(count);
  const clusters: number[] = [];
  const leafs = makeBoxLeafs(tree);
  for (let box = 0; box < count; box++) {
    const reached = writeBoxLeafs(tree, boxes, box * 6, leafs);
    ledger.take("clusters", reached, where);
    const own = new Set<number>();
    for (let i = 0; i < reached; i++) own.add(tree.leafCluster[leafs[i]]);
    own.delete(-1);
    firstCluster[box] = clusters.length;
    clusterCount[box] = own.size;
    for (const cluster of [...own].sort((a, b) => a - b)) clusters.push(cluster);
  }
  return { firstCluster, clusterCount, clusters: Uint32Array.from(clusters) };
}
