/** Test whether a point sees the sky in a direction. */

import type { LightScene, PlaceTree } from "../light-scene.ts";
import { findClosest, hit, hitsAny, hitsAnyAgain } from "./trace-bvh.ts";

/** Length of a ray in inches, longer than any map. */
export const MAX_TRACE_LENGTH = 1.732051 * 2 * 16384;

/** Returns the leaf that contains a point. */
export function findPlace(tree: PlaceTree, x: number, y: number, z: number): number {
  if (tree.nodeCount === 0) return 0;
  const { nodePlane, nodeChildren } = tree;
  let node = 0;
  while (node >= 0) {
    const at = node * 4;
    const distance =
      nodePlane[at] * x + nodePlane[at + 1] * y + nodePlane[at + 2] * z - nodePlane[at + 3];
    node = nodeChildren[node * 2 + (distance >= 0 ? 0 : 1)];
  }
  return -1 - node;
}

const blockers = new Int32Array(1024);

/**
 * Whether a ray meets a sky face before any blocker, or nothing at all. From outside a 3D skybox
 * the ray continues inside each skybox, from the corresponding point there, so that the skybox's
 * geometry casts shadows, too.
 * @param direction slot below 1024 for rays of similar direction: the last blocker of the slot is
 * tested first
 */
export function seesSky(
  scene: LightScene,
  direction: number,
  leaf: number,
  x: number,
  y: number,
  z: number,
  dx: number,
  dy: number,
  dz: number,
): boolean {
  const { rays, skyCameras, tree } = scene;
  findClosest(rays.sky, x, y, z, dx, dy, dz, MAX_TRACE_LENGTH);
  const reach = hit.distance;
  if (hitsAnyAgain(rays.blockers, blockers, direction, x, y, z, dx, dy, dz, reach)) return false;
  if (skyCameras.count === 0 || skyCameras.areaIsSkybox[tree.leafArea[leaf]] === 1) return true;
  for (let camera = 0; camera < skyCameras.count; camera++) {
    const at = camera * 4;
    const scale = skyCameras.values[at + 3];
    const cx = skyCameras.values[at] + x * scale;
    const cy = skyCameras.values[at + 1] + y * scale;
    const cz = skyCameras.values[at + 2] + z * scale;
    findClosest(rays.sky, cx, cy, cz, dx, dy, dz, MAX_TRACE_LENGTH);
    if (hitsAny(rays.blockers, cx, cy, cz, dx, dy, dz, hit.distance)) return false;
  }
  return true;
}
