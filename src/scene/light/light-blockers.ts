/**
 * Builds the blockers of light: the world's opaque brushes and its displacements. Brush entities
 * move, and the engine lets light pass through them.
 */

import { MASK_OPAQUE } from "../../formats/bsp/layouts/contents-flags.ts";
import { SURF_SKY, SURF_SKY2D } from "../../formats/bsp/layouts/surface-flags.ts";
import type { Brushes } from "../../formats/bsp/read/read-brushes.ts";
import type { BspWorld } from "../../formats/bsp/types.ts";
import { type MapCollision, SIDE_STOPS } from "../../map/collision.ts";

/** Values of `sideMaterial` for blockers. */
export const BLOCKER_WALL = 0;
export const BLOCKER_SKY = 1;

/** The triangles of displacements with their tree of boxes. */
export type Terrain = Pick<
  MapCollision,
  "triangleCount" | "triangles" | "triangleMaterial" | "boxes" | "boxLinks"
>;

const NO_TERRAIN: Terrain = {
  triangleCount: 0,
  triangles: new Float32Array(0),
  triangleMaterial: new Int32Array(0),
  boxes: new Float32Array(0),
  boxLinks: new Uint32Array(0),
};

/**
 * Copies the displacements' collision, because the original columns are transferred with their
 * event.
 */
export function copyTerrain(collision: MapCollision): Terrain {
  return {
    triangleCount: collision.triangleCount,
    triangles: collision.triangles.slice(),
    triangleMaterial: new Int32Array(collision.triangleCount).fill(BLOCKER_WALL),
    boxes: collision.boxes.slice(),
    boxLinks: collision.boxLinks.slice(),
  };
}

/** @param brushes `null` or empty if only displacements block light */
export function buildLightBlockers(
  bsp: BspWorld,
  brushes: Brushes | null,
  terrain: Terrain | null = null,
): MapCollision {
  return {
    ...buildOpaqueBrushes(bsp, brushes),
    leafArea: new Uint16Array(bsp.leafs.count),
    modelCount: 1,
    modelHeadNode: Int32Array.of(bsp.models.count > 0 ? bsp.models.headNode[0] : 0),
    modelFromWorld: Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0),
    modelBox: new Float32Array(6),
    modelEntity: Int32Array.of(-1),
    modelIsHidden: new Uint8Array(1),
    ...(terrain ?? NO_TERRAIN),
    materialName: ["wall", "sky"],
  };
}

function buildOpaqueBrushes({ planes, leafs, texInfos }: BspWorld, brushes: Brushes | null) {
  const count = brushes?.count ?? 0;
  const kept = new Int32Array(count).fill(-1);
  const firstSide: number[] = [];
  const sideCount: number[] = [];
  const sides: number[] = [];
  for (let brush = 0; brushes !== null && brush < count; brush++) {
    if ((brushes.contents[brush] & MASK_OPAQUE) === 0) continue;
    const start = sides.length;
    for (let i = 0; i < brushes.sideCount[brush]; i++) {
      const side = brushes.firstSide[brush] + i;
      if (brushes.sideIsBevel[side] === 0) sides.push(side);
    }
    if (sides.length === start) continue;
    kept[brush] = firstSide.length;
    firstSide.push(start);
    sideCount.push(sides.length - start);
  }
  const sidePlane = new Float32Array(sides.length * 4);
  const sideMaterial = new Int32Array(sides.length);
  sides.forEach((side, i) => {
    if (brushes === null) return;
    const plane = brushes.sidePlane[side];
    sidePlane.set(planes.normal.subarray(plane * 3, plane * 3 + 3), i * 4);
    sidePlane[i * 4 + 3] = planes.dist[plane];
    const texInfo = brushes.sideTexInfo[side];
    const flags = texInfo < 0 ? 0 : texInfos.flags[texInfo];
    sideMaterial[i] = (flags & (SURF_SKY | SURF_SKY2D)) !== 0 ? BLOCKER_SKY : BLOCKER_WALL;
  });
  const leafFirstBrush = new Uint32Array(leafs.count);
  const leafBrushCount = new Uint32Array(leafs.count);
  const leafBrushes: number[] = [];
  for (let leaf = 0; leaf < leafs.count; leaf++) {
    leafFirstBrush[leaf] = leafBrushes.length;
    for (let i = 0; brushes !== null && count > 0 && i < leafs.leafBrushCount[leaf]; i++) {
      const brush = kept[brushes.leafBrushes[leafs.firstLeafBrush[leaf] + i]];
      if (brush >= 0) leafBrushes.push(brush);
    }
    leafBrushCount[leaf] = leafBrushes.length - leafFirstBrush[leaf];
  }
  return {
    sidePlane,
    sideMaterial,
    // Every side of an opaque brush blocks light, drawn or not.
    sideKind: new Uint8Array(sides.length).fill(SIDE_STOPS),
    brushCount: firstSide.length,
    brushFirstSide: Uint32Array.from(firstSide),
    brushSideCount: Uint32Array.from(sideCount),
    leafCount: leafs.count,
    leafFirstBrush,
    leafBrushCount,
    leafBrushes: Uint32Array.from(leafBrushes),
  };
}
