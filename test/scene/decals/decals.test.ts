/** Tests how overlays and decals are placed on surfaces, from a map's bytes to vertices. */

import { beforeAll, describe, expect, it } from "vitest";
import type { LimitName } from "../../../src/core/limits.ts";
import { DECAL_VERTEX, type DecalSet } from "../../../src/map/decals.ts";
import type { MapScene, WorldMesh } from "../../../src/map/types.ts";
import { WORLD_VERTEX } from "../../../src/map/world.ts";
import { lightDecalVertices } from "../../../src/render/sources/decal-source.ts";
import { type MapSession, openMap } from "../../../src/scene/open/map-session.ts";
import { decalTexture, overlayTexture, type Point } from "../../oracle/placed/decals.ts";
import {
  buildDecalMap,
  type DecalMap,
  type MadeDecal,
  type MadeOverlay,
} from "../../render/decals/make-decal-map.ts";

interface Opened {
  readonly session: MapSession;
  readonly decals: DecalSet | null;
  readonly scene: MapScene;
}

async function open(
  bytes: Uint8Array,
  limits: Partial<Record<LimitName, number>> = {},
): Promise<Opened> {
  const session = openMap(bytes, [], {
    name: "made",
    side: "ldr",
    textureCompressionBc: false,
    maxTextureDimension: 4096,
    limits,
  });
  let decals: DecalSet | null = null;
  let scene: MapScene | null = null;
  for await (const event of session.load()) {
    if (event.type === "scene") scene = event.scene;
    if (event.type === "decals") decals = event.decals;
  }
  return { session, decals, scene: scene! };
}

const openMade = async (map: DecalMap) => open(await buildDecalMap(map));

const notDrawn = ({ session }: Opened) =>
  session.diagnostics.warnings
    .filter(({ code }) => code === "not-drawn")
    .map(({ subject, message }) => `${subject}: ${message}`);

interface Vertex {
  readonly at: Point;
  readonly texture: readonly [number, number];
}

function readVertices({ vertices, vertexCount }: DecalSet): Vertex[] {
  const floats = new Float32Array(vertices.buffer);
  return Array.from({ length: vertexCount }, (_, i) => {
    const word = (i * DECAL_VERTEX.strideBytes) / 4;
    const texture = word + WORLD_VERTEX.texCoord / 4;
    return {
      at: [floats[word], floats[word + 1], floats[word + 2]],
      texture: [floats[texture], floats[texture + 1]],
    };
  });
}

/**
 * Returns the area of a decal's triangles, as seen from their normal's side by the right-hand rule.
 */
function areaFrom(set: DecalSet, from: Point, chunk?: number): number {
  const points = readVertices(set).map(({ at }) => at);
  const first = chunk === undefined ? 0 : set.chunks.firstIndex[chunk];
  const end = chunk === undefined ? set.indices.length : first + set.chunks.indexCount[chunk];
  let area = 0;
  for (let i = first; i < end; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => points[set.indices[i + k]]);
    const [u, v] = [b, c].map((p) => [0, 1, 2].map((axis) => p[axis] - a[axis]));
    area +=
      ((u[1] * v[2] - u[2] * v[1]) * from[0] +
        (u[2] * v[0] - u[0] * v[2]) * from[1] +
        (u[0] * v[1] - u[1] * v[0]) * from[2]) /
      2;
  }
  return area;
}

const NORTH: MadeOverlay = {
  origin: [120, 256, 84],
  basisU: [1, 0, 0],
  basisV: [0, 0, 1],
  normal: [0, -1, 0],
  low: [-30, -24],
  high: [34, 20],
  texture: [0, 1, 1, 0],
  material: "ov/quarters",
};

