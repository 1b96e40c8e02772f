/**
 * Provides the surfaces that decals are clipped to: flat pieces, each with the vertices of the
 * world mesh that provide its light.
 */

import type { Ledger } from "../../core/ledger.ts";
import type { BspWorld, Faces } from "../../formats/bsp/types.ts";
import type { LeafTree } from "../../map/types.ts";
import { writeTransformedBox } from "../../math/transformed-box.ts";
import { makeBoxLeafs, writeBoxLeafs } from "../../visibility/leaf-walk.ts";
import type { ModelPlacement } from "../brushes/brush-models.ts";
import type { WorldMaterials } from "../materials/material-names.ts";
import { type DisplacementGrid, writeFacePolygon } from "../world/displacement.ts";
import { listSurfaces } from "../world/surfaces.ts";
import { buildDisplacementGrids, measureSurfaces } from "../world/world.ts";

/** A convex piece of a surface, planar except for rounding. */
export interface Facet {
  count: number;
  /** Flat position in world space, 3 numbers a corner. */
  flat: Float64Array;
  /** Displaced position as drawn, 3 numbers a corner. */
  place: Float64Array;
  /** Vertex of the world mesh at each corner. */
  vertex: Uint32Array;
}

export interface DecalSurfaces {
  readonly placements: readonly ModelPlacement[];
  readonly grids: ReadonlyMap<number, DisplacementGrid>;
  /**
   * Takes this many lookups of a face or triangle from the budget. Throws FormatError (too-large).
   */
  readonly look: (count: number) => void;
  /** Returns the first placement in which a face is drawn; −1 if none. */
  readonly placementOf: (face: number) => number;
  /**
   * Writes the plane (4 numbers) of a face in world space. The plane faces the same way as the
   * face.
   */
  readonly writePlane: (placement: number, face: number, out: Float64Array) => void;
  /**
   * Reads the corners of a face that is not a displacement; returns `false` if it is not drawn
   * there.
   */
  readonly readFace: (placement: number, face: number, out: Facet) => boolean;
  /**
   * Reads the corners of a triangle of a displacement; returns `false` if it is not drawn there.
   */
  readonly readTriangle: (
    placement: number,
    face: number,
    grid: DisplacementGrid,
    triangle: number,
    out: Facet,
  ) => boolean;
}

export function createFacet(): Facet {
  return {
    count: 0,
    flat: new Float64Array(0),
    place: new Float64Array(0),
    vertex: new Uint32Array(0),
  };
}

/** The inputs that the world was built from. */
export interface DecalWorld {
  readonly bsp: BspWorld;
  readonly faces: Faces;
  readonly tree: LeafTree;
  readonly materials: WorldMaterials;
  readonly placements: readonly ModelPlacement[];
}

const NOT_DRAWN = 0xffffffff;

/** @param where subject of the `FormatErrorDetail` if the budget is exceeded */
export function listDecalSurfaces(
  { bsp, faces, tree, materials, placements }: DecalWorld,
  ledger: Ledger,
  where: string,
): DecalSurfaces {
  const { models, planes } = bsp;
  const grids = buildDisplacementGrids(bsp, faces);
  // The world build has already paid for these surfaces, and they are released after this function.
  const own = ledger.renew();
  const surfaces = listSurfaces({ bsp, faces, tree, materials, placements, grids, ledger: own });
  const { firstVertex } = measureSurfaces(bsp, faces, surfaces, grids);
  // Each face of each placed model has a row.
  const firstRow = new Uint32Array(placements.length + 1);
  for (const [p, { model }] of placements.entries()) {
    firstRow[p + 1] = firstRow[p] + models.faceCount[model];
  }
  const vertexOf = new Uint32Array(firstRow[placements.length]).fill(NOT_DRAWN);
  const placementOfFace = new Int32Array(faces.count).fill(-1);
  for (let row = 0; row < surfaces.count; row++) {
    const placement = surfaces.placement[row];
    if (placements[placement].isHidden) continue;
    const face = surfaces.face[row];
    const at = firstRow[placement] + face - models.firstFace[placements[placement].model];
    // A displacement's vertices are written with its first block.
    vertexOf[at] = Math.min(vertexOf[at], firstVertex[row]);
    const known = placementOfFace[face];
    if (known < 0 || placement < known) placementOfFace[face] = placement;
  }
  const firstVertexOf = (placement: number, face: number): number =>
    vertexOf[firstRow[placement] + face - models.firstFace[placements[placement].model]];

  let polygon = new Float32Array(64 * 3);
  return {
    placements,
    grids,
    look: (count) => ledger.take("decalEdges", count, where),
    placementOf: (face) => placementOfFace[face],
    writePlane(placement, face, out) {
      const plane = faces.plane[face];
      const n = planes.normal.subarray(plane * 3, plane * 3 + 3);
      const { matrix: m } = placements[placement];
      let distance = planes.dist[plane];
      for (let axis = 0; axis < 3; axis++) {
        const r = axis * 4;
        out[axis] = m ? m[r] * n[0] + m[r + 1] * n[1] + m[r + 2] * n[2] : n[axis];
        if (m) distance += out[axis] * m[r + 3];
      }
      out[3] = distance;
    },
    readFace(placement, face, out) {
      const first = firstVertexOf(placement, face);
      if (first === NOT_DRAWN) return false;
      const count = faces.edgeCount[face];
      if (polygon.length < count * 3) polygon = new Float32Array(count * 3);
      writeFacePolygon(bsp, faces, face, polygon);
      reserveCorners(out, count);
      for (let corner = 0; corner < count; corner++) {
        out.vertex[corner] = first + corner;
        writePlace(placements[placement].matrix, polygon, corner, out.flat, corner);
      }
      out.place.set(out.flat.subarray(0, count * 3));
      return true;
    },
    readTriangle(placement, face, grid, triangle, out) {
      const first = firstVertexOf(placement, face);
      if (first === NOT_DRAWN) return false;
      reserveCorners(out, 3);
      const { matrix } = placements[placement];
      for (let corner = 0; corner < 3; corner++) {
        const vertex = grid.indices[triangle * 3 + corner];
        out.vertex[corner] = first + vertex;
        writePlace(matrix, grid.flat, vertex, out.flat, corner);
        writePlace(matrix, grid.position, vertex, out.place, corner);
      }
      return true;
    },
  };
}

