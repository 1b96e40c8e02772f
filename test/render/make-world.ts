/**
 * Builds small maps from quads with materials, light and visibility, in the form that `scene/`
 * produces.
 */

import type { LightmapAtlas } from "../../src/map/lightmap.ts";
import { QUIET_SKY } from "../../src/map/sky-gradient.ts";
import type { LeafTree, MapScene, MaterialSet, Pvs } from "../../src/map/types.ts";
import {
  CHUNK_FACE,
  type Chunks,
  NO_STYLE,
  packSurface,
  STYLE_COUNT,
  WORLD_VERTEX,
  type WorldMesh,
} from "../../src/map/world.ts";

export type Vec3 = readonly [number, number, number];

/** Light of a quad: one block of luxels per style. */
export interface QuadLight {
  readonly columns: number;
  readonly rows: number;
  readonly styles: readonly number[];
  /** Returns a luxel's stored sample (0..255 and an exponent). */
  readonly sample: (
    block: number,
    column: number,
    row: number,
  ) => readonly [number, number, number, number];
  /** Adds three more blocks per style for bump mapping. */
  readonly bumped?: boolean;
  /** Draws the face unlit, as in a map with only black luxels. */
  readonly isBlack?: boolean;
}

export interface Quad {
  readonly origin: Vec3;
  /** Edges from the origin; the front is on the side of u x v. */
  readonly u: Vec3;
  readonly v: Vec3;
  readonly material: number;
  /** Clusters that the quad is in; empty for everywhere. */
  readonly clusters?: readonly number[];
  readonly leaf?: number;
  readonly kind?: number;
  readonly light?: QuadLight;
  /** Texture repeats along u and v. */
  readonly repeats?: readonly [number, number];
  /** Blend of each corner, 0..1. */
  readonly blend?: readonly [number, number, number, number];
  /** Weights of the second to fourth of four textures, 0..1. */
  readonly layers?: readonly [number, number, number];
}

const PAGE = 64;

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Encodes c * 2^e as an `rgb9e5ufloat` texel. */
export function encodeSample([r, g, b, e]: readonly [number, number, number, number]): number {
  return (r | (g << 9) | (b << 18) | ((e + 24) << 27)) >>> 0;
}

export interface BuiltWorld {
  readonly world: WorldMesh;
  readonly chunks: Chunks;
  readonly lightmap: LightmapAtlas;
}

/**
 * Builds one chunk per quad, in the given order. Blocks are packed in rows on one page of 64 x 64.
 */
