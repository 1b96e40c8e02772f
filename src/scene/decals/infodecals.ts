/**
 * Builds decals of `infodecal` entities: each stands at a surface, and its texture is applied to
 * the faces there. Valve's public `world.cpp` decides which entities create decals at the start.
 * The size is the texture's, times the material's `$decalscale`. The texture is upright on walls;
 * on floors its top points north.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { contentName } from "../materials/content-name.ts";
import type { DisplacementGrid } from "../world/displacement.ts";
import {
  createFaceSearch,
  createFacet,
  type DecalSurfaces,
  type DecalWorld,
  type Facet,
} from "./decal-surfaces.ts";
import type { AddPiece, DecalStyle, DecalWriter } from "./decal-writer.ts";
import { addGrid } from "./grid-pieces.ts";
import { CORNER_SIDES, createPolygon, POINT_NUMBERS, type Polygon } from "./polygon.ts";

// Search for the faces that an entity's decal may lie on: those near the entity.

/** Largest distance in inches between a decal's origin and a face's plane, as in the engine. */
const DECAL_DISTANCE = 4;

export interface NearFaces {
  /**
   * Finds faces of the model nearest to a place whose plane is near it. Faces of the world, which
   * is placement 0, are searched within a radius.
   */
  readonly find: (origin: ArrayLike<number>, radius: number) => NearModel;
}

export interface NearModel {
  readonly placement: number;
  readonly faces: readonly number[];
}

function createNearFaces(world: DecalWorld, surfaces: DecalSurfaces): NearFaces {
  const { placements } = surfaces;
  const { boxes, visitWorld, visitModel } = createFaceSearch(world, surfaces);
  const box = new Float32Array(6);
  const plane = new Float64Array(4);
  const facet = createFacet();

  const heightOf = (placement: number, face: number, origin: ArrayLike<number>): number => {
    surfaces.writePlane(placement, face, plane);
    return plane[0] * origin[0] + plane[1] * origin[1] + plane[2] * origin[2] - plane[3];
  };

  /**
   * Adds a face if it is near, and returns its distance if the place lies in front of or behind it.
   */
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
        // At equal distance the world wins, because the engine's ray hits it first.
        if (distance >= nearest) continue;
        nearest = distance;
        found = { placement, faces: near };
      }
      return found;
    },
  };
}

/** Whether a place, projected along the plane's normal, is inside a convex face, edges included. */
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
  // Allows a small tolerance at the edges.
  return least > -0.1 || most < 0.1;
}

// Test for decals at a displacement.

const boxes = new WeakMap<DisplacementGrid, Float64Array>();

/** Returns the bounding box of a displaced grid: mins, maxs. */
function boxOf(grid: DisplacementGrid): Float64Array {
  let box = boxes.get(grid);
  if (box !== undefined) return box;
  box = new Float64Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (let i = 0; i < grid.position.length; i++) {
    const axis = i % 3;
    box[axis] = Math.min(box[axis], grid.position[i]);
    box[3 + axis] = Math.max(box[3 + axis], grid.position[i]);
  }
  boxes.set(grid, box);
  return box;
}

/**
 * Whether a displacement is as near to a place as a face would have to be. The surface counts if
 * the place is over it along the flat face's normal; else its nearest vertex counts, so that decals
 * continue across seams.
 * @param radius reach of the texture
 */