describe("overlays", () => {
  it("are clipped to each of their faces without overlaps", async () => {
    const { decals } = await openMade({ overlays: [[1, 256, NORTH]] });
    // The wall's halves meet at 128.
    expect(decals!.indices).toHaveLength(12);
    expect(areaFrom(decals!, NORTH.normal)).toBeCloseTo(64 * 44, 1);
    for (const { at, texture } of readVertices(decals!)) {
      expect(at[1]).toBeCloseTo(256, 3);
      const place = overlayTexture({ ...NORTH, low: [-30.01, -24.01], high: [34.01, 20.01] }, at)!;
      expect(Math.hypot(place[0] - texture[0], place[1] - texture[1])).toBeLessThan(0.01);
    }
  });

  it("end at their faces and are visible from the clusters there", async () => {
    const past = { ...NORTH, origin: [250, 256, 150] as Point };
    const { decals, scene } = await openMade({ overlays: [[1, 256, past]] });
    // From x 220 to the wall's end at 256, and from z 126 to the ceiling at 160.
    expect(areaFrom(decals!, NORTH.normal)).toBeCloseTo(36 * 34, 1);
    const { clusterCount, clusters } = decals!.chunks;
    expect(clusterCount[0]).toBeGreaterThan(0);
    const inRoom = new Set(scene.tree.leafCluster.filter((cluster) => cluster >= 0));
    for (const cluster of clusters) expect(inRoom.has(cluster)).toBe(true);
  });

  it("follow a displacement's triangles, projected by its base face", async () => {
    const floor: MadeOverlay = {
      ...NORTH,
      origin: [120, 130, 0],
      basisV: [0, 1, 0],
      normal: [0, 0, 1],
      low: [-50, -40],
      high: [40, 60],
    };
    const { decals, scene } = await openMade({ hasMound: true, overlays: [[2, 0, floor]] });
    // Area projected onto the floor plane.
    expect(areaFrom(decals!, floor.normal)).toBeCloseTo(90 * 100, 0);
    let highest = 0;
    for (const { at, texture } of readVertices(decals!)) {
      const grown = { ...floor, low: [-50.1, -40.1] as const, high: [40.1, 60.1] as const };
      const place = overlayTexture(grown, at)!;
      expect(Math.hypot(place[0] - texture[0], place[1] - texture[1])).toBeLessThan(0.01);
      expect(Math.abs(at[2] - groundAt(scene.world, at[0], at[1]))).toBeLessThan(0.01);
      highest = Math.max(highest, at[2]);
    }
    expect(highest).toBeGreaterThan(20);
  });

  it("use the lightmap positions of the world vertices", async () => {
    const { decals, scene } = await openMade({ overlays: [[1, 256, NORTH]] });
    const lit = lightDecalVertices(decals!, scene.world);
    const floats = new Float32Array(lit.buffer);
    const words = new Uint32Array(lit.buffer);
    const world = new Float32Array(scene.world.vertices.buffer);
    for (const [i, { at }] of readVertices(decals!).entries()) {
      const word = (i * DECAL_VERTEX.strideBytes) / 4;
      const [corner] = decals!.corners.subarray(i * 3);
      const first = (corner * WORLD_VERTEX.strideBytes) / 4;
      // A luxel is 16 inches; on this wall s runs along x and t down.
      const [s, t] = [0, 1].map(
        (k) => floats[word + WORLD_VERTEX.lightmapCoord / 4 + k] - world[first + 5 + k],
      );
      expect(s).toBeCloseTo((at[0] - world[first]) / 16, 3);
      expect(t).toBeCloseTo((world[first + 2] - at[2]) / 16, 3);
      const surface = new Uint32Array(scene.world.vertices.buffer)[first + 10];
      // Everything except the material equals the wall's.
      expect(words[word + 10] >>> 16).toBe(surface >>> 16);
      expect(words[word + 10] & 0xffff).toBe(0);
    }
  });
});

/** Returns the height of the highest ground at a position. */
function groundAt({ vertices, indices }: WorldMesh, x: number, y: number): number {
  const floats = new Float32Array(vertices.buffer);
  let highest = Number.NEGATIVE_INFINITY;
  const point = (index: number) => (index * WORLD_VERTEX.strideBytes) / 4;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => point(indices[i + k]));
    const [ux, uy] = [floats[b] - floats[a], floats[b + 1] - floats[a + 1]];
    const [vx, vy] = [floats[c] - floats[a], floats[c + 1] - floats[a + 1]];
    const whole = ux * vy - uy * vx;
    // Skips walls and the ceiling, which faces down.
    if (whole < 1) continue;
    const [px, py] = [x - floats[a], y - floats[a + 1]];
    const s = (px * vy - py * vx) / whole;
    const t = (ux * py - uy * px) / whole;
    if (s < -1e-3 || t < -1e-3 || s + t > 1.001) continue;
    const [low, second, third] = [a, b, c].map((at) => floats[at + 2]);
    highest = Math.max(highest, low + (second - low) * s + (third - low) * t);
  }
  return highest;
}

