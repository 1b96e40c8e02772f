/** Which faces a decal of an entity may lie on: those that are near to where the entity stands. */

import type { DecalSurfaces, DecalWorld, Facet } from "./decal-surfaces.ts";
import { createFacet } from "./decal-surfaces.ts";
import { createFaceSearch } from "./face-search.ts";

/** Inches from a face's plane at which a decal still lies on it: as far as the engine's own reach. */
export const DECAL_DISTANCE = 4;

export interface NearFaces {
  /**
   * Of the model that the place is nearest to, the faces whose plane it is near to; those of the world, which
   * is placement 0, within a radius.
   */
  readonly find: (origin: ArrayLike<number>, radius: number) => NearModel;
}

export interface NearModel {
  readonly placement: number;
  readonly faces: readonly number[];
}

export function createNearFaces(world: DecalWorld, surfaces: DecalSurfaces): NearFaces {
  const { placements } = surfaces;
  const { boxes, visitWorld, visitModel } = createFaceSearch(world, surfaces);
  const box = new Float32Array(6);
  const plane = new Float64Array(4);
  const facet = createFacet();

  const heightOf = (placement: number, face: number, origin: ArrayLike<number>): number => {
    surfaces.writePlane(placement, face, plane);
    return plane[0] * origin[0] + plane[1] * origin[1] + plane[2] * origin[2] - plane[3];
  };

  /** Adds a face that is near, and returns how far it is where the place lies before it or behind it. */
  const look = (placement: number, face: number, origin: ArrayLike<number>, near: number[]) => {
    if (surfaces.grids.has(face)) return Number.POSITIVE_INFINITY;
    const height = Math.abs(heightOf(placement, face, origin));
    if (height >= DECAL_DISTANCE || !surfaces.readFace(placement, face, facet)) {
      return Number.POSITIVE_INFINITY;
    }
    near.push(face);
    return isOver(facet, plane, origin) ? height : Number.POSITIVE_INFINITY;
  };

  const isNearBox = (placement: number, origin: ArrayLike<number>): boolean => {
    for (let axis = 0; axis < 3; axis++) {
      const at = placement * 6 + axis;
      if (origin[axis] < boxes[at] - DECAL_DISTANCE) return false;
      if (origin[axis] > boxes[at + 3] + DECAL_DISTANCE) return false;
    }
    return true;
  };

  const lookAtModel = (placement: number, origin: ArrayLike<number>, near: number[]): number => {
    let nearest = Number.POSITIVE_INFINITY;
    visitModel(placement, (face) => {
      nearest = Math.min(nearest, look(placement, face, origin, near));
    });
    return nearest;
  };

  const lookAround = (origin: ArrayLike<number>, radius: number, near: number[]): number => {
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = origin[axis] - radius;
      box[3 + axis] = origin[axis] + radius;
    }
    let nearest = Number.POSITIVE_INFINITY;
    visitWorld(box, (face) => {
      nearest = Math.min(nearest, look(0, face, origin, near));
    });
    return nearest;
  };

  return {
    find(origin, radius) {
      const ofWorld: number[] = [];
      let nearest = lookAround(origin, radius, ofWorld);
      let found: NearModel = { placement: 0, faces: ofWorld };
      surfaces.look(placements.length);
      for (let placement = 1; placement < placements.length; placement++) {
        if (!isNearBox(placement, origin)) continue;
        const near: number[] = [];
        const distance = lookAtModel(placement, origin, near);
        // What lies flush on the world is what the engine's ray meets first, whatever it is: the world wins.
        if (distance >= nearest) continue;
        nearest = distance;
        found = { placement, faces: near };
      }
      return found;
    },
  };
}

/** Whether a place is inside of a convex face as seen along its plane's normal, edges included. */
function isOver(
  { count, flat }: Facet,
  plane: ArrayLike<number>,
  origin: ArrayLike<number>,
): boolean {
  let least = 0;
  let most = 0;
  for (let corner = 0; corner < count; corner++) {
    const a = corner * 3;
    const b = (corner + 1 < count ? corner + 1 : 0) * 3;
    const [ex, ey, ez] = [flat[b] - flat[a], flat[b + 1] - flat[a + 1], flat[b + 2] - flat[a + 2]];
    const [px, py, pz] = [origin[0] - flat[a], origin[1] - flat[a + 1], origin[2] - flat[a + 2]];
    const side =
      plane[0] * (ey * pz - ez * py) +
      plane[1] * (ez * px - ex * pz) +
      plane[2] * (ex * py - ey * px);
    least = Math.min(least, side);
    most = Math.max(most, side);
  }
  // A hair beside an edge is still on it.
  return least > -0.1 || most < 0.1;
}
