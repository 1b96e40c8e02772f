/**
 * Builds a small scene: two rooms of 256 inches with a doorway, a lamp's coloured light, a grate, a
 * pane of glass, and a banner with three bones.
 */

import {
  MATERIAL_NO_CULL,
  PASS_ALPHA_TEST,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../src/map/material.ts";
import { FAMILY } from "../../src/map/material-families.ts";
import type { MapScene, MaterialSet, PropSet } from "../../src/map/types.ts";
import { makeImage, makeMaterials, rgbaArray } from "./make-materials.ts";
import { IDENTITY_BONE, makeProps, type TestPropVertex } from "./make-props.ts";
import { makeMap, oneWayPvs, type Quad, type QuadLight, type Vec3 } from "./make-world.ts";
import { angleMatrix } from "./matrices.ts";

/** Indices of the scene's materials. */
export const MATERIAL = { floor: 0, wall: 1, grate: 2, glass: 3, water: 4 } as const;
/** Light style of the back wall, switched by tests. */
export const LAMP_STYLE = 32;

/** Light that falls off from a corner; the second block is the red lamp's. */
const roomLight: QuadLight = {
  columns: 8,
  rows: 8,
  styles: [0, LAMP_STYLE],
  sample: (block, column, row) =>
    block === 0
      ? [120 + column * 16, 140 + row * 8, 230 - column * 12, 0]
      : [200, 20, 10, row > 3 ? 0 : -2],
};

function room(x0: number, x1: number, cluster: number, open: "x0" | "x1"): Quad[] {
  const common = { clusters: [cluster], leaf: cluster, light: roomLight };
  const quad = (origin: Vec3, u: Vec3, v: Vec3, material: number): Quad => ({
    ...common,
    origin,
    u,
    v,
    material,
    repeats: [4, 4],
  });
  const w = x1 - x0;
  const walls = [
    quad([x0, -128, 0], [w, 0, 0], [0, 256, 0], MATERIAL.floor),
    quad([x0, 128, 160], [w, 0, 0], [0, -256, 0], MATERIAL.floor),
    quad([x0, 128, 0], [w, 0, 0], [0, 0, 160], MATERIAL.wall),
    quad([x1, -128, 0], [-w, 0, 0], [0, 0, 160], MATERIAL.wall),
  ];
  if (open === "x1") walls.push(quad([x0, -128, 0], [0, 256, 0], [0, 0, 160], MATERIAL.wall));
  else walls.push(quad([x1, 128, 0], [0, -256, 0], [0, 0, 160], MATERIAL.wall));
  return walls;
}

export function makeScene(): MapScene {
  const quads: Quad[] = [
    ...room(-256, 0, 0, "x1"),
    ...room(0, 256, 1, "x0"),
    {
      origin: [-40, 60, 0],
      u: [0, -40, 0],
      v: [0, 0, 90],
      material: MATERIAL.grate,
      clusters: [0],
    },
    {
      origin: [-60, 20, 20],
      u: [0, -60, 0],
      v: [0, 0, 80],
      material: MATERIAL.glass,
      clusters: [0],
      light: { columns: 2, rows: 2, styles: [0], sample: () => [255, 255, 255, 0] },
    },
    {
      origin: [-250, -120, 8],
      u: [120, 0, 0],
      v: [0, 100, 0],
      material: MATERIAL.water,
      clusters: [0],
      light: { columns: 2, rows: 2, styles: [0], sample: () => [255, 255, 255, 0] },
    },
  ];
  // Chunks are sorted by material, like in the scene builder.
  quads.sort((a, b) => a.material - b.material);
  return makeMap(quads, plainMaterials(), { start: START, pvs: oneWayPvs() });
}

export const START = { x: -230, y: -40, z: 70, pitch: 6, yaw: 8 } as const;

/** Returns the materials as a map first has them: names and mean colors. */
function plainMaterials(): MaterialSet {
  return makeMaterials([
    { name: "floor", fallback: [0.5, 0.45, 0.4] },
    { name: "wall", fallback: [0.3, 0.4, 0.3] },
    { name: "grate", fallback: [0.4, 0.4, 0.4] },
    { name: "glass", fallback: [0.6, 0.7, 0.8] },
    { name: "water", fallback: [0.1, 0.2, 0.3] },
  ]);
}

/** Returns the resolved materials with textures. */
export function resolvedMaterials(): MaterialSet {
  return makeMaterials(
    [
      { name: "floor", texture: 0 },
      { name: "wall", texture: 1 },
      { name: "grate", texture: 2, pass: PASS_ALPHA_TEST, flags: MATERIAL_NO_CULL },
      { name: "glass", texture: 3, pass: PASS_TRANSLUCENT, alpha: 0.5 },
      {
        name: "water",
        pass: PASS_TRANSLUCENT,
        family: FAMILY.water,
        flags: 0,
        tint: [0.05, 0.2, 0.3],
        alpha: 0.7,
      },
    ],
    [
      { array: 0, layer: 0 },
      { array: 0, layer: 1 },
      { array: 1, layer: 0 },
      { array: 1, layer: 1 },
    ],
    [rgbaArray(16, 16, 2), rgbaArray(8, 8, 2)],
  );
}

/** Images of `resolvedMaterials` in texture order. */
export const sceneImages = [
  makeImage(16, 16, (x, y) => ((x ^ y) & 8 ? [220, 210, 200, 255] : [120, 110, 100, 255])),
  makeImage(16, 16, (x, y) =>
    y % 8 === 0 || (x + (y & 8)) % 16 === 0 ? [90, 90, 80, 255] : [170, 190, 160, 255],
  ),
  makeImage(8, 8, (x, y) => [200, 160, 60, x < 2 || y < 2 ? 255 : 0]),
  makeImage(8, 8, (x) => [120, 190, 255, x < 4 ? 255 : 180]),
];

/** Builds a banner of four segments whose upper parts follow a second and third bone. */
function bannerVertices(): TestPropVertex[] {
  const vertices: TestPropVertex[] = [];
  const weights = [
    [1, 0, 0],
    [0.6, 0.4, 0],
    [0.2, 0.5, 0.3],
    [0, 0.4, 0.6],
    [0, 0, 1],
  ] as const;
  weights.forEach((weight, row) => {
    for (const side of [-1, 1]) {
      vertices.push({
        position: [0, side * 14, row * 20],
        texCoord: [side < 0 ? 0 : 1, 1 - row / 4],
        normal: [-1, 0, 0],
        bones: [0, 1, 2],
        weights: weight,
      });
    }
  });
  return vertices;
}

export function makeSceneProps(): PropSet {
  const indices: number[] = [];
  for (let row = 0; row < 4; row++) {
    const i = row * 2;
    indices.push(i, i + 2, i + 1, i + 1, i + 2, i + 3);
  }
  const materials = makeMaterials(
    [{ name: "banner", texture: 0, pass: PASS_OPAQUE, flags: MATERIAL_NO_CULL }],
    [{ array: 0, layer: 0 }],
    [rgbaArray(8, 8, 1)],
  );
  const bones = [
    IDENTITY_BONE,
    angleMatrix(0, 0, 25, [0, -6, 0]),
    angleMatrix(-30, 30, 50, [0, 20, 0]),
  ];
  const ambient = [
    [0.9, 0.3, 0.3],
    [0.2, 0.9, 0.4],
    [0.3, 0.3, 1],
    [0.8, 0.8, 0.2],
    [1, 1, 1],
    [0.1, 0.1, 0.1],
  ].flat();
  return makeProps(
    [
      {
        bones,
        lods: [{ switchPoint: 0, material: 0, vertices: bannerVertices(), indices }],
      },
    ],
    [
      { variant: 0, worldFromModel: angleMatrix(0, 0, 0, [-120, 40, 10]), clusters: [0], ambient },
      {
        variant: 0,
        worldFromModel: angleMatrix(0, 40, 0, [60, 0, 10]),
        clusters: [1],
        leaf: 1,
        ambient,
      },
    ],
    materials,
  );
}

export const bannerImage = makeImage(8, 8, (x, y) =>
  (x + y) % 4 < 2 ? [255, 255, 255, 255] : [200, 60, 60, 255],
);
