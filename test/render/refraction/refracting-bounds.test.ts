/** Tests the bounds of refracting surfaces, which decide whether the picture is copied. */

import { describe, expect, it } from "vitest";
import { FRUSTUM_FLOATS } from "../../../src/math/frustum.ts";
import { boundRefracting, isInView } from "../../../src/render/refraction/refracting-bounds.ts";
import { createView } from "../../../src/render/views/view.ts";

/** Rows 1 and 3 have one material, row 2 another; row 0 does not refract. */
const ROWS = {
  box: Float32Array.of(
    ...[0, 0, 0, 1000, 1000, 1000],
    ...[0, 0, 0, 10, 10, 10],
    ...[500, 0, 0, 510, 10, 10],
    ...[100, -20, 5, 110, 0, 30],
  ),
  clusters: Uint32Array.of(40, 3, 7),
  firstCluster: Uint32Array.of(0, 0, 1, 2),
  clusterCount: Uint32Array.of(0, 1, 1, 1),
};
const materialOf = (row: number) => (row === 2 ? 9 : 4);
const bound = (rows: typeof ROWS = ROWS) =>
  boundRefracting(Uint32Array.of(1, 2, 3), materialOf, rows)!;

/** Returns a view bounded by two planes across the x axis. */
function viewOf(from: number, to: number, clusters: Uint32Array | null) {
  const view = createView(null);
  const frustum = new Float32Array(FRUSTUM_FLOATS);
  frustum.set([1, 0, 0, -from, -1, 0, 0, to]);
  for (let plane = 2; plane * 4 < frustum.length; plane++) frustum[plane * 4 + 3] = 1;
  return { ...view, frustum, visible: clusters };
}

describe("bounds of refracting surfaces", () => {
  it("combine one box per material with the clusters of all its surfaces", () => {
    const { count, box, clusters } = bound();
    expect(count).toBe(2);
    expect([...box]).toEqual([0, -20, 0, 110, 10, 30, 500, 0, 0, 510, 10, 10]);
    expect(clusters.map((bits) => bits && [...bits])).toEqual([
      [1 << 7, 1 << 8],
      [1 << 3, 0],
    ]);
  });

  it("are null if nothing refracts", () => {
    expect(boundRefracting(new Uint32Array(0), materialOf, ROWS)).toBeNull();
  });

  it("are in view if any box is in the frustum and a visible cluster", () => {
    const all = Uint32Array.of(0xffffffff, 0xffffffff);
    const bounds = bound();
    expect(isInView(bounds, viewOf(90, 120, all))).toBe(true);
    expect(isInView(bounds, viewOf(200, 400, all))).toBe(false);
    expect(isInView(bounds, viewOf(505, 600, all))).toBe(true);
    // Only the cluster of the box inside the view counts.
    expect(isInView(bounds, viewOf(505, 600, Uint32Array.of(1 << 7, 0)))).toBe(false);
    expect(isInView(bounds, viewOf(90, 120, Uint32Array.of(0, 1 << 8)))).toBe(true);
    expect(isInView(bounds, viewOf(90, 120, null))).toBe(true);
  });

  it("are visible from everywhere if one surface is in no cluster", () => {
    const rows = { ...ROWS, clusterCount: Uint32Array.of(0, 1, 0, 1) };
    expect(isInView(bound(rows), viewOf(505, 600, Uint32Array.of(0, 0)))).toBe(true);
    expect(isInView(bound(rows), viewOf(90, 120, Uint32Array.of(0, 0)))).toBe(false);
  });

  it("are limited in number for many materials", () => {
    const count = 50;
    const rows = {
      box: Float32Array.from({ length: count * 6 }, (_, i) => Math.floor(i / 6)),
      clusters: new Uint32Array(0),
      firstCluster: new Uint32Array(count),
      clusterCount: new Uint32Array(count),
    };
    const all = boundRefracting(
      Uint32Array.from({ length: count }, (_, i) => i),
      (i) => i,
      rows,
    )!;
    expect(all.count).toBe(32);
    expect([...all.box.subarray(31 * 6)]).toEqual([31, 31, 31, 49, 49, 49]);
  });
});