export function isNearGrid(
  surfaces: DecalSurfaces,
  grid: DisplacementGrid,
  plane: ArrayLike<number>,
  origin: ArrayLike<number>,
  radius: number,
): boolean {
  const box = boxOf(grid);
  for (let axis = 0; axis < 3; axis++) {
    if (origin[axis] < box[axis] - radius || origin[axis] > box[3 + axis] + radius) return false;
  }
  surfaces.look(grid.indices.length / 3);
  const { flat, position, indices } = grid;
  const heightOver = (place: ArrayLike<number>): number => {
    let height = 0;
    for (let axis = 0; axis < 3; axis++) height += plane[axis] * (origin[axis] - place[axis]);
    return height;
  };
  let nearest = Number.POSITIVE_INFINITY;
  let nearestVertex = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [wb, wc] = weightsOf(grid, i, plane, origin);
    if (wb >= 0 && wc >= 0 && wb + wc <= 1) {
      return Math.abs(heightOver(placeOn(grid, i, wb, wc))) < DECAL_DISTANCE;
    }
  }
  for (let vertex = 0; vertex < flat.length; vertex += 3) {
    const [x, y, z] = [0, 1, 2].map((axis) => origin[axis] - flat[vertex + axis]);
    const along = x * plane[0] + y * plane[1] + z * plane[2];
    const beside = x * x + y * y + z * z - along * along;
    if (beside >= nearest) continue;
    nearest = beside;
    nearestVertex = vertex;
  }
  if (!(nearest < radius * radius)) return false;
  const place = position.subarray(nearestVertex, nearestVertex + 3);
  return Math.abs(heightOver(place)) < DECAL_DISTANCE * 2;
}

/** Edges from a triangle's first corner, and the vector to the tested place. */
const edges = [new Float64Array(3), new Float64Array(3), new Float64Array(3)] as const;

/**
 * Returns the weights of the second and third corner at a place, projected along a normal.
 * @param first first index of the triangle
 */
function weightsOf(
  { flat, indices }: DisplacementGrid,
  first: number,
  normal: ArrayLike<number>,
  origin: ArrayLike<number>,
): [number, number] {
  const [u, v, p] = edges;
  const a = indices[first] * 3;
  const b = indices[first + 1] * 3;
  const c = indices[first + 2] * 3;
  for (let axis = 0; axis < 3; axis++) {
    u[axis] = flat[b + axis] - flat[a + axis];
    v[axis] = flat[c + axis] - flat[a + axis];
    p[axis] = origin[axis] - flat[a + axis];
  }
  const whole = turn(normal, u, v);
  return [turn(normal, p, v) / whole, turn(normal, u, p) / whole];
}

/** Returns the product of a normal and the cross product of two vectors. */
function turn(n: ArrayLike<number>, l: Float64Array, r: Float64Array): number {
  return (
    n[0] * (l[1] * r[2] - l[2] * r[1]) +
    n[1] * (l[2] * r[0] - l[0] * r[2]) +
    n[2] * (l[0] * r[1] - l[1] * r[0])
  );
}

/**
 * Returns the point of a displaced triangle with the given weights of its second and third corner.
 * @param first first index of the triangle
 */
function placeOn(
  { position, indices }: DisplacementGrid,
  first: number,
  second: number,
  third: number,
): number[] {
  const [a, b, c] = [indices[first] * 3, indices[first + 1] * 3, indices[first + 2] * 3];
  return [0, 1, 2].map((axis) => {
    const start = position[a + axis];
    return start + (position[b + axis] - start) * second + (position[c + axis] - start) * third;
  });
}

/** Draw order after all overlays. */
const ORDER = 4;
/**
 * Cosine of 45 degrees: surfaces whose normal is closer to vertical count as floors or ceilings.
 */
const STEEPEST_FLOOR = Math.SQRT1_2;

export interface InfoDecal {
  readonly origin: readonly [number, number, number];
  /** Name of the material. */
  readonly name: string;
}

/** Lists decals that exist at the map's start. Decals with a name wait until they are triggered. */
export function listInfoDecals(entities: readonly Entity[]): InfoDecal[] {
  return entities
    .filter((entity) => entity.get("classname")?.toLowerCase() === "infodecal")
    .filter((entity) => !entity.get("targetname"))
    .map((entity) => ({
      origin: parseVector(entity.get("origin")),
      name: contentName(entity.get("texture") ?? "", ".vmt"),
    }));
}