export function buildQuads(quads: readonly Quad[]): BuiltWorld {
  const vertices = new Uint8Array(quads.length * 4 * WORLD_VERTEX.strideBytes);
  const view = new DataView(vertices.buffer);
  const indices = new Uint32Array(quads.length * 6);
  const texels = new Uint32Array(PAGE * PAGE);
  const box = new Float32Array(quads.length * 6);
  const clusters: number[] = [];
  const firstCluster: number[] = [];
  let shelfX = 0;
  let shelfY = 0;
  let shelfHeight = 0;
  quads.forEach((quad, i) => {
    const { origin, u, v, light } = quad;
    let blockX = 0;
    let blockY = 0;
    if (light) {
      const blocks = light.styles.length * (light.bumped ? 4 : 1);
      const width = light.columns * blocks;
      if (shelfX + width > PAGE) {
        shelfX = 0;
        shelfY += shelfHeight;
        shelfHeight = 0;
      }
      if (shelfX + width > PAGE || shelfY + light.rows > PAGE) throw new Error("the page is full");
      blockX = shelfX;
      blockY = shelfY;
      for (let block = 0; block < blocks; block++) {
        for (let row = 0; row < light.rows; row++) {
          for (let column = 0; column < light.columns; column++) {
            const x = blockX + block * light.columns + column;
            texels[(blockY + row) * PAGE + x] = encodeSample(light.sample(block, column, row));
          }
        }
      }
      shelfX += width;
      shelfHeight = Math.max(shelfHeight, light.rows);
    }
    const surface = packSurface(
      quad.material,
      light?.columns ?? 0,
      0,
      !!light && light.isBlack !== true,
      !!light?.bumped,
    );
    const normal = cross(u, v);
    const length = Math.hypot(...normal);
    const repeats = quad.repeats ?? [1, 1];
    for (let corner = 0; corner < 4; corner++) {
      const s = corner === 1 || corner === 2 ? 1 : 0;
      const t = corner >= 2 ? 1 : 0;
      const at = (i * 4 + corner) * WORLD_VERTEX.strideBytes;
      for (let axis = 0; axis < 3; axis++) {
        const p = origin[axis] + s * u[axis] + t * v[axis];
        view.setFloat32(at + WORLD_VERTEX.position + axis * 4, p, true);
        view.setInt8(at + WORLD_VERTEX.normal + axis, Math.round((normal[axis] / length) * 127));
        // s increases along u, and t against v.
        const along = Math.round((u[axis] / Math.hypot(...u)) * 127);
        view.setInt8(at + WORLD_VERTEX.tangent + axis, along);
        box[i * 6 + axis] = corner === 0 ? p : Math.min(box[i * 6 + axis], p);
        box[i * 6 + 3 + axis] = corner === 0 ? p : Math.max(box[i * 6 + 3 + axis], p);
      }
      view.setInt8(at + WORLD_VERTEX.tangent + 3, -127);
      view.setFloat32(at + WORLD_VERTEX.texCoord, s * repeats[0], true);
      // Texture rows run down: t = 1 is the picture's top.
      view.setFloat32(at + WORLD_VERTEX.texCoord + 4, (1 - t) * repeats[1], true);
      // From the centre of the first luxel to the centre of the last.
      const luxelS = light ? blockX + 0.5 + s * (light.columns - 1) : 0;
      const luxelT = light ? blockY + 0.5 + t * (light.rows - 1) : 0;
      view.setFloat32(at + WORLD_VERTEX.lightmapCoord, luxelS, true);
      view.setFloat32(at + WORLD_VERTEX.lightmapCoord + 4, luxelT, true);
      view.setUint8(at + WORLD_VERTEX.blend, Math.round((quad.blend?.[corner] ?? 0) * 255));
      quad.layers?.forEach((weight, k) => {
        view.setUint8(at + WORLD_VERTEX.blend + 1 + k, Math.round(weight * 255));
      });
      view.setUint32(at + WORLD_VERTEX.surface, surface, true);
      for (let style = 0; style < 4; style++) {
        view.setUint8(at + WORLD_VERTEX.styles + style, light?.styles[style] ?? NO_STYLE);
      }
    }
    indices.set(
      [0, 1, 2, 0, 2, 3].map((corner) => i * 4 + corner),
      i * 6,
    );
    firstCluster.push(clusters.length);
    clusters.push(...(quad.clusters ?? []));
  });
  const count = quads.length;
  return {
    world: { vertexCount: count * 4, vertices, indices },
    chunks: {
      count,
      material: Uint16Array.from(quads, (q) => q.material),
      kind: Uint8Array.from(quads, (q) => q.kind ?? CHUNK_FACE),
      firstIndex: Uint32Array.from(quads, (_, i) => i * 6),
      indexCount: new Uint32Array(count).fill(6),
      box,
      firstCluster: Uint32Array.from(firstCluster),
      clusterCount: Uint32Array.from(quads, (q) => q.clusters?.length ?? 0),
      clusters: Uint32Array.from(clusters),
      leaf: Uint32Array.from(quads, (q) => q.leaf ?? 0),
    },
    lightmap: { side: "ldr", width: PAGE, height: PAGE, pageCount: 1, texels, usedLuxels: 0 },
  };
}

/**
 * Returns a tree with leaf 0 in cluster 0 at x < 0, leaf 1 in cluster 1 at x >= 0, and solid leaf 2
 * below z = −500.
 */
export function twoClusterTree(): LeafTree {
  return {
    nodeCount: 2,
    nodePlane: Float32Array.of(0, 0, 1, -500, 1, 0, 0, 0),
    nodeChildren: Int32Array.of(1, -3, -2, -1),
    leafCount: 3,
    leafCluster: Int32Array.of(0, 1, -1),
    leafFlags: new Uint8Array(3),
    leafBox: new Float32Array(18),
  };
}

/** Returns a PVS in which cluster 0 sees only itself and cluster 1 sees both. */
export function oneWayPvs(): Pvs {
  return { clusterCount: 2, rowOffset: Uint32Array.of(0, 1), bytes: Uint8Array.of(0b01, 0b11) };
}

export interface SceneParts {
  readonly start?: MapScene["start"];
  readonly exposure?: number;
  readonly toneMapping?: MapScene["toneMapping"];
  readonly tree?: LeafTree;
  readonly pvs?: Pvs | null;
  readonly brushes?: MapScene["brushes"];
  readonly skyCamera?: MapScene["skyCamera"];
  readonly fog?: MapScene["fog"];
  readonly skyGradient?: MapScene["skyGradient"];
}

/** Builds a map of quads, one chunk each, in the given order. */
export function makeMap(
  quads: readonly Quad[],
  materials: MaterialSet,
  parts: SceneParts = {},
): MapScene {
  return {
    name: "test",
    version: 20,
    revision: 1,
    side: "ldr",
    sides: ["ldr"],
    bounds: Float32Array.of(-256, -128, 0, 256, 128, 160),
    ...buildQuads(quads),
    brushes: parts.brushes ?? null,
    styles: new Float32Array(STYLE_COUNT).fill(1),
    tree: parts.tree ?? twoClusterTree(),
    pvs: parts.pvs ?? null,
    materials,
    start: parts.start ?? { x: 0, y: 0, z: 0, pitch: 0, yaw: 0 },
    exposure: parts.exposure ?? 1,
    toneMapping: parts.toneMapping ?? null,
    skyName: "test",
    skyGradient: parts.skyGradient ?? QUIET_SKY,
    skyCamera: parts.skyCamera ?? null,
    fog: parts.fog ?? null,
  };
}
