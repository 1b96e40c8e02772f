import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHullTrace, SWEEP_GAP } from "../../src/visibility/hull-trace.ts";
import { gapOf } from "../oracle/walk/box-apart.ts";
import { makeHulls } from "./make-hulls.ts";

const HALF = [16, 16, 36] as const;
const SOLID = 1;

function sweeper(boxes: readonly number[][], corners: readonly number[] = []) {
  const trace = createHullTrace(makeHulls(boxes, corners));
  trace.setBox(...HALF);
  return (from: readonly number[], to: readonly number[], contents = SOLID) => {
    trace.sweep(from[0], from[1], from[2], to[0], to[1], to[2], contents);
    return { ...trace.hit };
  };
}

describe("a hull sweep", () => {
  const wall = [100, -50, -50, 120, 50, 200];

  it("stops just before an obstacle and returns its normal", () => {
    const sweep = sweeper([wall]);
    const hit = sweep([0, 0, 0], [200, 0, 0]);
    expect(hit.x).toBeCloseTo(100 - 16 - SWEEP_GAP, 6);
    expect(hit).toMatchObject({ normalX: -1, normalY: 0, normalZ: 0, contents: 1 });
    expect(hit.startsSolid).toBe(false);
    expect(sweep([0, 0, 0], [80, 0, 0]).fraction).toBe(1);
    // Beside it, above it, and away from it.
    expect(sweep([0, 66.5, 0], [200, 66.5, 0]).fraction).toBe(1);
    expect(sweep([0, 0, 236.5], [200, 0, 236.5]).fraction).toBe(1);
    expect(sweep([83.9, 0, 0], [-200, 0, 0]).fraction).toBe(1);
    expect(sweep([110, 0, 300], [110, 0, 0])).toMatchObject({ normalZ: 1 });
  });

  it("reports a start inside a solid", () => {
    const sweep = sweeper([wall]);
    expect(sweep([110, 0, 0], [110, 0, 0])).toMatchObject({ startsSolid: true, isAllSolid: true });
    const out = sweep([110, 0, 0], [400, 0, 0]);
    expect(out).toMatchObject({ startsSolid: true, isAllSolid: false, fraction: 1 });
  });

  it("ignores brushes without the requested contents", () => {
    const sweep = sweeper([wall]);
    expect(sweep([0, 0, 0], [200, 0, 0], 0x10).fraction).toBe(1);
  });

  it("hits the first of many boxes", () => {
    const box = fc
      .tuple(...Array.from({ length: 6 }, () => fc.integer({ min: -400, max: 400 })))
      .map(([x, y, z, w, d, h]) => [x, y, z, x + Math.abs(w), y + Math.abs(d), z + Math.abs(h)]);
    const place = fc.tuple(...Array.from({ length: 3 }, () => fc.integer({ min: -800, max: 800 })));
    fc.assert(
      fc.property(fc.array(box, { minLength: 1, maxLength: 20 }), place, place, (boxes, a, b) => {
        fc.pre(a.some((value, i) => value !== b[i]));
        const hit = sweeper(boxes)(a, b);
        let first = 1;
        let startsIn = false;
        for (const one of boxes) {
          let enter = 0;
          let leave = 1;
          let isIn = true;
          for (let axis = 0; axis < 3; axis++) {
            const low = one[axis] - HALF[axis] - a[axis];
            const high = one[axis + 3] + HALF[axis] - a[axis];
            const way = b[axis] - a[axis];
            if (low > 0 || high < 0) isIn = false;
            if (way === 0) {
              if (low > 0 || high < 0) enter = 2;
              continue;
            }
            enter = Math.max(enter, Math.min(low / way, high / way));
            leave = Math.min(leave, Math.max(low / way, high / way));
          }
          if (isIn) startsIn = true;
          else if (enter < leave) first = Math.min(first, enter);
        }
        expect(hit.startsSolid).toBe(startsIn);
        if (startsIn) return;
        const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
        // The gap is kept along the normal, so the distance along the path may be longer; grazing
        // hits may differ.
        const least = Math.max(...[0, 1, 2].map((i) => Math.abs(hit[NORMALS[i]]))) || 1;
        expect(hit.fraction).toBeLessThanOrEqual(first + 1e-6);
        const slope = Math.abs(
          ((b[0] - a[0]) * hit.normalX +
            (b[1] - a[1]) * hit.normalY +
            (b[2] - a[2]) * hit.normalZ) /
            length,
        );
        if (hit.fraction > 0 && slope > 0) {
          expect(first - hit.fraction).toBeLessThan((SWEEP_GAP / slope / length) * least + 1e-5);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const NORMALS = ["normalX", "normalY", "normalZ"] as const;

describe("a hull sweep over a displacement", () => {
  const floor = [0, 0, 0, 400, 0, 0, 0, 400, 0];

  it("lands on it from above only", () => {
    const sweep = sweeper([], floor);
    const hit = sweep([100, 100, 200], [100, 100, -200]);
    expect(hit.z).toBeCloseTo(36 + 1 / 32, 5);
    expect(hit).toMatchObject({ normalZ: 1, startsSolid: false });
    expect(sweep([100, 100, -200], [100, 100, 200]).fraction).toBe(1);
    // Its corner lies beside the triangle's long edge.
    expect(sweep([216.5, 216.5, 200], [216.5, 216.5, -200]).fraction).toBe(1);
    expect(sweep([215.5, 215.5, 200], [215.5, 215.5, -200]).fraction).toBeLessThan(1);
  });

  it("reports a start inside it as stuck", () => {
    const sweep = sweeper([], floor);
    expect(sweep([100, 100, 0], [100, 100, 0]).startsSolid).toBe(true);
    expect(sweep([100, 100, 36.1], [100, 100, 36.1]).startsSolid).toBe(false);
  });

  it("stays separate on its way and ends next to it", () => {
    const number = fc.integer({ min: -200, max: 200 });
    const point = fc.tuple(number, number, number);
    fc.assert(
      fc.property(point, point, point, point, point, (a, b, c, from, to) => {
        const triangle = [a, b, c];
        fc.pre(gapOf(from, HALF, triangle) > 1 && from.some((value, i) => value !== to[i]));
        const hit = sweeper([], triangle.flat())(from, to);
        const at = (part: number) => from.map((value, i) => value + (to[i] - value) * part);
        if (hit.fraction < 1) {
          expect(hit.startsSolid).toBe(false);
          const gap = gapOf(at(hit.fraction), HALF, triangle);
          const slope = Math.hypot(...from.map((value, i) => to[i] - value));
          expect(gap).toBeGreaterThan(-0.01);
          // Next to it: slightly farther they touch, unless it only grazes.
          const deepest = Math.min(
            ...Array.from({ length: 50 }, (_, i) =>
              gapOf(at(Math.min(1, hit.fraction + (i * 0.2) / slope)), HALF, triangle),
            ),
          );
          expect(deepest).toBeLessThan(0.1);
          return;
        }
        // A triangle that was not hit never penetrates deeply, unless the box came from behind.
        const edge1 = b.map((value, i) => value - a[i]);
        const edge2 = c.map((value, i) => value - a[i]);
        const normal = [
          edge1[1] * edge2[2] - edge1[2] * edge2[1],
          edge1[2] * edge2[0] - edge1[0] * edge2[2],
          edge1[0] * edge2[1] - edge1[1] * edge2[0],
        ];
        const isFromBehind = normal.reduce((sum, n, i) => sum + n * (to[i] - from[i]), 0) > 0;
        if (isFromBehind) return;
        for (let i = 0; i <= 40; i++) {
          expect(gapOf(at(i / 40), HALF, triangle)).toBeGreaterThan(-0.1);
        }
      }),
      { numRuns: 400 },
    );
  });
});
