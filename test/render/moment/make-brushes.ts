/** Builds maps whose quads belong to models of brush entities. */

import { DECAL_VERTEX, type DecalSet } from "../../../src/map/decals.ts";
import type { BrushModels } from "../../../src/map/motion/brush-models.ts";
import type { MapScene, MaterialSet } from "../../../src/map/types.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_HIDDEN, WORLD_VERTEX } from "../../../src/map/world.ts";
import { makeMap, type Quad, type SceneParts, type Vec3 } from "../make-world.ts";

export interface TestModel {
  /** World from model, 3x4. */
  readonly matrix: readonly number[];
  /** In model space. */
  readonly quads: readonly Quad[];
  readonly isHidden?: boolean;
}

function turn(m: readonly number[], v: Vec3): Vec3 {
  const row = (r: number) => m[r * 4] * v[0] + m[r * 4 + 1] * v[1] + m[r * 4 + 2] * v[2];
  return [row(0), row(1), row(2)];
}

function place(m: readonly number[], v: Vec3): Vec3 {
  const [x, y, z] = turn(m, v);
  return [x + m[3], y + m[7], z + m[11]];
}

/** Builds a map of the world's quads, followed by those of the models where they are. */
export function makeBrushMap(
  world: readonly Quad[],
  models: readonly TestModel[],
  materials: MaterialSet,
  parts: SceneParts = {},
): MapScene {
  const quads = [...world];
  const chunks: number[] = [];
  const firstChunk: number[] = [];
  for (const { matrix, quads: own, isHidden } of models) {
    firstChunk.push(chunks.length);
    for (const quad of own) {
      chunks.push(quads.length);
      quads.push({
        ...quad,
        origin: place(matrix, quad.origin),
        u: turn(matrix, quad.u),
        v: turn(matrix, quad.v),
        kind: isHidden ? CHUNK_HIDDEN : CHUNK_BRUSH_MODEL,
      });
    }
  }
  const brushes: BrushModels = {
    count: models.length,
    entity: Int32Array.from(models, (_, row) => row + 1),
    model: Int32Array.from(models, (_, row) => row + 1),
    worldFromModel: Float32Array.from(models.flatMap(({ matrix }) => [...matrix])),
    isHidden: Uint8Array.from(models, ({ isHidden }) => (isHidden ? 1 : 0)),
    firstChunk: Uint32Array.from(firstChunk),
    chunkCount: Uint32Array.from(models, ({ quads: own }) => own.length),
    chunks: Uint32Array.from(chunks),
  };
  return makeMap(quads, materials, { ...parts, brushes });
}

/** Returns the six sides of a box with its middle at the origin, facing outwards. */
export function boxQuads(size: Vec3, rest: Omit<Quad, "origin" | "u" | "v">): Quad[] {
  return [0, 1, 2].flatMap((axis) =>
    [1, -1].map((side) => {
      const u: number[] = [0, 0, 0];
      const v: number[] = [0, 0, 0];
      u[(axis + 1) % 3] = size[(axis + 1) % 3];
      v[(axis + 2) % 3] = size[(axis + 2) % 3] * side;
      const origin = [0, 1, 2].map((k) => -(u[k] + v[k]) / 2);
      origin[axis] = (size[axis] / 2) * side;
      return {
        ...rest,
        origin: origin as unknown as Vec3,
        u: u as unknown as Vec3,
        v: v as unknown as Vec3,
      };
    }),
  );
}

/** Makes a decal that covers each of the listed quads of a map. */
export function coverQuads(
  { world }: MapScene,
  quads: readonly number[],
  materials: MaterialSet,
): DecalSet {
  const count = quads.length;
  const vertices = new Uint8Array(count * 4 * DECAL_VERTEX.strideBytes);
  const corners = new Uint32Array(count * 4 * 3);
  const box = new Float32Array(count * 6);
  quads.forEach((quad, decal) => {
    for (let corner = 0; corner < 4; corner++) {
      const own = decal * 4 + corner;
      const from = (quad * 4 + corner) * WORLD_VERTEX.strideBytes;
      const bytes = world.vertices.slice(from, from + WORLD_VERTEX.strideBytes);
      vertices.set(bytes, own * DECAL_VERTEX.strideBytes);
      corners.fill(quad * 4 + corner, own * 3, own * 3 + 3);
      const place = new Float32Array(bytes.buffer, 0, 3);
      for (let axis = 0; axis < 3; axis++) {
        const [low, high] = [decal * 6 + axis, decal * 6 + 3 + axis];
        box[low] = corner === 0 ? place[axis] : Math.min(box[low], place[axis]);
        box[high] = corner === 0 ? place[axis] : Math.max(box[high], place[axis]);
      }
    }
  });
  return {
    ...{ decalCount: count, vertexCount: count * 4, vertices, corners },
    weights: new Float32Array(count * 4 * 2),
    indices: Uint32Array.from(
      quads.flatMap((_, decal) => [0, 1, 2, 0, 2, 3].map((corner) => decal * 4 + corner)),
    ),
    chunks: {
      ...{ count, box, material: new Uint16Array(count), kind: new Uint8Array(count) },
      firstIndex: Uint32Array.from(quads, (_, decal) => decal * 6),
      indexCount: new Uint32Array(count).fill(6),
      ...{ firstCluster: new Uint32Array(count), clusterCount: new Uint32Array(count) },
      ...{ clusters: new Uint32Array(0), leaf: new Uint32Array(count) },
    },
    chunkOrder: new Uint8Array(count),
    materials,
  };
}