/** Writes the unit vectors along which s and t increase on a surface with a given normal. */
export function writeDecalAxes(normal: ArrayLike<number>, s: Float64Array, t: Float64Array): void {
  const [x, y, z] = [normal[0], normal[1], normal[2]];
  if (Math.abs(z) > STEEPEST_FLOOR) {
    // s points east, tilted with the slope.
    const length = Math.hypot(y, z);
    t.set([0, -z / length, y / length]);
    writeCross(s, normal, t);
  } else {
    // s runs along the wall, left to right for a viewer in front of it.
    const length = Math.hypot(x, y);
    s.set([-y / length, x / length, 0]);
    writeCross(t, s, normal);
  }
}

function writeCross(out: Float64Array, a: ArrayLike<number>, b: ArrayLike<number>): void {
  out.set([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]);
}

/** Unit vectors along which s and t increase; overwritten. */
interface DecalAxes {
  readonly s: Float64Array;
  readonly t: Float64Array;
}

/** Writes the decal's quad, projected onto a plane from the decal's origin. */
function writeQuad(
  out: Polygon,
  plane: Float64Array,
  origin: ArrayLike<number>,
  size: readonly [number, number],
  { s, t }: DecalAxes,
): void {
  writeDecalAxes(plane, s, t);
  const height = plane[0] * origin[0] + plane[1] * origin[1] + plane[2] * origin[2] - plane[3];
  out.count = 4;
  for (let corner = 0; corner < 4; corner++) {
    const right = CORNER_SIDES[corner * 2];
    const down = CORNER_SIDES[corner * 2 + 1];
    const at = corner * POINT_NUMBERS;
    for (let axis = 0; axis < 3; axis++) {
      out.values[at + axis] =
        origin[axis] -
        plane[axis] * height +
        (s[axis] * right * size[0] + t[axis] * down * size[1]) / 2;
    }
    out.values[at + 3] = (right + 1) / 2;
    out.values[at + 4] = (down + 1) / 2;
  }
}

export interface ShownDecals {
  readonly decals: readonly InfoDecal[];
  /** Returns the row of the decals' materials; −1 if not drawn. */
  readonly materialOf: (decal: InfoDecal) => number;
  /** Returns width and height of a material's texture in inches. */
  readonly sizeOf: (material: number) => readonly [number, number];
}

/**
 * Writes the decals that have a material. Throws FormatError (too-large).
 * @returns the number of decals that touch no drawn surface
 */
export function writeInfoDecals(
  { decals, materialOf, sizeOf }: ShownDecals,
  world: DecalWorld,
  surfaces: DecalSurfaces,
  writer: DecalWriter,
): number {
  const near = createNearFaces(world, surfaces);
  const quad = createPolygon(4);
  const plane = new Float64Array(4);
  const axes = { s: new Float64Array(3), t: new Float64Array(3) };
  const facet = createFacet();
  let unplaced = 0;
  for (const decal of decals) {
    const material = materialOf(decal);
    if (material < 0) continue;
    const { origin } = decal;
    const size = sizeOf(material);
    const radius = Math.hypot(size[0], size[1]) / 2 + DECAL_DISTANCE;
    const style: DecalStyle = {
      material,
      order: ORDER,
      tangent: axes.s,
      fadeOrigin: origin,
      fadeRange: [0, 0],
    };
    const addPieces = (add: AddPiece) => {
      const { placement, faces } = near.find(origin, radius);
      for (const face of faces) {
        surfaces.writePlane(placement, face, plane);
        writeQuad(quad, plane, origin, size, axes);
        if (surfaces.readFace(placement, face, facet)) add(quad, facet, plane, plane);
      }
      if (placement !== 0) return;
      surfaces.look(surfaces.grids.size);
      for (const [face, grid] of surfaces.grids) {
        if (surfaces.placementOf(face) !== 0) continue;
        surfaces.writePlane(0, face, plane);
        if (!isNearGrid(surfaces, grid, plane, origin, radius)) continue;
        writeQuad(quad, plane, origin, size, axes);
        addGrid(add, surfaces, { placement: 0, face, grid }, quad, { direction: plane, plane });
      }
    };
    if (!writer.writeDecal(style, addPieces)) unplaced++;
  }
  return unplaced;
}
