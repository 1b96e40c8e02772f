/**
 * Casts rays against the drawn world: the chunks of each leaf along the ray, triangle by triangle.
 * Displacements, brush models and untextured surfaces are hit as drawn, before any other lump is
 * read. Rays pass through translucent surfaces.
 */

import { SURF_TRANS } from "../../formats/bsp/layouts/surface-flags.ts";
import type { MapScene } from "../../map/types.ts";
import { WORLD_VERTEX } from "../../map/world.ts";

/** Parts of a scene that rays need. */
export type SeenScene = Pick<
  MapScene,
  "world" | "chunks" | "tree" | "lightmap" | "styles" | "materials"
>;

/** Result of the last ray that hit. */
export interface SceneHit {
  /** Inches from the ray's start. */
  distance: number;
  chunk: number;
  /** Index of the triangle's first corner in `world.indices`. */
  triangle: number;
  /** Barycentric weights of the second (u) and third (v) corner. */
  u: number;
  v: number;
}

export interface SceneRays {
  readonly hit: SceneHit;
  /**
   * Leaves, boxes and triangles tested so far: the cost of the rays, independent of the machine.
   */
  readonly tests: number;
  /** Whether a ray hits a surface within the world; the direction has unit length. */
  cast(x: number, y: number, z: number, dx: number, dy: number, dz: number): boolean;
}

const STRIDE = WORLD_VERTEX.strideBytes / 4;
/** Diagonal of the largest possible world, inches. */
const FAR = 113_512;
/**
 * Tolerances in inches: margin of boxes and least thickness of solid leaves, and distance that
 * counts as on a plane.
 */
const NEAR_PLANE = 1 / 32;
const ON_PLANE = 1e-6;
/** Replaces a direction component of 0, to avoid dividing by it. */
const LEVEL = 1e-30;

/** Lists the chunks of each cluster, followed by those visible from everywhere. */
function listClusterChunks({ chunks, tree }: SeenScene): { first: Uint32Array; list: Uint32Array } {
  let clusterCount = 0;
  for (const cluster of tree.leafCluster) clusterCount = Math.max(clusterCount, cluster + 1);
  const everywhere = clusterCount;
  const first = new Uint32Array(clusterCount + 2);
  const visit = (add: (cluster: number, chunk: number) => void): void => {
    for (let chunk = 0; chunk < chunks.count; chunk++) {
      const start = chunks.firstCluster[chunk];
      const end = start + chunks.clusterCount[chunk];
      if (start === end) add(everywhere, chunk);
      for (let i = start; i < end; i++) {
        if (chunks.clusters[i] < clusterCount) add(chunks.clusters[i], chunk);
      }
    }
  };
  visit((cluster) => {
    first[cluster + 1]++;
  });
  for (let i = 1; i < first.length; i++) first[i] += first[i - 1];
  const next = first.slice();
  const list = new Uint32Array(first[clusterCount + 1]);
  visit((cluster, chunk) => {
    list[next[cluster]++] = chunk;
  });
  return { first, list };
}

/**
 * Number of tests after which rays hit nothing. A real map's start needs a quarter of it; the limit
 * protects against maps with millions of surfaces in one leaf.
 */
const MOST_TESTS = 1_000_000;

/**
 * @param isSolid whether a leaf stops every ray
 * @param surfaceFlags `SURF_*` bits of each material
 */
