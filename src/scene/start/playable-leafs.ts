/** Finds leaves in which a visitor may stand: not solid, not outside, not in the 3D skybox. */

import { createBitSet, hasBit } from "../../core/bit-set.ts";
import { CONTENTS_SOLID } from "../../formats/bsp/layouts/contents-flags.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import type { LeafTree, Pvs, SkyCamera } from "../../map/types.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import { decodePvsRow } from "../../visibility/pvs.ts";

export interface PlayableLeafs {
  readonly isSolid: (leaf: number) => boolean;
  readonly isPlayable: (leaf: number) => boolean;
}

/** @param players positions of spawns (x, y, z), which are never in the 3D skybox */
export function findPlayableLeafs(
  bsp: BspWorld,
  tree: LeafTree,
  pvs: Pvs | null,
  skyCamera: SkyCamera | null,
  players: readonly { readonly x: number; readonly y: number; readonly z: number }[],
): PlayableLeafs {
  const { contents, area } = bsp.leafs;
  // A map without portals has no clusters: every non-solid leaf counts.
  const hasClusters = tree.leafCluster.some((cluster) => cluster >= 0);
  const isSolid = (leaf: number): boolean => (contents[leaf] & CONTENTS_SOLID) !== 0;
  const isInside = (leaf: number): boolean =>
    !isSolid(leaf) && (!hasClusters || tree.leafCluster[leaf] >= 0);
  if (skyCamera === null) return { isSolid, isPlayable: isInside };

  const skyLeaf = findLeaf(tree, skyCamera.x, skyCamera.y, skyCamera.z);
  const skyCluster = tree.leafCluster[skyLeaf];
  const skyArea = area[skyLeaf];
  const seen = createBitSet(pvs?.clusterCount ?? 0);
  if (pvs !== null && skyCluster >= 0) decodePvsRow(pvs, skyCluster, seen);
  const isMiniature = (leaf: number): boolean => {
    const cluster = tree.leafCluster[leaf];
    return (
      (skyArea > 0 && area[leaf] === skyArea) ||
      (pvs !== null && cluster >= 0 && hasBit(seen, cluster))
    );
  };
  // A sky camera in the same area as players has no separate skybox room.
  const isShared = players.some(({ x, y, z }) => {
    const leaf = findLeaf(tree, x, y, z);
    return isInside(leaf) && isMiniature(leaf);
  });
  return {
    isSolid,
    isPlayable: isShared ? isInside : (leaf) => isInside(leaf) && !isMiniature(leaf),
  };
}
