import { beforeAll, describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { WORLD_VERTEX } from "../../../src/map/world.ts";
import { listWorldMaterials } from "../../../src/scene/materials/material-names.ts";
import { createSeenLight } from "../../../src/scene/start/find-start.ts";
import { createSceneRays } from "../../../src/scene/start/scene-rays.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { asHdr, buildScene, compileRooms, withEntities } from "./made-rooms.ts";

let rooms: Bsp;
let scene: MapScene;
beforeAll(async () => {
  rooms = withEntities(await compileRooms());
  scene = buildScene(rooms);
});

const isSolid = (leaf: number): boolean => (rooms.leafs.contents[leaf] & 1) !== 0;
const raysOf = (flags: Uint32Array = new Uint32Array(scene.materials.count)) =>
  createSceneRays(scene, isSolid, flags);

/** Returns the distance to the nearest front-facing triangle by brute force, or Infinity. */
function nearestOfAll(from: readonly number[], direction: readonly number[]): number {
  const { indices, vertices } = scene.world;
  const floats = new Float32Array(vertices.buffer);
  const corner = (i: number): number[] => {
    const at = (indices[i] * WORLD_VERTEX.strideBytes) / 4;
    return [floats[at], floats[at + 1], floats[at + 2]];
  };
  const sub = (a: number[], b: readonly number[]) => a.map((value, k) => value - b[k]);
  const dot = (a: readonly number[], b: readonly number[]) =>
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a: number[], b: number[]) => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [corner(i), corner(i + 1), corner(i + 2)];
    const normal = cross(sub(b, a), sub(c, a));
    const slope = dot(normal, direction);
    if (slope >= 0) continue;
    const t = dot(normal, sub(a, from)) / slope;
    if (t < 0 || t >= nearest) continue;
    const point = from.map((value, k) => value + direction[k] * t);
    const isInside = [
      [a, b],
      [b, c],
      [c, a],
    ].every(([p, q]) => dot(cross(sub(q, p), sub(point, p)), normal) >= 0);
    if (isInside) nearest = t;
  }
  return nearest;
}

describe("scene rays", () => {
  it("hit what testing every triangle finds", () => {
    const rays = raysOf();
    let seed = 1;
    const random = (low: number, high: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return low + ((high - low) * seed) / 2 ** 32;
    };
    const distances = new Set<number>();
    for (let i = 0; i < 600; i++) {
      const from = [random(200, 600), random(16, 600), random(16, 240)];
      const to = [random(-1, 1), random(-1, 1), random(-1, 1)];
      const length = Math.hypot(...to);
      const [dx, dy, dz] = to.map((value) => value / length);
      expect(rays.cast(from[0], from[1], from[2], dx, dy, dz)).toBe(true);
      expect(rays.hit.distance).toBeCloseTo(nearestOfAll(from, [dx, dy, dz]), 2);
      distances.add(Math.round(rays.hit.distance));
    }
    expect(distances.size).toBeGreaterThan(100);
  });

  it("work along axes and from planes of the tree", () => {
    const rays = raysOf();
    // x = 640 and y = 128 are sides of the first pillar; its other sides are 64 farther.
    for (const [from, to, distance] of [
      [[640, 64, 64], [0, 1, 0], 64],
      [[672, 64, 64], [0, 1, 0], 64],
      [[512, 160, 64], [1, 0, 0], 128],
      [[512, 128, 64], [-1, 0, 0], 512],
      [[640, 192, 64], [0, 0, 1], 192],
      [[512, 384, 64], [0, 0, -1], 64],
      [[640, 64, 64], [-1, 0, 0], 640],
      [[704, 64, 64], [-1, 0, 0], 704],
      [[832, 300, 64], [-1, 0, 0], 832],
      [[300, 192, 64], [0, -1, 0], 192],
      [[300, 576, 64], [0, -1, 0], 576],
      [[300, 512, 192], [0, 0, -1], 192],
    ] as const) {
      expect(rays.cast(from[0], from[1], from[2], to[0], to[1], to[2]), `${from} ${to}`).toBe(true);
      expect(rays.hit.distance, `${from} ${to}`).toBeCloseTo(distance, 3);
    }
  });

  it("pass translucent surfaces", () => {
    const rays = raysOf();
    rays.cast(400, 600, 64, 1, 0, 0);
    expect(rays.hit.distance).toBeCloseTo(96, 3);
    const through = raysOf(listWorldMaterials(rooms).surfaceFlags);
    through.cast(400, 600, 64, 1, 0, 0);
    expect(through.hit.distance).toBeCloseTo(624, 3);
  });

  it("miss in a solid without surfaces", () => {
    const rays = raysOf();
    expect(rays.cast(-4000, 64, 64, 0, 1, 0)).toBe(false);
  });
});

describe("the light at a ray hit", () => {
  /** Returns the light of the floor below a position. */
  const floorLight = (map: MapScene, x: number, y: number): number => {
    const rays = createSceneRays(map, isSolid, new Uint32Array(map.materials.count));
    expect(rays.cast(x, y, 40, 0, 0, -1)).toBe(true);
    return createSeenLight(map)(rays.hit);
  };

  it("is the luxel times the mean colour", () => {
    // The light's falloff: more below the lamp than in the corner, none in the other room.
    const [under, corner] = [floorLight(scene, 512, 384), floorLight(scene, 30, 30)];
    expect(under).toBeGreaterThan(corner * 1.5);
    expect(corner).toBeGreaterThan(0);
    expect(floorLight(scene, 2304, 256)).toBe(0);
    const stronger = buildScene(asHdr(rooms, 1));
    expect(floorLight(stronger, 512, 384)).toBeCloseTo(under * 2, 6);
    // Reflectivity is 0.5, 0.25, 0.125, which bounds the reflected light at full light.
    const unlit = buildScene({ ...rooms, ldr: null, faces: rooms.ldr!.faces });
    expect(floorLight(unlit, 512, 384)).toBeCloseTo(0.2126 / 2 + 0.7152 / 4 + 0.0722 / 8, 6);
  });

  it("uses the one luxel with all its styles", () => {
    // Luxel k of face f is (k, 16 f, 64); face 2 is the wall at y = 0 with 9 x 9 luxels per style.
    const room = buildScene(parseBsp(makeBsp(), new Diagnostics()));
    const rays = createSceneRays(room, () => false, new Uint32Array(room.materials.count));
    const at = (column: number, row: number): number => {
      expect(rays.cast(column * 16, 64, row * 16, 0, -1, 0)).toBe(true);
      expect(rays.hit.distance).toBeCloseTo(64, 3);
      return createSeenLight(room)(rays.hit) * 255;
    };
    const seen = (red: number, styles: number): number =>
      0.2126 * red * 0.5 + 0.7152 * 32 * styles * 0.25 + 0.0722 * 64 * styles * 0.125;
    const k = 2 * 9 + 3;
    expect(at(3, 2)).toBeCloseTo(seen(k + (k + 81), 2), 4);
    expect(at(5, 2)).toBeCloseTo(seen(k + 2 + (k + 2 + 81), 2), 4);
    room.styles[32] = 0;
    expect(at(3, 2)).toBeCloseTo(seen(k, 1), 4);
  });
});
