/** Overlapping brushes, by sampling: no hidden surface is drawn, and no visible one is missing. */

import { describe, expect, it } from "vitest";
import { createRandom } from "../../../src/compile/generate/random.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import {
  makeBox,
  makeEntity,
  makePrism,
  makeRoom,
  makeSide,
  makeSolid,
  makeVmf,
  pointEntity,
  type Vec3,
} from "../make-vmf.ts";
import { compile, faceLoop, faceNormal, polygonArea, triangleArea } from "./compile.ts";

/** A convex solid behind all of its planes, [normal.xyz, dist] each. */
type Planes = readonly (readonly [number, number, number, number])[];

const boxPlanes = ([x0, y0, z0]: Vec3, [x1, y1, z1]: Vec3): Planes => [
  [-1, 0, 0, -x0],
  [1, 0, 0, x1],
  [0, -1, 0, -y0],
  [0, 1, 0, y1],
  [0, 0, -1, -z0],
  [0, 0, 1, z1],
];

function prismPlanes(outline: readonly (readonly [number, number])[], z0: number, z1: number) {
  const walls = outline.map(([x, y], i): [number, number, number, number] => {
    const [u, v] = outline[(i + 1) % outline.length];
    const length = Math.hypot(u - x, v - y);
    const normal = [(v - y) / length, (x - u) / length];
    return [normal[0], normal[1], 0, normal[0] * x + normal[1] * y];
  });
  return [...walls, [0, 0, -1, -z0] as const, [0, 0, 1, z1] as const];
}

const depthIn = (planes: Planes, point: readonly number[]): number =>
  Math.max(...planes.map(([x, y, z, d]) => x * point[0] + y * point[1] + z * point[2] - d));

const random = createRandom(7).next;
const between = (low: number, high: number) => low + Math.floor(random() * (high - low));

/** Makes boxes and six-sided prisms that overlap, some on a grid so that sides touch. */
function makeHeap(count: number) {
  const solids = [];
  const planes: Planes[] = [];
  for (let i = 0; i < count; i++) {
    const grid = i % 2 === 0 ? 16 : 1;
    const snap = (value: number) => Math.round(value / grid) * grid;
    const mins: Vec3 = [snap(between(8, 160)), snap(between(8, 160)), snap(between(0, 64))];
    const size = [0, 1, 2].map(() => Math.max(16, snap(between(16, 72))));
    const maxs: Vec3 = [mins[0] + size[0], mins[1] + size[1], mins[2] + size[2]];
    if (i % 3 !== 2) {
      solids.push(makeBox(mins, maxs));
      planes.push(boxPlanes(mins, maxs));
      continue;
    }
    const center = [(mins[0] + maxs[0]) / 2, (mins[1] + maxs[1]) / 2];
    const radius = size[0] / 2;
    const outline = Array.from({ length: 6 }, (_, k): [number, number] => {
      const angle = (k / 6) * 2 * Math.PI + 0.2;
      return [
        Math.round(center[0] + radius * Math.cos(angle)),
        Math.round(center[1] + radius * Math.sin(angle)),
      ];
    });
    solids.push(makePrism(outline, mins[2], maxs[2]));
    planes.push(prismPlanes(outline, mins[2], maxs[2]));
  }
  return { solids, planes };
}

/** Makes a box rotated about two axes, with planes from its rounded points. */
function makeTurnedBox(center: readonly number[], half: readonly number[], a: number, b: number) {
  const turn = ([x, y, z]: readonly number[]) => {
    const u = x * Math.cos(a) - y * Math.sin(a);
    const v = x * Math.sin(a) + y * Math.cos(a);
    return [u, v * Math.cos(b) - z * Math.sin(b), v * Math.sin(b) + z * Math.cos(b)];
  };
  const axes = [turn([1, 0, 0]), turn([0, 1, 0]), turn([0, 0, 1])];
  const planes: [number, number, number, number][] = [];
  const sides = [];
  for (const [k, axis] of axes.entries()) {
    for (const sign of [-1, 1]) {
      const point = (u: number, v: number): Vec3 => {
        const at = (i: number) =>
          center[i] +
          axis[i] * sign * half[k] +
          axes[(k + 1) % 3][i] * u +
          axes[(k + 2) % 3][i] * v;
        return [0, 1, 2].map((i) => Math.round(at(i) * 1000) / 1000) as unknown as Vec3;
      };
      const points = [point(0, sign * 32), point(0, 0), point(32, 0)].reverse();
      const [p, q, r] = points;
      const e = [0, 1, 2].map((i) => p[i] - q[i]);
      const f = [0, 1, 2].map((i) => r[i] - q[i]);
      const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
      const length = Math.hypot(...n);
      const dist = (n[0] * q[0] + n[1] * q[1] + n[2] * q[2]) / length;
      planes.push([n[0] / length, n[1] / length, n[2] / length, dist]);
      sides.push(makeSide(points));
    }
  }
  return { solid: makeSolid(sides), planes };
}