export function createSceneRays(
  scene: SeenScene,
  isSolid: (leaf: number) => boolean,
  surfaceFlags: Uint32Array,
): SceneRays {
  const { chunks, world, tree } = scene;
  const { box } = chunks;
  const { nodePlane, nodeChildren } = tree;
  const positions = new Float32Array(world.vertices.buffer, world.vertices.byteOffset);
  const { indices } = world;
  const { first, list } = listClusterChunks(scene);
  const everywhere = first.length - 2;
  /** Number of the ray that last tested each chunk, since a chunk lies in several clusters. */
  const testedBy = new Uint32Array(chunks.count);
  const hit: SceneHit = { distance: 0, chunk: -1, triangle: 0, u: 0, v: 0 };
  const nodes = new Int32Array(tree.nodeCount + 2);
  const starts = new Float64Array(tree.nodeCount + 2);
  const ends = new Float64Array(tree.nodeCount + 2);
  let ray = 0;
  let tests = 0;
  let ox = 0;
  let oy = 0;
  let oz = 0;
  let dx = 0;
  let dy = 0;
  let dz = 0;
  let perX = 0;
  let perY = 0;
  let perZ = 0;

  /** Whether the ray enters the chunk's box nearer than the nearest hit. */
  function isBoxAhead(chunk: number): boolean {
    const b = chunk * 6;
    const x0 = (box[b] - NEAR_PLANE - ox) * perX;
    const x1 = (box[b + 3] + NEAR_PLANE - ox) * perX;
    const y0 = (box[b + 1] - NEAR_PLANE - oy) * perY;
    const y1 = (box[b + 4] + NEAR_PLANE - oy) * perY;
    const z0 = (box[b + 2] - NEAR_PLANE - oz) * perZ;
    const z1 = (box[b + 5] + NEAR_PLANE - oz) * perZ;
    const enter = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1), 0);
    const exit = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1), hit.distance);
    return enter <= exit;
  }

  /** Tests a triangle from its front only, because backs are not drawn. */
  function clipTriangle(chunk: number, triangle: number): void {
    const a = indices[triangle] * STRIDE;
    const b = indices[triangle + 1] * STRIDE;
    const c = indices[triangle + 2] * STRIDE;
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const e1x = positions[b] - ax;
    const e1y = positions[b + 1] - ay;
    const e1z = positions[b + 2] - az;
    const e2x = positions[c] - ax;
    const e2y = positions[c + 1] - ay;
    const e2z = positions[c + 2] - az;
    const px = dy * e2z - dz * e2y;
    const py = dz * e2x - dx * e2z;
    const pz = dx * e2y - dy * e2x;
    const determinant = e1x * px + e1y * py + e1z * pz;
    if (!(determinant > 0)) return;
    const sx = ox - ax;
    const sy = oy - ay;
    const sz = oz - az;
    const u = (sx * px + sy * py + sz * pz) / determinant;
    if (u < 0 || u > 1) return;
    const qx = sy * e1z - sz * e1y;
    const qy = sz * e1x - sx * e1z;
    const qz = sx * e1y - sy * e1x;
    const v = (dx * qx + dy * qy + dz * qz) / determinant;
    if (v < 0 || u + v > 1) return;
    const distance = (e2x * qx + e2y * qy + e2z * qz) / determinant;
    if (distance < 0 || distance >= hit.distance) return;
    hit.distance = distance;
    hit.chunk = chunk;
    hit.triangle = triangle;
    hit.u = u;
    hit.v = v;
  }

  function clipChunks(cluster: number): void {
    for (let i = first[cluster]; i < first[cluster + 1] && tests < MOST_TESTS; i++) {
      const chunk = list[i];
      if (testedBy[chunk] === ray) continue;
      testedBy[chunk] = ray;
      tests++;
      if ((surfaceFlags[chunks.material[chunk]] & SURF_TRANS) !== 0 || !isBoxAhead(chunk)) continue;
      const start = chunks.firstIndex[chunk];
      const end = start + chunks.indexCount[chunk];
      tests += (end - start) / 3;
      for (let triangle = start; triangle < end; triangle += 3) clipTriangle(chunk, triangle);
    }
  }

  /** Visits the leaves along the ray, nearest first. */
  function walk(): void {
    let depth = 1;
    nodes[0] = tree.nodeCount === 0 ? -1 : 0;
    starts[0] = 0;
    ends[0] = FAR;
    while (depth > 0) {
      depth--;
      let node = nodes[depth];
      const start = starts[depth];
      let end = ends[depth];
      // Everything left is farther away than the hit.
      if (start > hit.distance) return;
      while (node >= 0) {
        const p = node * 4;
        const slope = nodePlane[p] * dx + nodePlane[p + 1] * dy + nodePlane[p + 2] * dz;
        const height =
          nodePlane[p] * ox + nodePlane[p + 1] * oy + nodePlane[p + 2] * oz - nodePlane[p + 3];
        const at = height + slope * start;
        // On the plane, the ray's direction decides the side.
        const near = (Math.abs(at) < ON_PLANE ? slope : at) < 0 ? 1 : 0;
        const crossing = slope === 0 ? Number.POSITIVE_INFINITY : -height / slope;
        const isCrossed = crossing > start && crossing < end;
        if (isCrossed) {
          nodes[depth] = nodeChildren[node * 2 + 1 - near];
          starts[depth] = crossing;
          ends[depth] = end;
          depth++;
          end = crossing;
        }
        node = nodeChildren[node * 2 + near];
      }
      const leaf = -1 - node;
      // A thin slice of a solid leaf, as for rays along walls, does not stop a ray.
      if (isSolid(leaf) && end - start > NEAR_PLANE) return;
      tests++;
      const cluster = tree.leafCluster[leaf];
      if (cluster >= 0) clipChunks(cluster);
    }
  }

  return {
    hit,
    get tests() {
      return tests;
    },
    cast(x, y, z, directionX, directionY, directionZ) {
      ray++;
      ox = x;
      oy = y;
      oz = z;
      dx = directionX;
      dy = directionY;
      dz = directionZ;
      perX = 1 / (dx || LEVEL);
      perY = 1 / (dy || LEVEL);
      perZ = 1 / (dz || LEVEL);
      hit.distance = FAR;
      hit.chunk = -1;
      clipChunks(everywhere);
      walk();
      return hit.chunk >= 0;
    },
  };
}
