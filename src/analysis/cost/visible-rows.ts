/** What is seen from a cluster as the engine has it: its PVS, less what closed area portals hide. */

import { createBitSet, setAllBits } from "../../core/bit-set.ts";
import { createAreaWalk } from "../../visibility/areas.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";
import type { CostMap } from "./cost-map.ts";

export interface VisibleRows {
  readonly clusterCount: number;
  /** A row's room. */
  create(): Uint32Array;
  /** The PVS as it is stored. */
  writePvs(cluster: number, out: Uint32Array): void;
  /** Leaves out what is behind closed portals as the map starts, for an eye at a place in the cluster. */
  hideClosed(cluster: number, x: number, y: number, z: number, out: Uint32Array): void;
  /** Both. */
  write(cluster: number, x: number, y: number, z: number, out: Uint32Array): void;
}

export function createVisibleRows({ pvs, tree, areas }: CostMap): VisibleRows {
  const clusterCount = pvs?.clusterCount ?? countClusters(tree.leafCluster);
  const walk = areas === null ? null : createAreaWalk(areas);
  const areaOf = new Int32Array(clusterCount);
  if (areas !== null) {
    for (let leaf = 0; leaf < tree.leafCount; leaf++) {
      const cluster = tree.leafCluster[leaf];
      if (cluster >= 0 && areaOf[cluster] === 0) areaOf[cluster] = areas.leafArea[leaf];
    }
  }
  const writePvs = (cluster: number, out: Uint32Array): void => {
    if (pvs === null) setAllBits(out, clusterCount);
    else decodePvsRow(pvs, cluster, out);
  };
  const hideClosed = (cluster: number, x: number, y: number, z: number, out: Uint32Array): void => {
    if (walk === null) return;
    walk.look(x, y, z);
    walk.hide(tree, areaOf[cluster], out);
  };
  return {
    clusterCount,
    create: () => createBitSet(clusterCount),
    writePvs,
    hideClosed,
    write(cluster, x, y, z, out) {
      writePvs(cluster, out);
      hideClosed(cluster, x, y, z, out);
    },
  };
}

function countClusters(leafCluster: Int32Array): number {
  let count = 0;
  for (let leaf = 0; leaf < leafCluster.length; leaf++) {
    count = Math.max(count, leafCluster[leaf] + 1);
  }
  return count;
}
