/**
 * Builds displacements: grids of (2^power + 1)^2 vertices over four-sided faces.
 *
 * Corners are numbered from the one nearest the start position, in the face's own order. Grid row i
 * runs along the edge from corner 0 to 1 (and 3 to 2), column j across. Source of the layout and
 * the corner rule: Valve's public `builddisp.cpp`.
 */

import type { BspWorld, Faces } from "../../formats/bsp/types.ts";
import { tessellateAllowed } from "./tessellate.ts";

/** Numbers per vertex in `DispBlends.values`. */
export const BLEND_NUMBERS = 20;

export interface DisplacementGrid {
  /** Vertices along an edge. */
  readonly edge: number;
  /** 3 numbers a vertex, row by row. */
  readonly position: Float32Array;
  /** Position on the flat face, 3 numbers a vertex. */
  readonly flat: Float32Array;
  /** Sum of the normals of adjacent triangles, not normalized, 3 numbers a vertex. */
  readonly normal: Float32Array;
  /** A word a vertex, as in `WORLD_VERTEX.blend`. */
  readonly blend: Uint32Array;
  /** Vertex numbers of the grid, counter-clockwise seen from the front, block by block. */
  readonly indices: Uint16Array;
  /** First index of each square block of the grid; one more at the end. */
  readonly blockFirstIndex: Uint16Array;
}

/** Writes the face's vertex positions (3 each), in order. */
export function writeFacePolygon(
  bsp: BspWorld,
  faces: Faces,
  face: number,
  out: Float32Array,
): number {
  const { surfEdges, edges, vertexes } = bsp;
  const count = faces.edgeCount[face];
  for (let i = 0; i < count; i++) {
    const surfEdge = surfEdges[faces.firstEdge[face] + i];
    const vertex = surfEdge >= 0 ? edges[surfEdge * 2] : edges[-surfEdge * 2 + 1];
    out[i * 3] = vertexes.position[vertex * 3];
    out[i * 3 + 1] = vertexes.position[vertex * 3 + 1];
    out[i * 3 + 2] = vertexes.position[vertex * 3 + 2];
  }
  return count;
}

function findStartCorner(corners: Float32Array, start: Float32Array, offset: number): number {
  let best = 0;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let corner = 0; corner < 4; corner++) {
    const distance = Math.hypot(
      corners[corner * 3] - start[offset],
      corners[corner * 3 + 1] - start[offset + 1],
      corners[corner * 3 + 2] - start[offset + 2],
    );
    if (distance < bestDistance) {
      bestDistance = distance;
      best = corner;
    }
  }
  return best;
}

/** Builds one displacement's grid. The face must have four edges (checked by the parser). */
export function buildDisplacementGrid(bsp: BspWorld, faces: Faces, face: number): DisplacementGrid {
  const { dispInfos, dispVerts, dispBlends, planes } = bsp;
  const info = faces.dispInfo[face];
  const edge = (1 << dispInfos.power[info]) + 1;
  const firstVert = dispInfos.firstVert[info];
  const corners = new Float32Array(faces.edgeCount[face] * 3);
  writeFacePolygon(bsp, faces, face, corners);
  const start = findStartCorner(corners, dispInfos.startPosition, info * 3);
  const corner = (number: number, axis: number) => corners[((start + number) % 4) * 3 + axis];

  const flat = new Float32Array(edge * edge * 3);
  const position = new Float32Array(edge * edge * 3);
  const blend = new Uint32Array(edge * edge);
  const firstLayers = dispBlends.firstVert[info] * BLEND_NUMBERS;
  for (let row = 0; row < edge; row++) {
    const v = row / (edge - 1);
    for (let column = 0; column < edge; column++) {
      const u = column / (edge - 1);
      const vertex = row * edge + column;
      const source = firstVert + vertex;
      for (let axis = 0; axis < 3; axis++) {
        const left = corner(0, axis) + (corner(1, axis) - corner(0, axis)) * v;
        const right = corner(3, axis) + (corner(2, axis) - corner(3, axis)) * v;
        const base = left + (right - left) * u;
        flat[vertex * 3 + axis] = base;
        position[vertex * 3 + axis] =
          base + dispVerts.vector[source * 3 + axis] * dispVerts.dist[source];
      }
      // Without weights for four textures, the second texture takes the weight of a two-texture
      // blend.
      const alpha = packUnorm(dispVerts.alpha[source] / 255, 0);
      blend[vertex] = alpha | (alpha << 8);
      if (firstLayers < 0) continue;
      blend[vertex] = alpha;
      for (let layer = 1; layer < 4; layer++) {
        const number = firstLayers + vertex * BLEND_NUMBERS + layer;
        blend[vertex] |= packUnorm(dispBlends.values[number], layer);
      }
    }
  }

  const allowed = dispInfos.allowedVerts;
  const { indices, blockFirstIndex } = tessellateAllowed(edge, allowed, info * 10);
  orientTriangles(indices, flat, planes.normal, faces.plane[face] * 3);
  const normal = sumNormals(edge, position, indices);
  return { edge, position, flat, normal, blend, indices, blockFirstIndex };
}

/** Packs a number from 0 to 1 as a byte of a word. */
function packUnorm(value: number, byte: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 255) << (byte * 8);
}

function writeTriangleNormal(
  out: Float32Array,
  position: Float32Array,
  a: number,
  b: number,
  c: number,
): void {
  const abX = position[b * 3] - position[a * 3];
  const abY = position[b * 3 + 1] - position[a * 3 + 1];
  const abZ = position[b * 3 + 2] - position[a * 3 + 2];
  const acX = position[c * 3] - position[a * 3];
  const acY = position[c * 3 + 1] - position[a * 3 + 1];
  const acZ = position[c * 3 + 2] - position[a * 3 + 2];
  out[0] = abY * acZ - abZ * acY;
  out[1] = abZ * acX - abX * acZ;
  out[2] = abX * acY - abY * acX;
}

const scratch = new Float32Array(3);

/**
 * Orients all triangles counter-clockwise as seen from the face's front, tested on the flat grid.
 */
function orientTriangles(
  indices: Uint16Array,
  flat: Float32Array,
  planeNormal: Float32Array,
  planeOffset: number,
): void {
  let facing = 0;
  for (let i = 0; i < indices.length; i += 3) {
    writeTriangleNormal(scratch, flat, indices[i], indices[i + 1], indices[i + 2]);
    for (let axis = 0; axis < 3; axis++) facing += scratch[axis] * planeNormal[planeOffset + axis];
  }
  if (facing >= 0) return;
  for (let i = 0; i < indices.length; i += 3) {
    const swap = indices[i + 1];
    indices[i + 1] = indices[i + 2];
    indices[i + 2] = swap;
  }
}

function sumNormals(edge: number, position: Float32Array, indices: Uint16Array): Float32Array {
  const normal = new Float32Array(edge * edge * 3);
  for (let i = 0; i < indices.length; i += 3) {
    writeTriangleNormal(scratch, position, indices[i], indices[i + 1], indices[i + 2]);
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[i + corner] * 3;
      for (let axis = 0; axis < 3; axis++) normal[vertex + axis] += scratch[axis];
    }
  }
  return normal;
}