const ROOM: readonly [Vec3, Vec3] = [
  [0, 0, 0],
  [256, 256, 160],
];
/** The space around the room, as one solid per wall. */
const WALLS: Planes[] = boxPlanes(...ROOM).map(([x, y, z, d]) => [[-x, -y, -z, -d]]);
const player = pointEntity("info_player_start", [4, 4, 150]);

/** Returns a uniformly distributed point of a polygon. */
function samplePoint(loop: readonly (readonly number[])[]): number[] {
  let at = random() * polygonArea(loop);
  let corner = 1;
  for (; corner + 2 < loop.length; corner++) {
    at -= triangleArea(loop[0], loop[corner], loop[corner + 1]);
    if (at < 0) break;
  }
  const r = Math.sqrt(random());
  const s = random();
  const weights = [1 - r, r * (1 - s), r * s];
  const points = [loop[0], loop[corner], loop[corner + 1]];
  return [0, 1, 2].map((axis) => points.reduce((sum, p, i) => sum + p[axis] * weights[i], 0));
}

/** Returns whether a point on a face's plane is within the face. */
function isOnFace(bsp: Bsp, face: number, point: readonly number[]): boolean {
  const normal = faceNormal(bsp, face);
  const dist = bsp.planes.dist[bsp.faces.plane[face]];
  const off = normal[0] * point[0] + normal[1] * point[1] + normal[2] * point[2] - dist;
  if (Math.abs(off) > 0.05) return false;
  const loop = faceLoop(bsp, face);
  for (let i = 0; i < loop.length; i++) {
    const a = loop[i];
    const b = loop[(i + 1) % loop.length];
    const e = [0, 1, 2].map((axis) => b[axis] - a[axis]);
    const w = [0, 1, 2].map((axis) => point[axis] - a[axis]);
    const cross =
      (e[1] * w[2] - e[2] * w[1]) * normal[0] +
      (e[2] * w[0] - e[0] * w[2]) * normal[1] +
      (e[0] * w[1] - e[1] * w[0]) * normal[2];
    // Clockwise: inside is to the right. Merged vertices may leave an edge with a short step.
    const length = Math.hypot(...e);
    if (length > 0.5 && cross / length > 0.2) return false;
  }
  return true;
}

/**
 * Returns where a ray from open space first enters a solid, or `null` if that is too near an edge.
 */
function shoot(solids: readonly Planes[], from: number[], to: number[]): number[] | null {
  let nearest = 1;
  for (const planes of solids) {
    let enter = 0;
    let leave = 1;
    for (const [x, y, z, d] of planes) {
      const a = x * from[0] + y * from[1] + z * from[2] - d;
      const b = x * to[0] + y * to[1] + z * to[2] - d;
      if (a > 0 && b > 0) leave = -1;
      else if (a > 0) enter = Math.max(enter, a / (a - b));
      else if (b > 0) leave = Math.min(leave, a / (a - b));
    }
    if (enter < leave && enter > 0) nearest = Math.min(nearest, enter);
  }
  return nearest < 1
    ? [0, 1, 2].map((axis) => from[axis] + nearest * (to[axis] - from[axis]))
    : null;
}

/**
 * Shoots rays from random open points in random directions: each must end on a face of the map,
 * except one in a thousand. Portals with edges under 0.2 inches are dropped, as in vbsp.
 */
function expectNothingMissing(bsp: Bsp, solids: readonly Planes[], rays: number): void {
  let hits = 0;
  let missed = 0;
  while (hits < rays) {
    const from = [random() * 256, random() * 256, random() * 160];
    if (solids.some((planes) => depthIn(planes, from) < 0.01)) continue;
    const to = from.map((value) => value + (random() - 0.5) * 2000);
    const hit = shoot([...solids, ...WALLS], from, to);
    if (!hit) continue;
    hits++;
    let found = false;
    for (let face = 0; face < bsp.faces.count && !found; face++) found = isOnFace(bsp, face, hit);
    if (!found) missed++;
  }
  expect(missed).toBeLessThanOrEqual(rays / 1000);
}

