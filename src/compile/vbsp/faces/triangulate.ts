/**
 * Triangles for faces whose corners are joined by straight runs of vertices, where a fan would have
 * flat ones: they become the primitives of such faces.
 */

import type { VertexTable } from "./vertex-table.ts";

/** Square inches: a smaller triangle is flat. */
const FLAT_AREA = 0.01;

/** Whether a fan from the first vertex has a flat triangle. */
export function needsTriangles(loop: readonly number[], { position }: VertexTable): boolean {
  for (let i = 1; i + 1 < loop.length; i++) {
    if (triangleArea(position, loop[0], loop[i], loop[i + 1]) < FLAT_AREA) return true;
  }
  return false;
}

/** Triangles of a loop, as places in it; none is flat where the loop is not. */
export function triangulate(loop: readonly number[], { position }: VertexTable): number[] {
  const rest = loop.map((_, i) => i);
  const triangles: number[] = [];
  while (rest.length > 3) {
    let best = 0;
    let bestArea = Number.POSITIVE_INFINITY;
    for (let i = 0; i < rest.length; i++) {
      const [a, b, c] = earAt(rest, i);
      const area = triangleArea(position, loop[a], loop[b], loop[c]);
      if (area < FLAT_AREA || area >= bestArea || isFlatWithout(rest, i, loop, position)) continue;
      best = i;
      bestArea = area;
    }
    triangles.push(...earAt(rest, best));
    rest.splice(best, 1);
  }
  return [...triangles, ...rest];
}

function earAt(rest: readonly number[], i: number): [number, number, number] {
  const count = rest.length;
  return [rest[(i + count - 1) % count], rest[i], rest[(i + 1) % count]];
}

/** Whether all that a loop leaves without one vertex is on a line. */
function isFlatWithout(
  rest: readonly number[],
  skipped: number,
  loop: readonly number[],
  position: readonly number[],
): boolean {
  const left = rest.filter((_, i) => i !== skipped).map((i) => loop[i]);
  for (let i = 1; i + 1 < left.length; i++) {
    if (triangleArea(position, left[0], left[i], left[i + 1]) >= FLAT_AREA) return false;
  }
  return true;
}

function triangleArea(position: readonly number[], a: number, b: number, c: number): number {
  const u = [0, 1, 2].map((axis) => position[b * 3 + axis] - position[a * 3 + axis]);
  const v = [0, 1, 2].map((axis) => position[c * 3 + axis] - position[a * 3 + axis]);
  return (
    Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2
  );
}
