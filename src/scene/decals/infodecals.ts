/**
 * Decals of `infodecal`: the entity stands at a surface, and its picture is laid on the faces there. Which
 * entities spray by themselves is Valve's public `world.cpp`; a picture's size is its texture's, times the
 * material's `$decalscale`. On walls it stands upright, on floors its top is north.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { parseVector } from "../brushes/brush-models.ts";
import { contentName } from "../materials/content-name.ts";
import { createFacet, type DecalSurfaces, type DecalWorld } from "./decal-surfaces.ts";
import type { AddPiece, DecalStyle, DecalWriter } from "./decal-writer.ts";
import { addGrid } from "./grid-pieces.ts";
import { createNearFaces, DECAL_DISTANCE } from "./near-faces.ts";
import { isNearGrid } from "./near-grid.ts";
import { createPolygon, POINT_NUMBERS, type Polygon } from "./polygon.ts";

/** Drawn after all overlays. */
const ORDER = 4;
/** Cosine of 45 degrees: what looks up or down more than that is a floor or a ceiling. */
const STEEPEST_FLOOR = Math.SQRT1_2;
/** 4 corners: which side of the picture they are at, in s and t. */
const CORNER_SIDES = [-1, -1, -1, 1, 1, 1, 1, -1];

export interface InfoDecal {
  readonly origin: readonly [number, number, number];
  /** The material's name. */
  readonly name: string;
}

/** Those that are there when the map starts: what has a name waits until it is triggered. */
export function listInfoDecals(entities: readonly Entity[]): InfoDecal[] {
  return entities
    .filter((entity) => entity.get("classname")?.toLowerCase() === "infodecal")
    .filter((entity) => !entity.get("targetname"))
    .map((entity) => ({
      origin: parseVector(entity.get("origin")),
      name: contentName(entity.get("texture") ?? "", ".vmt"),
    }));
}

/** Writes the directions in which s and t rise on a surface that looks along a normal, unit length. */
export function writeDecalAxes(normal: ArrayLike<number>, s: Float64Array, t: Float64Array): void {
  const [x, y, z] = [normal[0], normal[1], normal[2]];
  if (Math.abs(z) > STEEPEST_FLOOR) {
    // s runs east, as far as the slope lets it.
    const length = Math.hypot(y, z);
    t.set([0, -z / length, y / length]);
    writeCross(s, normal, t);
  } else {
    // s runs along the wall, from left to right as it is seen from before it.
    const length = Math.hypot(x, y);
    s.set([-y / length, x / length, 0]);
    writeCross(t, s, normal);
  }
}

function writeCross(out: Float64Array, a: ArrayLike<number>, b: ArrayLike<number>): void {
  out.set([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]);
}

/** Writes the picture as it lies on a plane, before which or behind which the decal stands. */
function writeQuad(
  out: Polygon,
  plane: Float64Array,
  origin: ArrayLike<number>,
  size: readonly [number, number],
  s: Float64Array,
  t: Float64Array,
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

/**
 * Writes those decals that have a material.
 * @param materialOf row of the decals' materials; -1: it is not drawn
 * @param sizeOf inches of a material's picture: width, height
 * @returns how many of them lie on no surface that is drawn. Throws FormatError (too-large)
 */
export function writeInfoDecals(
  decals: readonly InfoDecal[],
  materialOf: (decal: InfoDecal) => number,
  sizeOf: (material: number) => readonly [number, number],
  world: DecalWorld,
  surfaces: DecalSurfaces,
  writer: DecalWriter,
): number {
  const near = createNearFaces(world, surfaces);
  const quad = createPolygon(4);
  const plane = new Float64Array(4);
  const s = new Float64Array(3);
  const t = new Float64Array(3);
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
      tangent: s,
      fadeOrigin: origin,
      fadeRange: [0, 0],
    };
    const addPieces = (add: AddPiece) => {
      const { placement, faces } = near.find(origin, radius);
      for (const face of faces) {
        surfaces.writePlane(placement, face, plane);
        writeQuad(quad, plane, origin, size, s, t);
        if (surfaces.readFace(placement, face, facet)) add(quad, facet, plane, plane);
      }
      if (placement !== 0) return;
      surfaces.look(surfaces.grids.size);
      for (const [face, grid] of surfaces.grids) {
        if (surfaces.placementOf(face) !== 0) continue;
        surfaces.writePlane(0, face, plane);
        if (!isNearGrid(surfaces, grid, plane, origin, radius)) continue;
        writeQuad(quad, plane, origin, size, s, t);
        addGrid(add, surfaces, 0, face, grid, quad, plane, plane);
      }
    };
    if (!writer.writeDecal(style, addPieces)) unplaced++;
  }
  return unplaced;
}
