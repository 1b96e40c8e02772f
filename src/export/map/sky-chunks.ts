import type { MapScene } from "../../map/types.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";

/**
 * 1 for chunks of the 3D skybox: those that its camera may see, all of whose clusters it may see. Nothing of the
 * rest of the map is seen from there, for it is a room by itself.
 */
export function findSkyChunks({ chunks, tree, pvs, skyCamera }: MapScene): Uint8Array {
  const isSky = new Uint8Array(chunks.count);
  if (skyCamera === null || pvs === null) return isSky;
  const { x, y, z } = skyCamera;
  const cluster = tree.leafCluster[findLeaf(tree, x, y, z)];
  if (cluster < 0) return isSky;
  const seen = new Uint32Array(Math.ceil(pvs.clusterCount / 32));
  decodePvsRow(pvs, cluster, seen);
  const isSeen = (one: number) => (seen[one >> 5] & (1 << (one & 31))) !== 0;
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const first = chunks.firstCluster[chunk];
    const own = chunks.clusters.subarray(first, first + chunks.clusterCount[chunk]);
    if (own.length > 0 && own.every(isSeen)) isSky[chunk] = 1;
  }
  return isSky;
}
