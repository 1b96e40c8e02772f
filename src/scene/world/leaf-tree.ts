/** Converts the BSP tree and its visibility to the form that `visibility/` reads. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { Ledger } from "../../core/ledger.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { LeafTree, Pvs } from "../../map/types.ts";
import { checkPvsRows } from "../../visibility/pvs.ts";

export function buildLeafTree(bsp: BspWorld): LeafTree {
  const { nodes, leafs, planes } = bsp;
  const nodePlane = new Float32Array(nodes.count * 4);
  for (let node = 0; node < nodes.count; node++) {
    const plane = nodes.plane[node];
    nodePlane[node * 4] = planes.normal[plane * 3];
    nodePlane[node * 4 + 1] = planes.normal[plane * 3 + 1];
    nodePlane[node * 4 + 2] = planes.normal[plane * 3 + 2];
    nodePlane[node * 4 + 3] = planes.dist[plane];
  }
  const leafBox = new Float32Array(leafs.count * 6);
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    for (let axis = 0; axis < 3; axis++) {
      leafBox[leaf * 6 + axis] = leafs.mins[leaf * 3 + axis];
      leafBox[leaf * 6 + 3 + axis] = leafs.maxs[leaf * 3 + axis];
    }
  }
  return {
    nodeCount: nodes.count,
    nodePlane,
    nodeChildren: nodes.children.slice(0, nodes.count * 2),
    leafCount: leafs.count,
    leafCluster: leafs.cluster.slice(0, leafs.count),
    leafFlags: leafs.flags.slice(0, leafs.count),
    leafBox,
  };
}

/**
 * Builds a checked PVS. Returns `null` if vvis was never run, or, with a warning, if a row is
 * broken, a leaf names a missing cluster, or the rows exceed the budget. Everything is visible
 * then, as in the engine.
 */
export function buildPvs(
  bsp: BspWorld,
  diagnostics: Diagnostics,
  ledger = new Ledger(),
): Pvs | null {
  const { visibility, leafs } = bsp;
  if (visibility === null || visibility.clusterCount === 0) return null;
  const pvs: Pvs = {
    clusterCount: visibility.clusterCount,
    rowOffset: visibility.pvsOffset.slice(0, visibility.clusterCount),
    bytes: visibility.bytes.slice(),
  };
  const limit = ledger.limit("visibilityBytes");
  const { brokenCluster: broken, bytesRead } = checkPvsRows(pvs, limit);
  if (!ledger.tryTake("visibilityBytes", bytesRead)) {
    diagnostics.warn(
      "over-budget",
      "LUMP_VISIBILITY",
      `The PVS rows of ${pvs.clusterCount} clusters exceed ${limit} bytes in all: visibility is off.`,
    );
    return null;
  }
  if (broken >= 0) {
    diagnostics.warn(
      "damaged-section",
      "LUMP_VISIBILITY",
      `The PVS row of cluster ${broken} (byte ${pvs.rowOffset[broken]} of ${pvs.bytes.length}) does not end where it should: visibility is off.`,
    );
    return null;
  }
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    if (leafs.cluster[leaf] >= pvs.clusterCount) {
      diagnostics.warn(
        "damaged-section",
        "LUMP_VISIBILITY",
        `Leaf ${leaf} lies in cluster ${leafs.cluster[leaf]}, but there are ${pvs.clusterCount}: visibility is off.`,
      );
      return null;
    }
  }
  return pvs;
}
