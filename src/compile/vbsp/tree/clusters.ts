/**
 * Numbers the leafs that are not solid as clusters, and lists the portals between them for vvis.
 */

import {
  CONTENTS_DETAIL,
  CONTENTS_SOLID,
  CONTENTS_TRANSLUCENT,
} from "../../../formats/bsp/layouts/contents-flags.ts";
import type { PortalFile } from "../../types.ts";
import { visibleContents } from "../brushes/contents.ts";
import { leafsOf, type Portal, type TreeNode } from "./tree.ts";

/**
 * Sets `cluster` of every leaf and returns the number of clusters. Each leaf is a cluster, but all
 * leafs of the 3D skybox share one.
 */
export function numberClusters(root: TreeNode, skyAreas: ReadonlySet<number>): number {
  let count = 0;
  let skyCluster = -1;
  for (const leaf of leafsOf(root)) {
    if ((leaf.contents & CONTENTS_SOLID) !== 0) leaf.cluster = -1;
    else if (!skyAreas.has(leaf.area)) leaf.cluster = count++;
    else {
      if (skyCluster < 0) skyCluster = count++;
      leaf.cluster = skyCluster;
    }
  }
  return count;
}

/** Whether sight passes between two adjacent leafs with these `CONTENTS_*`. */
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

/** Lists the portals between clusters, in the order of their front clusters. */
export function makePortalFile(root: TreeNode, clusterCount: number): PortalFile {
  const byCluster: Portal[][] = Array.from({ length: clusterCount }, () => []);
  for (const leaf of leafsOf(root)) {
    if (leaf.cluster < 0) continue;
    for (const portal of leaf.portals) {
      const behind = portal.back.cluster;
      if (portal.front !== leaf || behind < 0 || behind === leaf.cluster) continue;
      if (isSeenThrough(portal)) byCluster[leaf.cluster].push(portal);
    }
  }
  const clusters: number[] = [];
  const firstPoint: number[] = [0];
  const points: number[] = [];
  for (const { front, back, winding } of byCluster.flat()) {
    clusters.push(front.cluster, back.cluster);
    for (const value of winding) points.push(value);
    firstPoint.push(points.length / 3);
  }
  return {
    clusterCount,
    portalCount: clusters.length / 2,
    clusters: Uint32Array.from(clusters),
    firstPoint: Uint32Array.from(firstPoint),
    points: Float64Array.from(points),
  };
}
