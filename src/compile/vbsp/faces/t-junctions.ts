/**
 * Adds vertices where another face's vertex lies on an edge. Without them, rounding leaves cracks.
 */

import type { BspFace } from "../tree/tree.ts";
import type { VertexTable } from "./triangulate.ts";

/** Largest distance in inches of a vertex that lies on an edge. */
const ON_EDGE = 0.1;
const CELL = 32;

const cellKey = (i: number, j: number, k: number): number =>
  ((i + 4096) * 8192 + (j + 4096)) * 8192 + (k + 4096);

/**
 * Sets `vertexes` of the faces of one model: their corners, and every vertex of another face on an
 * edge. Rotates a face so that a fan from its first vertex has no degenerate triangle, if possible;
 * `triangulate` handles the others. Faces left with fewer than three vertices get none.
 * @param addMissing false to use only corners, for displacements, which have four
 */
export function joinEdges(
  faces: readonly BspFace[],
  vertices: VertexTable,
  addMissing = true,
): void {
  const cells = new Map<number, number[]>();
  const placed = new Set<number>();
  const loops = faces.map((face) => numberCorners(face, vertices));
  for (const loop of loops) {
    for (const vertex of loop) {
      if (placed.has(vertex)) continue;
      placed.add(vertex);
      const at = vertex * 3;
      const key = cellKey(
        Math.floor(vertices.position[at] / CELL),
        Math.floor(vertices.position[at + 1] / CELL),
        Math.floor(vertices.position[at + 2] / CELL),
      );
      const cell = cells.get(key);
      if (cell) cell.push(vertex);
      else cells.set(key, [vertex]);
    }
  }
  for (const [i, face] of faces.entries()) {
    const corners = loops[i];
    if (corners.length < 3) continue;
    if (!addMissing) {
      face.vertexes = corners;
      continue;
    }
    const loop: number[] = [];
    const edgeOf: number[] = [];
    for (let k = 0; k < corners.length; k++) {
      const to = corners[(k + 1) % corners.length];
      for (const vertex of [corners[k], ...listOnEdge(corners[k], to, vertices, cells)]) {
        if (loop.includes(vertex)) continue;
        loop.push(vertex);
        edgeOf.push(k);
      }
    }
    face.vertexes = turnForFan(loop, edgeOf, corners);
  }
}

/** Returns the vertex numbers of a face's corners, joined ones once. */
function numberCorners({ winding }: BspFace, vertices: VertexTable): number[] {
  const loop: number[] = [];
  for (let i = 0; i < winding.length; i += 3) {
    const vertex = vertices.find(winding[i], winding[i + 1], winding[i + 2]);
    if (!loop.includes(vertex)) loop.push(vertex);
  }
  return loop;
}

/** Lists vertices strictly between the ends of an edge, in order. */
function listOnEdge(
  from: number,
  to: number,
  { position }: VertexTable,
  cells: ReadonlyMap<number, readonly number[]>,
): number[] {
  const start = [position[from * 3], position[from * 3 + 1], position[from * 3 + 2]];
  const edge = [0, 1, 2].map((axis) => position[to * 3 + axis] - start[axis]);
  const length = Math.hypot(edge[0], edge[1], edge[2]);
  const direction = edge.map((value) => value / length);
  const found: { vertex: number; along: number }[] = [];
  const seen = new Set<number>();
  const steps = Math.max(1, Math.ceil(length / CELL));
  for (let step = 0; step < steps; step++) {
    const low = [0, 0, 0];
    const high = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const a = start[axis] + (edge[axis] * step) / steps;
      const b = start[axis] + (edge[axis] * (step + 1)) / steps;
      low[axis] = Math.floor((Math.min(a, b) - ON_EDGE) / CELL);
      high[axis] = Math.floor((Math.max(a, b) + ON_EDGE) / CELL);
    }
    for (let i = low[0]; i <= high[0]; i++) {
      for (let j = low[1]; j <= high[1]; j++) {
        for (let k = low[2]; k <= high[2]; k++) {
          const key = cellKey(i, j, k);
          if (seen.has(key)) continue;
          seen.add(key);
          for (const vertex of cells.get(key) ?? []) {
            const along = placeOnEdge(vertex, position, start, direction, length);
            if (along > 0) found.push({ vertex, along });
          }
        }
      }
    }
  }
  found.sort((a, b) => a.along - b.along || a.vertex - b.vertex);
  return found.map(({ vertex }) => vertex);
}

/** Returns the distance in inches from the start of an edge; 0 if the vertex is not within it. */
function placeOnEdge(
  vertex: number,
  position: readonly number[],
  start: readonly number[],
  direction: readonly number[],
  length: number,
): number {
  const x = position[vertex * 3] - start[0];
  const y = position[vertex * 3 + 1] - start[1];
  const z = position[vertex * 3 + 2] - start[2];
  const along = x * direction[0] + y * direction[1] + z * direction[2];
  if (along <= ON_EDGE || along >= length - ON_EDGE) return 0;
  const off = Math.hypot(
    x - along * direction[0],
    y - along * direction[1],
    z - along * direction[2],
  );
  return off < ON_EDGE ? along : 0;
}

/**
 * Rotates a loop so that no triangle of a fan from its first vertex is degenerate: no other edge
 * may lie on a straight side that contains this vertex. Returns the loop unchanged if there is no
 * such vertex.
 * @param edgeOf for each vertex the side that begins at it or contains it
 */
function turnForFan(
  loop: readonly number[],
  edgeOf: readonly number[],
  corners: readonly number[],
): number[] {
  const count = loop.length;
  if (count === corners.length) return [...loop];
  const edges = new Array<number>(corners.length).fill(0);
  for (const side of edgeOf) edges[side]++;
  for (let i = 0; i < count; i++) {
    const side = edgeOf[i];
    const isCorner = i === 0 || edgeOf[i - 1] !== side;
    const before = (side + corners.length - 1) % corners.length;
    const isSound = isCorner ? edges[side] === 1 && edges[before] === 1 : edges[side] === 2;
    if (isSound) return [...loop.slice(i), ...loop.slice(0, i)];
  }
  return [...loop];
}
