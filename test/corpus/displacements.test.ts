import { describe, expect, it } from "vitest";
import {
  buildDisplacementGrid,
  type DisplacementGrid,
} from "../../src/scene/world/displacement.ts";
import { hasCorpus } from "../support/corpus.ts";
import { openCorpusMaps } from "../support/open-corpus-maps.ts";

type Point = readonly [number, number, number];

const flatOf = (grid: DisplacementGrid, vertex: number): Point => [
  grid.flat[vertex * 3],
  grid.flat[vertex * 3 + 1],
  grid.flat[vertex * 3 + 2],
];

/** Returns edges of only one triangle: the drawn outline of the grid. */
function listRimEdges(grid: DisplacementGrid): [number, number][] {
  const edges = new Map<number, [number, number] | null>();
  for (let i = 0; i < grid.indices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const a = grid.indices[i + k];
      const b = grid.indices[i + ((k + 1) % 3)];
      const key = Math.min(a, b) * 1024 + Math.max(a, b);
      edges.set(key, edges.has(key) ? null : [a, b]);
    }
  }
  return [...edges.values()].filter((edge) => edge !== null);
}

/** Returns corners of the side that both ends of a rim edge lie on. */
function sideOf(grid: DisplacementGrid, a: number, b: number): [Point, Point] {
  const last = grid.edge - 1;
  const at = (row: number, column: number) => flatOf(grid, row * grid.edge + column);
  const row = (v: number) => Math.floor(v / grid.edge);
  const column = (v: number) => v % grid.edge;
  if (row(a) === row(b)) return [at(row(a), 0), at(row(a), last)];
  return [at(0, column(a)), at(last, column(a))];
}

/** Returns whether a grid has a corner at a point. */
function hasCorner(grid: DisplacementGrid, p: Point): boolean {
  const last = grid.edge - 1;
  return [0, last, last * grid.edge, last * grid.edge + last].some(
    (v) => Math.hypot(...flatOf(grid, v).map((value, i) => value - p[i])) < 0.1,
  );
}

/** Returns whether a point lies between two others, a little away from both. */
function isBetween(p: Point, a: Point, b: Point): boolean {
  const ab = b.map((v, i) => v - a[i]);
  const ap = p.map((v, i) => v - a[i]);
  const length = Math.hypot(...ab);
  const along = (ab[0] * ap[0] + ab[1] * ap[1] + ab[2] * ap[2]) / length;
  if (along < 0.5 || along > length - 0.5) return false;
  return Math.hypot(...ap.map((v, i) => v - (ab[i] / length) * along)) < 0.05;
}

describe.skipIf(!hasCorpus)("displacements of real maps", () => {
  it("meet without cracks at shared sides, whatever their powers", () => {
    let shared = 0;
    let thinned = 0;
    for (const { name, bsp } of openCorpusMaps()) {
      const grids: DisplacementGrid[] = [];
      for (let face = 0; face < bsp.faces.count; face++) {
        if (bsp.faces.dispInfo[face] >= 0) grids.push(buildDisplacementGrid(bsp, bsp.faces, face));
      }
      const edges = grids.map(listRimEdges);
      const rims = grids.map((grid, g) =>
        [...new Set(edges[g].flat())].map((vertex) => flatOf(grid, vertex)),
      );
      let cracks = 0;
      for (const [g, grid] of grids.entries()) {
        if (edges[g].length < (grid.edge - 1) * 4) thinned++;
        for (const [a, b] of edges[g]) {
          const side = sideOf(grid, a, b);
          const [from, to] = [flatOf(grid, a), flatOf(grid, b)];
          for (const [other, rim] of rims.entries()) {
            // vbsp makes neighbours of sides with the same corners; others may still touch.
            if (other === g || !side.every((corner) => hasCorner(grids[other], corner))) continue;
            shared++;
            if (rim.some((p) => isBetween(p, from, to))) cracks++;
          }
        }
      }
      expect(cracks, name).toBe(0);
    }
    console.log(`edges on shared sides: ${shared}, grids thinned for a neighbour: ${thinned}`);
    expect(shared).toBeGreaterThan(3000);
    expect(thinned).toBeGreaterThan(10);
  });
});
