/** Builds large random maps and prop sets, reproducible by seed. */

import { MATERIAL_NO_CULL, PASS_ALPHA_TEST, PASS_TRANSLUCENT } from "../../src/map/material.ts";
import type { LeafTree, MapScene, MaterialSet, PropSet, Pvs } from "../../src/map/types.ts";
import {
  CHUNK_BRUSH_MODEL,
  CHUNK_DISPLACEMENT,
  CHUNK_FACE,
  type Chunks,
} from "../../src/map/world.ts";
import { makeMaterials } from "./make-materials.ts";
import { IDENTITY_BONE, makeProps, type TestInstance, type TestVariant } from "./make-props.ts";
import { makeMap, type Quad, type Vec3 } from "./make-world.ts";
import { angleMatrix } from "./matrices.ts";

/** Returns a number from 0 to 1. */
export type Random = () => number;

/** Mulberry32, public domain. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Half the edge of the cube that contains everything, in inches. */
const REACH = 2000;
const CLUSTERS = 64;

/** Returns opaque, alpha-tested and two-sided materials, and optionally two translucent ones. */
export function largeMaterials(withTranslucent: boolean): MaterialSet {
  const translucent = { pass: PASS_TRANSLUCENT, alpha: 0.5 };
  return makeMaterials([
    { name: "wall", fallback: [0.6, 0.3, 0.3] },
    { name: "fence", fallback: [0.3, 0.6, 0.3], pass: PASS_ALPHA_TEST },
    { name: "cloth", fallback: [0.3, 0.3, 0.6], flags: MATERIAL_NO_CULL },
    { name: "floor", fallback: [0.6, 0.6, 0.3] },
    ...(withTranslucent
      ? [
          { name: "glass", fallback: [0.2, 0.6, 0.6] as const, ...translucent },
          {
            name: "veil",
            fallback: [0.6, 0.2, 0.6] as const,
            flags: MATERIAL_NO_CULL,
            ...translucent,
          },
        ]
      : []),
  ]);
}

/**
 * Builds a balanced tree of slabs along x with a leaf and cluster each; each cluster sees those up
 * to 20 away.
 */
export function slabTree(): { tree: LeafTree; pvs: Pvs } {
  const nodePlane: number[] = [];
  const nodeChildren: number[] = [];
  const build = (first: number, end: number): number => {
    if (end - first === 1) return -1 - first;
    const middle = (first + end) >> 1;
    const node = nodePlane.length / 4;
    nodePlane.push(1, 0, 0, ((middle / CLUSTERS) * 2 - 1) * REACH);
    nodeChildren.push(0, 0);
    nodeChildren[node * 2] = build(middle, end);
    nodeChildren[node * 2 + 1] = build(first, middle);
    return node;
  };
  build(0, CLUSTERS);
  const bytes: number[] = [];
  const rowOffset: number[] = [];
  for (let cluster = 0; cluster < CLUSTERS; cluster++) {
    rowOffset.push(bytes.length);
    for (let byte = 0; byte < CLUSTERS / 8; byte++) {
      let bits = 0;
      for (let bit = 0; bit < 8; bit++) {
        if (Math.abs(byte * 8 + bit - cluster) <= 20) bits |= 1 << bit;
      }
      bytes.push(...(bits === 0 ? [0, 1] : [bits]));
    }
  }
  return {
    tree: {
      nodeCount: nodePlane.length / 4,
      nodePlane: Float32Array.from(nodePlane),
      nodeChildren: Int32Array.from(nodeChildren),
      leafCount: CLUSTERS,
      leafCluster: Int32Array.from({ length: CLUSTERS }, (_, leaf) => leaf),
      leafFlags: new Uint8Array(CLUSTERS),
      leafBox: new Float32Array(CLUSTERS * 6),
    },
    pvs: {
      clusterCount: CLUSTERS,
      rowOffset: Uint32Array.from(rowOffset),
      bytes: Uint8Array.from(bytes),
    },
  };
}

export function randomPoint(random: Random): Vec3 {
  const at = () => (random() * 2 - 1) * REACH;
  return [at(), at(), at()];
}

function slabOf(x: number): number {
  return Math.min(CLUSTERS - 1, Math.max(0, Math.floor(((x / REACH + 1) / 2) * CLUSTERS)));
}

/** Builds two-sided walls across the cube as occluders, with materials of `largeMaterials`. */
export function crossWalls(): Quad[] {
  return [-1500, -1000, -500, 0, 500, 1000, 1500].map((x) => ({
    origin: [x, -REACH, -REACH],
    u: [0, REACH * 2, 0],
    v: [0, 0, REACH * 2],
    material: 2,
    leaf: slabOf(x),
  }));
}

/**
 * Builds chunks of 2 to 32 triangles of all kinds in the slabs of `slabTree`.
 * @param more additional quads
 */
