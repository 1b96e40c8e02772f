/**
 * Displacements: a grid of (2^power + 1)^2 vertices over a four-sided face.
 *
 * Corners are numbered from the one nearest the start position, in the face's own order. Grid row i
 * runs along the edge from corner 0 to 1 (and 3 to 2), column j across. Source of the layout and of
 * the corner rule: Valve's public `builddisp.cpp`; which vertices stand next to a coarser neighbour
 * is said by the `AllowedVerts` bits of `ddispinfo_t`.
 */

import type { Bsp, Faces } from "../formats/bsp/types.ts";

export interface DisplacementGrid {
  /** Vertices of an edge. */
  readonly edge: number;
  /** 3 a vertex, row by row. */
  readonly position: Float32Array;
  /** 3 a vertex: where it would lie on the flat face. */
  readonly flat: Float32Array;
  /** 3 a vertex: sum of the normals of the triangles around it, not normalized. */
  readonly normal: Float32Array;
  /** A value a vertex, 0..1: how much of the second texture shows. */
  readonly blend: Float32Array;
  /** Vertex numbers of the grid, counter-clockwise seen from the front, block after block. */
  readonly indices: Uint16Array;
  /** Where each square block of the grid begins in `indices`; one more at the end. */
  readonly blockFirstIndex: Uint16Array;
}

/** Cells along a block's edge: small enough that what the view cuts off is not drawn. */
const BLOCK_CELLS = 4;

/** The face's vertex positions (3 each), in order. */
export function writeFacePolygon(bsp: Bsp, faces: Faces, face: number, out: Float32Array): number {
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

/**
 * Triangles of a grid whose vertices are not all allowed: a quadtree of fans around the centres.
 * A quadrant whose own centre is allowed is left to that quadrant.
 */
export function tessellate(edge: number, isAllowed: (vertex: number) => boolean): Uint16Array {
  const triangles: number[] = [];
  const at = (row: number, column: number) => row * edge + column;
  // The eight vertices around a centre: corners at even places, middles of sides at odd ones.
  const around = [-1, -1, -1, 0, -1, 1, 0, 1, 1, 1, 1, 0, 1, -1, 0, -1];
  const fan = (row: number, column: number, half: number): void => {
    const quarter = half >> 1;
    const isSplit = [0, 2, 4, 6].map((corner) => {
      if (quarter === 0) return false;
      const r = row + around[corner * 2] * quarter;
      const c = column + around[corner * 2 + 1] * quarter;
      if (!isAllowed(at(r, c))) return false;
      fan(r, c, quarter);
      return true;
    });
    const rim: number[] = [];
    for (let i = 0; i < 8; i++) {
      const vertex = at(row + around[i * 2] * half, column + around[i * 2 + 1] * half);
      if (i % 2 === 0 || isAllowed(vertex)) rim.push(i);
    }
    for (let i = 0; i < rim.length; i++) {
      const from = rim[i];
      const to = rim[(i + 1) % rim.length];
      // The corner of this step names the quadrant that the triangle lies in.
      const corner = from % 2 === 0 ? from : (from + 1) % 8;
      if (isSplit[corner / 2]) continue;
      const a = at(row + around[from * 2] * half, column + around[from * 2 + 1] * half);
      const b = at(row + around[to * 2] * half, column + around[to * 2 + 1] * half);
      triangles.push(at(row, column), a, b);
    }
  };
  const half = (edge - 1) >> 1;
  fan(half, half, half);
  return Uint16Array.from(triangles);
}

/**
 * Sorts triangles by the square block of the grid that their middles lie in, in place.
 * @returns the first index of each block, and the end of the last
 */
export function sortByBlock(edge: number, indices: Uint16Array): Uint16Array {
  const cells = edge - 1;
  // A grid has at least four blocks, however coarse.
  const across = Math.max(2, cells / BLOCK_CELLS);
  const count = indices.length / 3;
  const block = new Uint8Array(count);
  const first = new Uint16Array(across * across + 1);
  for (let triangle = 0; triangle < count; triangle++) {
    let row = 0;
    let column = 0;
    for (let i = triangle * 3; i < triangle * 3 + 3; i++) {
      row += Math.floor(indices[i] / edge);
      column += indices[i] % edge;
    }
    const place = (sum: number) => Math.min(across - 1, Math.floor((sum * across) / (cells * 3)));
    block[triangle] = place(row) * across + place(column);
    first[block[triangle] + 1] += 3;
  }
  for (let i = 1; i < first.length; i++) first[i] += first[i - 1];
  const unsorted = indices.slice();
  const next = first.slice();
  for (let triangle = 0; triangle < count; triangle++) {
    for (let i = 0; i < 3; i++) indices[next[block[triangle]]++] = unsorted[triangle * 3 + i];
  }
  return first;
}

/** Builds one displacement's grid. The face must have four edges (checked by the parser). */
export function buildDisplacementGrid(bsp: Bsp, faces: Faces, face: number): DisplacementGrid {
  const { dispInfos, dispVerts, planes } = bsp;
  const info = faces.dispInfo[face];
  const edge = (1 << dispInfos.power[info]) + 1;
  const firstVert = dispInfos.firstVert[info];
  const corners = new Float32Array(faces.edgeCount[face] * 3);
  writeFacePolygon(bsp, faces, face, corners);
  const start = findStartCorner(corners, dispInfos.startPosition, info * 3);
  const corner = (number: number, axis: number) => corners[((start + number) % 4) * 3 + axis];

  const flat = new Float32Array(edge * edge * 3);
  const position = new Float32Array(edge * edge * 3);
  const blend = new Float32Array(edge * edge);
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
      blend[vertex] = Math.min(1, Math.max(0, dispVerts.alpha[source] / 255));
    }
  }

  const allowed = dispInfos.allowedVerts;
  const indices = tessellate(
    edge,
    (vertex) => ((allowed[info * 10 + (vertex >>> 5)] >>> (vertex & 31)) & 1) === 1,
  );
  orientTriangles(indices, flat, planes.normal, faces.plane[face] * 3);
  const blockFirstIndex = sortByBlock(edge, indices);
  const normal = sumNormals(edge, position, indices);
  return { edge, position, flat, normal, blend, indices, blockFirstIndex };
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

/** Turns all triangles counter-clockwise as seen from the face's front, judged on the flat grid. */
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