describe("infodecal decals", () => {
  const INCHES = [48, 24] as const;
  const mark = (origin: Point, targetname?: string): MadeDecal => ({
    origin,
    texture: "OV\\mark",
    ...(targetname && { targetname }),
  });

  it.each([
    ["a floor, their top north", [100, 90, 2], [0, 0, 1], [1, 0, 0], [0, -1, 0]],
    ["a ceiling", [100, 90, 158], [0, 0, -1], [1, 0, 0], [0, 1, 0]],
    ["the west wall", [3, 90, 70], [1, 0, 0], [0, 1, 0], [0, 0, -1]],
    ["the south wall", [100, -3, 70], [0, 1, 0], [-1, 0, 0], [0, 0, -1]],
  ] as const)("have the right orientation on %s", async (_, origin, normal, right, down) => {
    const { decals } = await openMade({ decals: [mark(origin)] });
    expect(areaFrom(decals!, normal)).toBeCloseTo(48 * 24, 1);
    for (const { at, texture } of readVertices(decals!)) {
      const place = decalTexture(origin, right, down, [48.02, 24.02], at)!;
      expect(Math.hypot(place[0] - texture[0], place[1] - texture[1])).toBeLessThan(0.01);
    }
  });

  it("cover all faces within four inches, clipped", async () => {
    // In the corner of floor and west wall: 24 x 24 on the one, 24 x 24 minus the part below the
    // floor on the other.
    const { decals } = await openMade({ decals: [mark([1, 90, 2])] });
    expect(areaFrom(decals!, [0, 0, 1])).toBeCloseTo((INCHES[0] / 2 + 1) * INCHES[1], 1);
    expect(areaFrom(decals!, [1, 0, 0])).toBeCloseTo((INCHES[1] / 2 + 2) * INCHES[0], 1);
  });

  it("without a surface or with a targetname are dropped with one warning", async () => {
    const opened = await openMade({
      decals: [
        mark([128, 128, 80]),
        mark([100, 90, 0]),
        mark([60, 60, 0], "later"),
        { origin: [200, 200, 0], texture: "no/such" },
      ],
      overlays: [
        [0, 0, { ...NORTH, normal: [0, 0, 1] }],
        [1, 256, { ...NORTH, origin: [120, 256, 220] }],
        [1, 256, NORTH],
      ],
    });
    expect(opened.decals!.decalCount).toBe(2);
    expect(notDrawn(opened)).toEqual([
      "LUMP_OVERLAYS: 2 of 3 overlays are not drawn: 2 on no surface that is drawn.",
      "infodecal: 2 of 3 decals are not drawn: 1 without a material, 1 on no surface that is drawn.",
    ]);
  });

  it("lie on the brush entity in front, not on the surface behind", async () => {
    const origin: Point = [128, 128 - 16 / Math.cos(Math.PI / 6), 84];
    const { decals } = await openMade({ hasBrushEntity: true, decals: [mark(origin)] });
    const turned: Point = [Math.sin(Math.PI / 6), -Math.cos(Math.PI / 6), 0];
    // 32 inches lie on the box, minus the part beyond its edge.
    const left = 16 + 16 * Math.tan(Math.PI / 6);
    expect(areaFrom(decals!, turned)).toBeCloseTo((Math.min(24, left) + (32 - left)) * 24, 0);
    for (const { at } of readVertices(decals!)) {
      const away = (at[0] - 128) * turned[0] + (at[1] - 128) * turned[1];
      expect(away).toBeCloseTo(16, 2);
    }
  });

  it("lie on a displacement", async () => {
    const origin: Point = [128, 128, 24];
    const { decals, scene } = await openMade({ hasMound: true, decals: [mark(origin)] });
    expect(areaFrom(decals!, [0, 0, 1])).toBeCloseTo(48 * 24, 0);
    for (const { at } of readVertices(decals!)) {
      expect(Math.abs(at[2] - groundAt(scene.world, at[0], at[1]))).toBeLessThan(0.01);
    }
    const above = await openMade({ hasMound: true, decals: [mark([128, 128, 40])] });
    expect(above.decals).toBe(null);
  });
});

describe("a map with many decals", () => {
  let bytes: Uint8Array;
  beforeAll(async () => {
    const decals = Array.from({ length: 40 }, (_, i) => ({
      origin: [20 + i * 5, 128, 0] as const,
      texture: "ov/mark",
    }));
    bytes = await buildDecalMap({ decals });
  });

  it("is limited by the budget for decal edges", async () => {
    const whole = await open(bytes);
    expect(whole.decals!.decalCount).toBe(40);
    const used = whole.session.costs.find(({ name }) => name === "decalEdges")!.used;
    expect(used).toBeGreaterThan(40);
    const held = await open(bytes, { decalEdges: used - 1 });
    expect(held.decals).toBe(null);
    expect(held.session.diagnostics.subjects("over-budget")).toEqual(["decals"]);
  });
});