export function makeLargeMap(
  quadCount: number,
  seed: number,
  materials: MaterialSet,
  more: readonly Quad[] = [],
): MapScene {
  const random = createRandom(seed);
  const kinds = [CHUNK_FACE, CHUNK_FACE, CHUNK_DISPLACEMENT, CHUNK_BRUSH_MODEL];
  const quads = Array.from({ length: quadCount }, (): Quad => {
    const origin = randomPoint(random);
    const edge = (): Vec3 => [random() * 60 - 30, random() * 60 - 30, random() * 60 - 30];
    const slab = slabOf(origin[0]);
    return {
      origin,
      u: edge(),
      v: edge(),
      material: Math.floor(random() * materials.count),
      clusters: random() < 0.05 ? [] : [slab, Math.min(CLUSTERS - 1, slab + 1)],
      leaf: slab,
      kind: kinds[Math.floor(random() * kinds.length)],
    };
  });
  quads.push(...more);
  quads.sort((a, b) => a.material - b.material);
  const scene = makeMap(quads, materials, slabTree());
  return { ...scene, chunks: joinChunks(scene.chunks, random) };
}

/** Joins up to sixteen adjacent quads of one material, because a mask has 32 bits. */
function joinChunks(chunks: Chunks, random: Random): Chunks {
  const runs: { first: number; end: number }[] = [];
  for (let first = 0; first < chunks.count; ) {
    const most = random() < 0.9 ? 1 : random() < 0.5 ? 16 : 1 + Math.floor(random() * 16);
    let end = first + 1;
    while (end < chunks.count && end - first < most) {
      if (chunks.material[end] !== chunks.material[first]) break;
      end++;
    }
    runs.push({ first, end });
    first = end;
  }
  const of = (column: ArrayLike<number>) => runs.map(({ first }) => column[first]);
  const clusters: number[] = [];
  const firstCluster: number[] = [];
  const box: number[] = [];
  for (const { first, end } of runs) {
    firstCluster.push(clusters.length);
    const own = new Set<number>();
    for (let chunk = first; chunk < end; chunk++) {
      for (let i = 0; i < chunks.clusterCount[chunk]; i++) {
        own.add(chunks.clusters[chunks.firstCluster[chunk] + i]);
      }
    }
    clusters.push(...own);
    for (let k = 0; k < 6; k++) {
      const values = Array.from({ length: end - first }, (_, i) => chunks.box[(first + i) * 6 + k]);
      box.push(k < 3 ? Math.min(...values) : Math.max(...values));
    }
  }
  return {
    count: runs.length,
    material: Uint16Array.from(of(chunks.material)),
    kind: Uint8Array.from(of(chunks.kind)),
    firstIndex: Uint32Array.from(of(chunks.firstIndex)),
    indexCount: Uint32Array.from(runs, ({ first, end }) => (end - first) * 6),
    box: Float32Array.from(box),
    firstCluster: Uint32Array.from(firstCluster),
    clusterCount: Uint32Array.from(firstCluster, (first, i) =>
      i + 1 < firstCluster.length ? firstCluster[i + 1] - first : clusters.length - first,
    ),
    clusters: Uint32Array.from(clusters),
    leaf: Uint32Array.from(of(chunks.leaf)),
  };
}

/** Switch points that rise, fall, end in a shadow LOD, or are absent. */
const LODS: readonly (readonly number[])[] = [
  [0],
  [0, 20, 45, 80],
  [0, 30, 10, 60],
  [0, 25, -1],
  [0, -1, 30],
  [0, 0, 0, 70],
];

/** @param reach inches from the origin, each way */
export function makeManyProps(
  instanceCount: number,
  seed: number,
  materials: MaterialSet,
  reach = REACH,
): PropSet {
  const random = createRandom(seed);
  const variants = LODS.map(
    (points): TestVariant => ({
      bones: [IDENTITY_BONE],
      lods: points.map((switchPoint, lod) => ({
        switchPoint,
        material: lod % materials.count,
        vertices: [
          { position: [0, -20, -20] },
          { position: [0, 20, -20] },
          { position: [0, 20, 20] },
          { position: [0, -20, 20] },
        ],
        indices: new Array((lod + 1) * 3).fill(0).map((_, i) => i % 4),
      })),
    }),
  );
  const instances = Array.from({ length: instanceCount }, (_, i): TestInstance => {
    const [x, y, z] = randomPoint(random).map((c) => (c / REACH) * reach);
    const slab = slabOf(x);
    return {
      variant: Math.floor(random() * variants.length),
      worldFromModel: angleMatrix(0, random() * 360, 0, [x, y, z]),
      clusters: random() < 0.1 ? [] : [slab],
      leaf: slab,
      fadeMax: random() < 0.5 ? 0 : random() * 3000,
      ...(i % 5 === 0 && { fadeMetric: [10 + (i % 90), 40 + (i % 110)] as const }),
    };
  });
  return makeProps(variants, instances, materials);
}