function reserveCorners(facet: Facet, count: number): void {
  facet.count = count;
  if (facet.vertex.length >= count) return;
  facet.flat = new Float64Array(count * 3);
  facet.place = new Float64Array(count * 3);
  facet.vertex = new Uint32Array(count);
}

/** Copies a point, transformed by a 3x4 matrix unless it is `null`. */
function writePlace(
  m: Float32Array | null,
  from: Float32Array,
  point: number,
  to: Float64Array,
  corner: number,
): void {
  const x = from[point * 3];
  const y = from[point * 3 + 1];
  const z = from[point * 3 + 2];
  for (let axis = 0; axis < 3; axis++) {
    const r = axis * 4;
    to[corner * 3 + axis] = m
      ? m[r] * x + m[r + 1] * y + m[r + 2] * z + m[r + 3]
      : from[point * 3 + axis];
  }
}

// Faces by place: the world's faces by the leaves that a box touches, a brush entity's faces by its
// box.

export interface FaceSearch {
  /** Box of each placement in world space: minimum, maximum. */
  readonly boxes: Float32Array;
  /**
   * Visits the world's faces in leaves that touch a box, each once. Lookups are taken from the
   * budget.
   */
  readonly visitWorld: (box: Float32Array, visit: (face: number) => void) => void;
  /** Visits all faces of a placement's model. */
  readonly visitModel: (placement: number, visit: (face: number) => void) => void;
}

export function createFaceSearch(
  { bsp, faces, tree }: DecalWorld,
  surfaces: DecalSurfaces,
): FaceSearch {
  const { models, leafs, leafFaces } = bsp;
  const { placements } = surfaces;
  const boxes = new Float32Array(placements.length * 6);
  for (const [p, { model, matrix }] of placements.entries()) {
    const mins = models.mins.subarray(model * 3, model * 3 + 3);
    const maxs = models.maxs.subarray(model * 3, model * 3 + 3);
    if (matrix) {
      writeTransformedBox(boxes, p * 6, matrix, 0, mins, maxs);
    } else {
      boxes.set(mins, p * 6);
      boxes.set(maxs, p * 6 + 3);
    }
  }
  const boxLeafs = makeBoxLeafs(tree);
  /** Number of the search, from 1, in which each face was last visited. */
  const seenIn = new Uint32Array(faces.count);
  let search = 0;

  return {
    boxes,
    visitWorld(box, visit) {
      search++;
      const leafCount = writeBoxLeafs(tree, box, 0, boxLeafs);
      surfaces.look(leafCount);
      for (let i = 0; i < leafCount; i++) {
        const leaf = boxLeafs[i];
        const end = leafs.firstLeafFace[leaf] + leafs.leafFaceCount[leaf];
        surfaces.look(leafs.leafFaceCount[leaf]);
        for (let at = leafs.firstLeafFace[leaf]; at < end; at++) {
          const face = leafFaces[at];
          if (face >= faces.count || seenIn[face] === search) continue;
          seenIn[face] = search;
          if (surfaces.placementOf(face) === 0) visit(face);
        }
      }
    },
    visitModel(placement, visit) {
      const { model } = placements[placement];
      const first = models.firstFace[model];
      surfaces.look(models.faceCount[model]);
      for (let face = first; face < first + models.faceCount[model]; face++) visit(face);
    },
  };
}
