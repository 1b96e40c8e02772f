/** Finds props in the 3D skybox by its area, since the skybox is drawn enlarged. */

import type { BspWorld, StaticProps } from "../../../formats/bsp/types.ts";
import type { LeafTree } from "../../../map/tree.ts";
import { findLeaf } from "../../../visibility/leaf-walk.ts";
import { parseVector } from "../../brushes/brush-models.ts";

/**
 * Returns a test for props in the 3D skybox. Always false in a map without areas, where the skybox
 * cannot be separated.
 */
export function findInMiniature(
  bsp: BspWorld,
  tree: LeafTree,
): (table: Pick<StaticProps, "origin">, prop: number) => boolean {
  // Only the camera's position is needed here; fog and scale are read with the first picture.
  const camera = bsp.entities.find(
    (entity) => entity.get("classname")?.toLowerCase() === "sky_camera",
  );
  if (camera === undefined) return () => false;
  const { area } = bsp.leafs;
  const areaAt = (x: number, y: number, z: number) => area[findLeaf(tree, x, y, z)];
  const own = areaAt(...parseVector(camera.get("origin")));
  if (!(own > 0)) return () => false;
  return ({ origin }, prop) =>
    areaAt(origin[prop * 3], origin[prop * 3 + 1], origin[prop * 3 + 2]) === own;
}
