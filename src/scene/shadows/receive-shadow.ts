/**
 * Finds the receivers of a shadow: faces, displacements and brush entities in its box that face its
 * source. Like the engine, it projects onto all of them, even if they lie behind each other.
 */

import {
  SURF_NOSHADOWS,
  SURF_SKY,
  SURF_SKY2D,
  SURF_TRANS,
  SURF_WARP,
} from "../../formats/bsp/layouts/surface-flags.ts";
import { dot } from "../../math/vec3.ts";
import { parseInteger } from "../brushes/render-properties.ts";
import {
  createFaceSearch,
  createFacet,
  type DecalSurfaces,
  type DecalWorld,
  type Facet,
} from "../decals/decal-surfaces.ts";
import type { AddPiece } from "../decals/decal-writer.ts";
import { POINT_NUMBERS, type Polygon } from "../decals/polygon.ts";
import type { DisplacementGrid } from "../world/displacement.ts";

/**
 * Surface flags that exclude shadows: sky, and water and translucent surfaces, which are drawn
 * after shadows.
 */
const NO_SHADOWS = SURF_NOSHADOWS | SURF_SKY | SURF_SKY2D | SURF_WARP | SURF_TRANS;

export interface ShadowReceivers {
  /**
   * Calls `add` for each surface piece that a shadow may fall on, along a direction, up to a depth.
   */
  readonly addPieces: (
    add: AddPiece,
    quad: Polygon,
    direction: readonly [number, number, number],
    depth: number,
  ) => void;
}

export function createShadowReceivers(world: DecalWorld, surfaces: DecalSurfaces): ShadowReceivers {
  const { faces } = world;
  const { texInfos, entities } = world.bsp;
  const { placements, grids } = surfaces;
  const { boxes, visitWorld, visitModel } = createFaceSearch(world, surfaces);
  const takesShadows = placements.map(({ entity }, p) => {
    return p === 0 || parseInteger(entities[entity]?.get("disablereceiveshadows")) === 0;
  });
  const gridBoxes = new Map<number, Float32Array>();
  const plane = new Float64Array(4);
  const facet = createFacet();
  const box = new Float32Array(6);

  const takes = (face: number): boolean => {
    const texInfo = faces.texinfo[face];
    return texInfo < 0 || (texInfos.flags[texInfo] & NO_SHADOWS) === 0;
  };

  const addFace = (
    add: AddPiece,
    quad: Polygon,
    direction: ArrayLike<number>,
    p: number,
    face: number,
  ) => {
    if (grids.has(face) || !takes(face)) return;
    surfaces.writePlane(p, face, plane);
    if (dot(plane, direction) >= 0 || !surfaces.readFace(p, face, facet)) return;
    add(quad, facet, direction, plane);
  };

  const addGrid = (
    add: AddPiece,
    quad: Polygon,
    direction: ArrayLike<number>,
    face: number,
    grid: DisplacementGrid,
  ) => {
    let gridBox = gridBoxes.get(face);
    if (gridBox === undefined) {
      gridBox = boxOf(grid.position);
      gridBoxes.set(face, gridBox);
    }
    if (!doMeet(gridBox, 0, box, 0) || !takes(face)) return;
    const { indices, position } = grid;
    surfaces.look(indices.length / 3);
    for (let i = 0; i < indices.length; i += 3) {
      if (!isTriangleIn(position, indices, i, box)) continue;
      if (!surfaces.readTriangle(0, face, grid, i / 3, facet)) return;
      facet.flat.set(facet.place);
      writeTrianglePlane(facet, plane);
      if (dot(plane, direction) < 0) add(quad, facet, direction, plane);
    }
  };

  return {
    addPieces(add, quad, direction, depth) {
      writeReach(box, quad, direction, depth);
      visitWorld(box, (face) => addFace(add, quad, direction, 0, face));
      surfaces.look(grids.size + placements.length);
      for (const [face, grid] of grids) {
        if (surfaces.placementOf(face) === 0) addGrid(add, quad, direction, face, grid);
      }
      for (let p = 1; p < placements.length; p++) {
        if (!takesShadows[p] || !doMeet(boxes, p * 6, box, 0)) continue;
        visitModel(p, (face) => addFace(add, quad, direction, p, face));
      }
    },
  };
}

/** Writes the box of the volume that a shadow covers. */
function writeReach(
  out: Float32Array,
  { count, values }: Polygon,
  direction: ArrayLike<number>,
  depth: number,
): void {
  out.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (let point = 0; point < count; point++) {
    for (let axis = 0; axis < 3; axis++) {
      const near = values[point * POINT_NUMBERS + axis];
      const far = near + direction[axis] * depth;
      out[axis] = Math.min(out[axis], near, far);
      out[3 + axis] = Math.max(out[3 + axis], near, far);
    }
  }
}

function boxOf(position: Float32Array): Float32Array {
  const box = new Float32Array(6)
    .fill(Number.POSITIVE_INFINITY, 0, 3)
    .fill(Number.NEGATIVE_INFINITY, 3);
  for (let i = 0; i < position.length; i++) {
    const axis = i % 3;
    box[axis] = Math.min(box[axis], position[i]);
    box[3 + axis] = Math.max(box[3 + axis], position[i]);
  }
  return box;
}

function doMeet(a: Float32Array, aAt: number, b: Float32Array, bAt: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (a[aAt + axis] > b[bAt + 3 + axis] || b[bAt + axis] > a[aAt + 3 + axis]) return false;
  }
  return true;
}

function isTriangleIn(
  position: Float32Array,
  indices: ArrayLike<number>,
  first: number,
  box: Float32Array,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const a = position[indices[first] * 3 + axis];
    const b = position[indices[first + 1] * 3 + axis];
    const c = position[indices[first + 2] * 3 + axis];
    if (Math.min(a, b, c) > box[3 + axis] || Math.max(a, b, c) < box[axis]) return false;
  }
  return true;
}

/** Writes the plane of a triangle. Its front is the side from which it is counter-clockwise. */
function writeTrianglePlane({ place }: Facet, out: Float64Array): void {
  const [bx, by, bz] = [place[3] - place[0], place[4] - place[1], place[5] - place[2]];
  const [cx, cy, cz] = [place[6] - place[0], place[7] - place[1], place[8] - place[2]];
  const x = by * cz - bz * cy;
  const y = bz * cx - bx * cz;
  const z = bx * cy - by * cx;
  const length = Math.hypot(x, y, z) || 1;
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  out[3] = dot(out, place);
}