describe("overlapping brushes", () => {
  it("leave no polygon inside another brush, and miss none", () => {
    const { solids, planes } = makeHeap(24);
    const vmf = makeVmf([...makeRoom(...ROOM), ...solids], [player]);
    const { bsp, faults } = compile(vmf);
    expect(faults).toEqual([]);
    let samples = 0;
    for (let face = 0; face < bsp.faces.count; face++) {
      const loop = faceLoop(bsp, face);
      const normal = faceNormal(bsp, face);
      for (let i = 0; i < 12; i++) {
        const point = samplePoint(loop);
        const front = point.map((value, axis) => value + normal[axis] * 0.3);
        const back = point.map((value, axis) => value - normal[axis] * 0.3);
        // Beside a surface that leans over this one, a step to the front may enter it by as much.
        const all = [...planes, ...WALLS];
        expect(all.some((solid) => depthIn(solid, front) < -0.31)).toBe(false);
        expect(all.some((solid) => depthIn(solid, back) < 0.1)).toBe(true);
        samples++;
      }
    }
    expect(samples).toBeGreaterThan(1000);
    expectNothingMissing(bsp, planes, 1500);
  });

  it("draw nothing twice: the area equals the union's", () => {
    const half = makeBox([64, 64, 0], [128, 128, 64]);
    const cross = makeBox([96, 32, 0], [160, 96, 64]);
    const room = makeRoom(...ROOM);
    const areaOf = (solids: ReturnType<typeof makeRoom>) => {
      const { bsp } = compile(makeVmf([...room, ...solids], [player]));
      let area = 0;
      for (let face = 0; face < bsp.faces.count; face++) area += polygonArea(faceLoop(bsp, face));
      return area;
    };
    // An 8-shaped outline: two squares of 64 that share 32 x 32.
    const outline = 2 * 4 * 64 - 4 * 32;
    const expected = 2 * 256 * 256 + 4 * 256 * 160 + outline * 64;
    expect(areaOf([half, cross])).toBeCloseTo(expected, 1);
    expect(areaOf([cross, half])).toBeCloseTo(expected, 1);
  });

  it("at any angle leave no hole, and draw little hidden area", () => {
    const boxes = Array.from({ length: 30 }, () =>
      makeTurnedBox(
        [50 + random() * 150, 50 + random() * 150, 40 + random() * 60],
        [8 + random() * 30, 8 + random() * 30, 8 + random() * 30],
        random() * 6,
        random() * 6,
      ),
    );
    const planes = boxes.map((box) => box.planes);
    const solids = boxes.map((box) => box.solid);
    const { bsp, faults } = compile(makeVmf([...makeRoom(...ROOM), ...solids], [player]));
    expect(faults).toEqual([]);
    expectNothingMissing(bsp, planes, 1500);
    let hidden = 0;
    let area = 0;
    for (let face = 0; face < bsp.faces.count; face++) {
      const loop = faceLoop(bsp, face);
      const normal = faceNormal(bsp, face);
      area += bsp.faces.area[face];
      for (let i = 0; i < 10; i++) {
        const front = samplePoint(loop).map((value, axis) => value + normal[axis] * 0.3);
        if (planes.some((solid) => depthIn(solid, front) < -0.35)) {
          hidden += bsp.faces.area[face] / 10;
        }
      }
    }
    // Pieces thinner than a tenth of an inch are not cut off.
    expect(hidden / area).toBeLessThan(0.005);
  });

  it("of func_detail miss nothing either, and do not divide the tree", () => {
    const { solids, planes } = makeHeap(24);
    const detail = makeEntity({ classname: "func_detail" }, { solids });
    const { bsp, faults } = compile(makeVmf(makeRoom(...ROOM), [player, detail]));
    expect(faults).toEqual([]);
    expect(bsp.leafs.cluster.filter((cluster) => cluster >= 0)).toHaveLength(1);
    expectNothingMissing(bsp, planes, 1500);
    // No face lies entirely inside a brush.
    for (let face = 0; face < bsp.faces.count; face++) {
      const loop = faceLoop(bsp, face);
      const normal = faceNormal(bsp, face);
      const isHidden = Array.from({ length: 60 }, () => samplePoint(loop)).every((point) => {
        const front = point.map((value, axis) => value + normal[axis] * 0.3);
        return planes.some((solid) => depthIn(solid, front) < -0.31);
      });
      expect(isHidden).toBe(false);
    }
  });
});
