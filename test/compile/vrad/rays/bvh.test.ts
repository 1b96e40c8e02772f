import { describe, expect, it } from "vitest";
import { buildBvh } from "../../../../src/compile/vrad/rays/build-bvh.ts";
import { NO_TRIANGLE } from "../../../../src/compile/vrad/rays/bvh.ts";
import {
  findClosest,
  hit,
  hitsAny,
  hitsAnyAgain,
} from "../../../../src/compile/vrad/rays/trace-bvh.ts";

/** Makes a deterministic generator of numbers in 0..1. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function makeTriangles(count: number): Float32Array {
  const random = makeRandom(7);
  const out = new Float32Array(count * 9);
  for (let i = 0; i < count; i++) {
    const centre = [random() * 1000, random() * 1000, random() * 1000];
    for (let k = 0; k < 9; k++) out[i * 9 + k] = centre[k % 3] + (random() - 0.5) * 120;
  }
  return out;
}

type Ray = [ox: number, oy: number, oz: number, dx: number, dy: number, dz: number];

function makeRays(count: number): Ray[] {
  const random = makeRandom(99);
  return Array.from({ length: count }, (_, i) => {
    const origin = [random() * 1000, random() * 1000, random() * 1000];
    // Every tenth ray is along an axis, with zero components on the other two.
    const d =
      i % 10 === 0
        ? [0, i % 20 === 0 ? 1 : -1, 0]
        : [random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(d[0], d[1], d[2]);
    return [...origin, d[0] / length, d[1] / length, d[2] / length] as Ray;
  });
}

/** Intersects by planes and sides, another method than the tested one. */
function meetSlowly(t: Float32Array, at: number, [ox, oy, oz, dx, dy, dz]: Ray): number {
  const p = [0, 3, 6].map((k) => [t[at + k], t[at + k + 1], t[at + k + 2]]);
  const sub = (a: number[], b: number[]) => a.map((value, i) => value - b[i]);
  const cross = (a: number[], b: number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const dot = (a: number[], b: number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const normal = cross(sub(p[1], p[0]), sub(p[2], p[0]));
  const distance = dot(normal, sub(p[0], [ox, oy, oz])) / dot(normal, [dx, dy, dz]);
  if (!(distance > 0)) return Number.POSITIVE_INFINITY;
  const point = [ox + dx * distance, oy + dy * distance, oz + dz * distance];
  const inside = [0, 1, 2].every(
    (k) => dot(cross(sub(p[(k + 1) % 3], p[k]), sub(point, p[k])), normal) >= 0,
  );
  return inside ? distance : Number.POSITIVE_INFINITY;
}

describe("rays through a BVH", () => {
  const triangles = makeTriangles(800);
  const bvh = buildBvh(triangles);
  const rays = makeRays(500);
  const nearest = rays.map((ray) => {
    let best = Number.POSITIVE_INFINITY;
    let id = -1;
    for (let i = 0; i < 800; i++) {
      const distance = meetSlowly(triangles, i * 9, ray);
      if (distance < best) {
        best = distance;
        id = i;
      }
    }
    return { best, id };
  });

  it("hit the triangle that testing all triangles finds", () => {
    let met = 0;
    rays.forEach((ray, i) => {
      const { best, id } = nearest[i];
      expect(findClosest(bvh, ...ray, 1e5)).toBe(id >= 0);
      expect(hitsAny(bvh, ...ray, 1e5)).toBe(id >= 0);
      if (id < 0) return;
      met++;
      findClosest(bvh, ...ray, 1e5);
      expect(hit.id).toBe(id);
      expect(hit.distance).toBeCloseTo(best, 2);
      // The corner weights lead back to the point.
      const w = 1 - hit.u - hit.v;
      const x =
        triangles[id * 9] * w + triangles[id * 9 + 3] * hit.u + triangles[id * 9 + 6] * hit.v;
      expect(x).toBeCloseTo(ray[0] + ray[3] * best, 1);
    });
    expect(met).toBeGreaterThan(100);
    expect(met).toBeLessThan(500);
  });

  it("end at their maximum length", () => {
    rays.forEach((ray, i) => {
      const { best, id } = nearest[i];
      if (id < 0) return;
      expect(hitsAny(bvh, ...ray, best * 0.999)).toBe(false);
      expect(findClosest(bvh, ...ray, best * 0.999)).toBe(false);
      expect(hitsAny(bvh, ...ray, best * 1.001 + 0.01)).toBe(true);
    });
  });

  it("are the same with a triangle remembered from another ray", () => {
    const memory = new Int32Array([-1]);
    for (const ray of rays) {
      expect(hitsAnyAgain(bvh, memory, 0, ...ray, 1e5)).toBe(hitsAny(bvh, ...ray, 1e5));
    }
    expect(memory[0]).toBeGreaterThanOrEqual(0);
  });

  it("report the side that they hit", () => {
    // Counter-clockwise as seen from above.
    const one = buildBvh(Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0));
    expect(findClosest(one, 1, 1, 5, 0, 0, -1, 100)).toBe(true);
    expect(hit.isBack).toBe(false);
    expect(findClosest(one, 1, 1, -5, 0, 0, 1, 100)).toBe(true);
    expect(hit.isBack).toBe(true);
  });

  it("hit the preferred one of two coplanar triangles", () => {
    const square = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    const two = buildBvh(Float32Array.of(...square, ...square));
    for (const preferBelow of [0, 1]) findClosest(two, 1, 1, 5, 0, 0, -1, 100, preferBelow);
    expect(hit.id).toBe(0);
    expect(hit.distance).toBeCloseTo(5, 5);
  });

  it("hit nothing in an empty BVH", () => {
    const empty = buildBvh(new Float32Array(0));
    expect(hitsAny(empty, 0, 0, 0, 0, 0, 1, 1e5)).toBe(false);
    expect(findClosest(empty, 0, 0, 0, 0, 0, 1, 1e5)).toBe(false);
  });

  it("hit triangles that are all at one place", () => {
    const same = new Float32Array(9 * 100);
    for (let i = 0; i < 100; i++) same.set([0, 0, 0, 1, 0, 0, 0, 1, 0], i * 9);
    const stacked = buildBvh(same);
    const ids = stacked.triangleIds.filter((id) => id !== NO_TRIANGLE).sort();
    expect([...ids]).toEqual([...Array(100).keys()]);
    expect(hitsAny(stacked, 0.2, 0.2, 1, 0, 0, -1, 5)).toBe(true);
  });
});
