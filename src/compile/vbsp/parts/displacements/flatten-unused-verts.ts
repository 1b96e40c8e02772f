import { hasBit } from "../../../../core/bit-set.ts";
import { tessellate } from "../../../../scene/world/tessellate.ts";
import type { DispGrid } from "./disp-grid.ts";

/**
 * Moves the vertices that are not drawn, for a coarser neighbour's sake, onto the triangles that
 * are, so that whoever takes the grid whole (rays, overlays, light) meets the surface that is seen.
 */
export function flattenUnusedVerts(grid: DispGrid, allowed: Uint32Array): void {
  const { edge, position } = grid;
  const triangles = tessellate(edge, (vertex) => hasBit(allowed, vertex));
  const isUsed = new Uint8Array(edge * edge);
  for (const vertex of triangles) isUsed[vertex] = 1;
  for (let vertex = 0; vertex < edge * edge; vertex++) {
    if (isUsed[vertex] === 1) continue;
    const weights = findEnclosing(triangles, edge, vertex);
    for (let axis = 0; axis < 3; axis++) {
      let value = 0;
      for (const [corner, weight] of weights) value += position[corner * 3 + axis] * weight;
      position[vertex * 3 + axis] = value;
    }
  }
}

/** The triangle over a vertex's place in the grid, and the weights of its corners. */
function findEnclosing(triangles: Uint16Array, edge: number, vertex: number): [number, number][] {
  const x = vertex % edge;
  const y = Math.floor(vertex / edge);
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = triangles.subarray(i, i + 3);
    const cross = (p: number, q: number) =>
      ((p % edge) - x) * (Math.floor(q / edge) - y) - ((q % edge) - x) * (Math.floor(p / edge) - y);
    // Twice the areas of the triangles that the place makes with each side: whole numbers.
    const areas = [cross(b, c), cross(c, a), cross(a, b)];
    const whole = areas[0] + areas[1] + areas[2];
    if (areas.every((area) => area * whole >= 0) && whole !== 0) {
      return [a, b, c].map((corner, k) => [corner, areas[k] / whole]);
    }
  }
  throw new Error("visleaf bug: a displacement's triangles leave a hole in its grid");
}
