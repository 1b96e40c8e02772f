/** Hides the clusters of areas that no open area portal leads to. */

import { createBitSet, hasBit, setBit } from "../core/bit-set.ts";
import type { MapAreas } from "../map/areas.ts";
import type { LeafTree } from "../map/tree.ts";

/** Areas of a map with buffers to walk them, created once for a map. */
export interface AreaWalk extends Pick<MapAreas, "leafArea"> {
  /**
   * Opens or closes area-portal windows by their distance from the camera.
   * @returns a version number that changes whenever a portal opens or closes
   */
  readonly look: (x: number, y: number, z: number) => number;
  /**
   * Opens and closes portals.
   * @param open 1 for each open portal, by its `portalnumber`; `null` for the state at the start
   */
  readonly setOpen: (open: Uint8Array | null) => void;
  /**
   * Removes the clusters that closed portals hide from a set.
   * @param area the camera's area; if 0 or out of range, nothing is hidden
   */
  readonly hide: (tree: LeafTree, area: number, clusters: Uint32Array) => void;
}

interface Walk {
  readonly areas: MapAreas;
  readonly reached: Uint32Array;
  readonly stack: Int32Array;
  /** Clusters with a leaf in a reached area, or in no area. */
  open: Uint32Array;
  /** Whether each portal is open, apart from windows. */
  readonly isSetOpen: Uint8Array;
  /** Whether each portal is open for the current camera position. */
  readonly isOpen: Uint8Array;
  /**
   * Position of the last update, and the distance from it in inches within which no window changes.
   */
  readonly eye: Float64Array;
  slack: number;
  version: number;
}

/** Returns a walk as an object, so that its callers need not import this module. */
export function createAreaWalk(areas: MapAreas): AreaWalk {
  const walk: Walk = {
    areas,
    reached: createBitSet(areas.areaCount),
    stack: new Int32Array(areas.areaCount),
    open: new Uint32Array(0),
    isSetOpen: areas.isOpen.slice(),
    isOpen: areas.isOpen.slice(),
    eye: new Float64Array(3),
    slack: areas.windows === null ? Number.POSITIVE_INFINITY : -1,
    version: 0,
  };
  return {
    leafArea: areas.leafArea,
    look: (x, y, z) => lookThroughWindows(walk, x, y, z),
    setOpen: (open) => setOpenPortals(walk, open),
    hide: (tree, area, clusters) => hideClosedAreas(walk, tree, area, clusters),
  };
}

function setOpenPortals(walk: Walk, open: Uint8Array | null): void {
  const { areas, isSetOpen, isOpen } = walk;
  let hasChanged = false;
  for (let portal = 0; portal < isSetOpen.length; portal++) {
    const key = areas.portalKey[portal];
    const next = open === null || key >= open.length ? areas.isOpen[portal] : open[key];
    if (isSetOpen[portal] === next) continue;
    isSetOpen[portal] = next;
    hasChanged = true;
    // Windows are tested at the next look.
    if (areas.windows === null || areas.windows.ofPortal[portal] < 0) isOpen[portal] = next;
  }
  if (!hasChanged) return;
  walk.version++;
  if (areas.windows !== null) walk.slack = -1;
}

/** Returns the distance in inches from a point to box `row`; 0 inside. */
function distanceToBox(box: Float32Array, row: number, x: number, y: number, z: number): number {
  const i = row * 6;
  const dx = Math.max(box[i] - x, x - box[i + 3], 0);
  const dy = Math.max(box[i + 1] - y, y - box[i + 4], 0);
  const dz = Math.max(box[i + 2] - z, z - box[i + 5], 0);
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/**
 * Updates the windows only after the camera has moved as far as the nearest change: in most frames,
 * none are tested.
 */
function lookThroughWindows(walk: Walk, x: number, y: number, z: number): number {
  const { areas, eye, isOpen, isSetOpen } = walk;
  const { windows } = areas;
  if (windows === null) return walk.version;
  const dx = x - eye[0];
  const dy = y - eye[1];
  const dz = z - eye[2];
  if (Math.sqrt(dx * dx + dy * dy + dz * dz) < walk.slack) return walk.version;
  eye[0] = x;
  eye[1] = y;
  eye[2] = z;
  walk.slack = Number.POSITIVE_INFINITY;
  let hasChanged = false;
  for (let portal = 0; portal < isOpen.length; portal++) {
    const window = windows.ofPortal[portal];
    if (window < 0) continue;
    const left = windows.closeDistance[window] - distanceToBox(windows.box, window, x, y, z);
    const open = left >= 0 ? isSetOpen[portal] : 0;
    if (open !== isOpen[portal]) hasChanged = true;
    isOpen[portal] = open;
    walk.slack = Math.min(walk.slack, Math.abs(left));
  }
  if (hasChanged) walk.version++;
  return walk.version;
}

/** Marks an area and all areas that open portals lead to from it. */
function reachAreas({ areas, isOpen, reached, stack }: Walk, area: number): void {
  reached.fill(0);
  setBit(reached, area);
  let depth = 0;
  stack[depth++] = area;
  while (depth > 0) {
    const from = stack[--depth];
    const end = areas.firstPortal[from] + areas.portalCount[from];
    for (let portal = areas.firstPortal[from]; portal < end; portal++) {
      const other = areas.otherArea[portal];
      if (isOpen[portal] === 0 || hasBit(reached, other)) continue;
      setBit(reached, other);
      stack[depth++] = other;
    }
  }
}

function hideClosedAreas(
  walk: Walk,
  { leafCluster }: LeafTree,
  area: number,
  clusters: Uint32Array,
): void {
  const { areas, reached } = walk;
  if (area <= 0 || area >= areas.areaCount) return;
  reachAreas(walk, area);
  if (walk.open.length !== clusters.length) walk.open = new Uint32Array(clusters.length);
  const { open } = walk;
  open.fill(0);
  for (let leaf = 0; leaf < areas.leafArea.length; leaf++) {
    const own = areas.leafArea[leaf];
    const isHidden = own > 0 && own < areas.areaCount && !hasBit(reached, own);
    if (leafCluster[leaf] >= 0 && !isHidden) setBit(open, leafCluster[leaf]);
  }
  for (let word = 0; word < clusters.length; word++) clusters[word] &= open[word];
}
