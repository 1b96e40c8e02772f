/** Numbers the leafs that are not solid as clusters, and lists the portals between them for vvis. */

import type { PortalFile } from "../../types.ts";
import {
  CONTENTS_DETAIL,
  CONTENTS_SOLID,
  CONTENTS_TRANSLUCENT,
  visibleContents,
} from "../brushes/contents.ts";
import { leafsOf, type Portal, type TreeNode } from "./tree.ts";

/**
 * Sets `cluster` of every leaf. Detail brushes do not divide the tree, so that a leaf is a cluster
 * of its own, as it is in maps of the real compiler without func_viscluster.
 */
export function numberClusters(root: TreeNode): number {
  let count = 0;
  for (const leaf of leafsOf(root)) {
    leaf.cluster = (leaf.contents & CONTENTS_SOLID) === 0 ? count++ : -1;
  }
  return count;
}

/** Whether sight passes from a leaf with some `CONTENTS_*` into a neighbour with others. */
export function isSeenBetween(contents: number, others: number): boolean {
  if (visibleContents(contents ^ others) === 0) return true;
  const a = opaqueContents(contents);
  const b = opaqueContents(others);
  if ((a | b) & CONTENTS_SOLID) return false;
  return visibleContents(a ^ b) === 0;
}

function opaqueContents(contents: number): number {
  return contents & (CONTENTS_TRANSLUCENT | CONTENTS_DETAIL) ? 0 : contents;
}

/** Whether sight passes between the leafs on both sides. */
function isSeenThrough({ onNode, front, back }: Portal): boolean {
  return onNode !== null && isSeenBetween(front.contents, back.contents);
}

/** The portals between clusters, in the order of the leafs in front of them. */
export function makePortalFile(root: TreeNode, clusterCount: number): PortalFile {
  const clusters: number[] = [];
  const firstPoint: number[] = [0];
  const points: number[] = [];
  for (const leaf of leafsOf(root)) {
    if (leaf.cluster < 0) continue;
    for (const portal of leaf.portals) {
      if (portal.front !== leaf || portal.back.cluster < 0 || !isSeenThrough(portal)) continue;
      clusters.push(leaf.cluster, portal.back.cluster);
      for (const value of portal.winding) points.push(value);
      firstPoint.push(points.length / 3);
    }
  }
  return {
    clusterCount,
    portalCount: clusters.length / 2,
    clusters: Uint32Array.from(clusters),
    firstPoint: Uint32Array.from(firstPoint),
    points: Float64Array.from(points),
  };
}
